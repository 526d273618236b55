import AudioBase
import SystemBase

extension RenderSource {
  /// The engine as a device sees it.
  init(_ context: UnsafeMutablePointer<RenderContext>) {
    self.init(context: context, render: renderBlock, afterRender: announceNews, rest: .ofEngine)
  }
}

/// What the device's callback works on.
struct RenderContext: ~Copyable {
  var renderer: Renderer
  let status: UnsafeMutablePointer<EngineStatus>
  let news: Int32
  /// −1 if there is no second listener.
  let echo: Int32
  let stretch: UnsafeMutablePointer<StretchState>
  let stretchSignal: Int32
  let music: RingReader<Frame>
  let roomCall: UnsafeMutablePointer<RefillRequest>
  let feederSignal: Int32
  let sleeper: IdleSleeper
}

/// The callback: everything from here on runs on the audio thread.
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

/// Wakes the threads that the block has something for. The audio thread, after the block was handed over.
private func announceNews(context: UnsafeMutableRawPointer) {
  let state = context.assumingMemoryBound(to: RenderContext.self)
  if state.pointee.stretch.pointee.wantsFrames.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.stretchSignal)
  }
  if state.pointee.roomCall.pointee.isDue(played: state.pointee.music.position) {
    WakeSignal.wake(state.pointee.feederSignal)
  }
  if state.pointee.echo >= 0, state.pointee.status.pointee.hasEcho.exchange(false, ordering: .acquiring) {
    WakeSignal.wake(state.pointee.echo)
  }
  guard state.pointee.status.pointee.hasNews.exchange(false, ordering: .acquiring) else { return }
  WakeSignal.wake(state.pointee.news)
}
