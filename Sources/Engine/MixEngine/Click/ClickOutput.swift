import AudioBase
import Synchronization
import SystemBase

/// The connection of the metronome with a device of its own: the audio thread of the engine sends each beat ahead of
/// its time, and the thread of the device plays it when its frame of the output is heard.
///
/// A beat is sent, not its sound, so the device may have any sample rate and latency, and its clock may drift: the place
/// of each beat is computed again, by the clocks of both devices. The device must be stopped before this is released.
/// `EngineControl.sendBeats` connects it.
package final class ClickOutput: @unchecked Sendable {
  let state: UnsafeMutablePointer<ClickOutputState>
  private let context: UnsafeMutablePointer<ClickOutputContext>
  private let sounds: PadProgram

  /// Creates the click of a second device.
  ///
  /// - Parameters:
  ///   - rate: that of the device.
  ///   - lossDescriptor: that of a `WakeSignal`, which is woken when beats are lost and must outlive the device's thread.
  package init(rate: SampleRate, lossDescriptor: Int32? = nil) {
    sounds = ClickSound.program(at: rate)
    state = .allocate(capacity: 1)
    state.initialize(to: ClickOutputState())
    context = .allocate(capacity: 1)
    context.initialize(
      to: ClickOutputContext(
        renderer: BeatRenderer(state, clicks: ClickBus(program: sounds), rate: rate), state: state,
        lossDescriptor: lossDescriptor ?? -1))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// The functions that the device calls. Valid while this exists.
  package var source: RenderSource {
    RenderSource(context: context, render: renderBeats, afterRender: reportLoss)
  }

  /// Beats that were not played because they came more than 10 ms too late, or found no room. Any thread.
  package var lostBeats: Int { state.pointee.lost.load(ordering: .relaxed) }

  /// The seconds by which the device needs beats earlier than they can be sent, so that all are too late; 0 if none
  /// are. Any thread.
  package var shortage: Double { Double(state.pointee.shortage.load(ordering: .relaxed)) * 1e-9 }
}

/// A sender of beats. The beats of one sender are cancelled together.
enum BeatSource: BitwiseCopyable { case music, freeSequence, metronome }

/// A beat on its way to the device.
struct ScheduledBeat: BitwiseCopyable {
  /// The output frame of the engine with which it is heard.
  var outputFrame: Double
  var isAccent: Bool
  /// The linear gain.
  var gain: Float
  var source: BeatSource
  /// The number of cancellations of the source when the beat was sent.
  var cancellations: Int

  @_noLocks @_noAllocation
  init(outputFrame: Double, isAccent: Bool, gain: Float, source: BeatSource, cancellations: Int) {
    (self.outputFrame, self.isAccent, self.gain) = (outputFrame, isAccent, gain)
    (self.source, self.cancellations) = (source, cancellations)
  }
}

/// The state that the audio thread of the engine and the thread of the device share.
struct ClickOutputState: ~Copyable {
  let beats = RingBuffer<ScheduledBeat>(capacity: 256)
  /// The clock that states when output frames of the engine are heard.
  let clock = LatestValue(ClockReport(.standard))
  /// The level of the metronome: the bits of a linear gain.
  let level = Atomic<UInt32>(Float(1).bitPattern)
  /// Nanoseconds from the request of a block to when its last frame is heard.
  let lead = Atomic<Int64>(0)
  /// The output frame of the engine that is heard with the end of what the device has rendered.
  let rendered = Atomic<Int>(.min)
  /// Nanoseconds by which the device needs beats earlier than they can be sent.
  let shortage = Atomic<Int64>(0)
  let lost = Atomic<Int>(0)
  /// Whether beats were lost since the last block.
  let hasLoss = Atomic<Bool>(false)
  private let musicCancellations = Atomic<Int>(0)
  private let freeCancellations = Atomic<Int>(0)
  private let metronomeCancellations = Atomic<Int>(0)

  @_noLocks @_noAllocation
  func cancellations(of source: BeatSource) -> Int {
    switch source {
    case .music: musicCancellations.load(ordering: .acquiring)
    case .freeSequence: freeCancellations.load(ordering: .acquiring)
    case .metronome: metronomeCancellations.load(ordering: .acquiring)
    }
  }

  @_noLocks @_noAllocation
  func countLoss() {
    lost.add(1, ordering: .relaxed)
    hasLoss.store(true, ordering: .releasing)
  }

  /// Cancels the beats of a source that the device has not rendered.
  @_noLocks @_noAllocation
  func cancel(_ source: BeatSource) {
    switch source {
    case .music: musicCancellations.add(1, ordering: .releasing)
    case .freeSequence: freeCancellations.add(1, ordering: .releasing)
    case .metronome: metronomeCancellations.add(1, ordering: .releasing)
    }
  }
}

/// The way to a device of the metronome, as a command carries it.
public struct ClickOutputPointer: @unchecked Sendable, BitwiseCopyable {
  let state: UnsafeMutablePointer<ClickOutputState>
}

/// The state behind the function that the device calls.
private struct ClickOutputContext: ~Copyable {
  var renderer: BeatRenderer
  let state: UnsafeMutablePointer<ClickOutputState>
  /// The descriptor of a signal for lost beats; −1 if there is none.
  let lossDescriptor: Int32
}

/// Reports lost beats. The device's thread, after a block was handed over.
private func reportLoss(context: UnsafeMutableRawPointer) {
  let context = context.assumingMemoryBound(to: ClickOutputContext.self)
  guard context.pointee.lossDescriptor >= 0,
    context.pointee.state.pointee.hasLoss.exchange(false, ordering: .acquiring)
  else { return }
  WakeSignal.wake(context.pointee.lossDescriptor)
}

/// Renders a block of the device. `.ci/render-path` finds the function by its name.
@_noLocks @_noAllocation
private func renderBeats(
  context: UnsafeMutableRawPointer, frames: UnsafeMutableRawPointer, count: Int, asked: Int64, delay: Int,
  isRestart: Bool
) {
  let state = context.assumingMemoryBound(to: ClickOutputContext.self)
  let out = frames.assumingMemoryBound(to: Frame.self)
  let time = BlockTime(asked: HostTime(nanoseconds: asked), delay: delay, isRestart: isRestart)
  state.pointee.renderer.render(into: out, count: count, time: time)
}
