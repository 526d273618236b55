import AudioBase
import SystemBase

/// The state behind the functions that a device calls.
struct RenderContext: ~Copyable {
  var renderer: Renderer
  let status: UnsafeMutablePointer<EngineStatus>
  let stretch: UnsafeMutablePointer<StretchState>
  let refill: UnsafeMutablePointer<RefillRequest>
  let music: RingReader<Frame>
  let sleeper: IdleSleeper
  let descriptors: Descriptors

  /// The eventfds of the threads that are woken after a block.
  struct Descriptors {
    let events: Int32
    /// −1 if the engine has no echo.
    let echo: Int32
    let stretcher: Int32
    let feeder: Int32
  }
}

extension RenderSource {
  /// Creates the functions of an engine. The context must outlive the device's thread.
  init(_ context: UnsafeMutablePointer<RenderContext>) {
    self.init(
      context: context, render: renderBlock, afterRender: wakeListeners,
      rest: (
        begin: beginEngineRest, sleep: sleepUntilWork, awaitHit: sleepUntilHit,
        setRequestSize: setEngineRequestSize
      ))
  }
}

/// Renders a block. The audio thread runs only this function and what it calls.
@_noLocks @_noAllocation
private func renderBlock(
  context: UnsafeMutableRawPointer, frames: UnsafeMutableRawPointer, count: Int, asked: Int64, delay: Int,
  isRestart: Bool
) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  let out = frames.assumingMemoryBound(to: Frame.self)
  let time = BlockTime(asked: HostTime(nanoseconds: asked), delay: delay, isRestart: isRestart)
  state.pointee.renderer.render(into: out, count: count, time: time)
}

/// Wakes the threads for which the block has something. The device's thread, after the block was handed over.
private func wakeListeners(context: UnsafeMutableRawPointer) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  state.pointee.renderer.wakeStreamWorkers()
  if state.pointee.stretch.pointee.wantsFrames.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.descriptors.stretcher)
  }
  if state.pointee.refill.pointee.isDue(played: state.pointee.music.position) {
    WakeSignal.wake(state.pointee.descriptors.feeder)
  }
  if state.pointee.descriptors.echo >= 0,
    state.pointee.status.pointee.hasEcho.exchange(false, ordering: .acquiring)
  {
    WakeSignal.wake(state.pointee.descriptors.echo)
  }
  if state.pointee.status.pointee.hasEvents.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.descriptors.events)
  }
}

/// Returns whether the device may rest now. The device's thread, between two blocks.
private func beginEngineRest(context: UnsafeMutableRawPointer) -> Bool {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  guard state.pointee.renderer.isQuiet else { return false }
  return state.pointee.sleeper.beginRest { state.pointee.renderer.hasWork }
}

/// Sleeps until the engine has work or `interruption` is readable. The device's thread, after `beginEngineRest`.
private func sleepUntilWork(context: UnsafeMutableRawPointer, interruption: Int32) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  state.pointee.sleeper.rest(until: interruption)
  state.pointee.renderer.wakeUp()
}

/// Sleeps until a time or until a hit waits, and returns whether one does. The device's thread, between two blocks.
private func sleepUntilHit(context: UnsafeMutableRawPointer, nanoseconds: Int64) -> Bool {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  let time = HostTime(nanoseconds: nanoseconds)
  repeat {
    guard state.pointee.sleeper.beginRest(unless: { state.pointee.renderer.hasHits }) else { return true }
    // Commands wake it too.
    state.pointee.sleeper.rest(until: time)
  } while HostTime.now < time
  return state.pointee.renderer.hasHits
}

/// Sets the most frames that the device requests at once, and returns whether that many are ready. The device's thread,
/// between two blocks.
private func setEngineRequestSize(context: UnsafeMutableRawPointer, frames: Int) -> Bool {
  context.assumingMemoryBound(to: RenderContext.self).pointee.renderer.setRequestSize(frames)
}
