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
  private let memory = PinnedValue(ClickOutputState())
  private let context: PinnedValue<ClickOutputContext>
  private let sounds: PadProgram

  /// Creates the click of a second device.
  ///
  /// - Parameters:
  ///   - rate: that of the device.
  ///   - lossDescriptor: that of a `WakeSignal`, which is woken when beats are lost and must outlive the device's thread.
  package init(rate: SampleRate, lossDescriptor: Int32? = nil) {
    sounds = ClickSound.program(at: rate)
    let state = memory.pointer
    context = PinnedValue(
      ClickOutputContext(
        renderer: BeatRenderer(state, clicks: ClickBus(program: sounds), rate: rate), state: state,
        lossDescriptor: lossDescriptor ?? -1))
  }

  var state: UnsafeMutablePointer<ClickOutputState> { memory.pointer }

  /// The functions that the device calls. Valid while this exists.
  package var source: RenderSource {
    RenderSource(context: context.pointer, render: renderBeats, afterRender: reportLoss)
  }

  /// Beats that were not played because they came more than 10 ms too late, or found no room. Any thread.
  package var lostBeats: Int { state.pointee.lost.load(ordering: .relaxed) }

  /// The seconds by which the device needs beats earlier than they can be sent, so that all are too late; 0 if none
  /// are. Any thread.
  package var shortage: Double { Double(state.pointee.shortage.load(ordering: .relaxed)) * 1e-9 }
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
