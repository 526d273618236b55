import AudioBase
import Effects
import MixEngine
import Synchronization
import SystemBase

extension ExternalPrograms {
  package static let instruments = ExternalPrograms(.instrument) { LoopInstrument($0, $1) }
}

/// Sends notes to another program and plays its sound. While the program does not answer, it is silent.
package final class LoopInstrument: InstrumentUnit, ExternalUnit, @unchecked Sendable {
  package let loop: ExternalLoop
  private let notes = PinnedValue(NoteInbox())
  /// Only the audio thread uses it once the unit is in a plan, except `isBypassed`.
  private let path: PinnedValue<InstrumentPath>

  package init(_ setup: UnitSetup, _ loop: ExternalLoop) {
    self.loop = loop
    path = PinnedValue(
      InstrumentPath(loop.state, notes.pointer, rate: setup.rate, isBypassed: setup.isBypassed))
  }

  package var inbox: UnsafeMutablePointer<NoteInbox> { notes.pointer }

  package var unit: RenderUnit {
    RenderUnit(context: path.pointer, latency: loop.state.pointee.delay, process: unitProcessLoopInstrument)
  }

  package var parameters: [EffectParameter] { [] }
  package func set(_ parameter: Int, to value: Double) {}
  package func value(_ parameter: Int) -> Double { preconditionFailure("a program has no parameters") }

  package func bypass(_ isBypassed: Bool) { path.pointee.isBypassed.store(isBypassed, ordering: .relaxed) }
}

/// What a program as the instrument does on the audio thread.
private struct InstrumentPath: ~Copyable {
  let isBypassed: Atomic<Bool>
  private let loop: UnsafeMutablePointer<ExternalLoopState>
  private let inbox: UnsafeMutablePointer<NoteInbox>
  private var translator = NoteTranslator()
  private var wasHeard = false
  private var fade: StepFade

  init(
    _ loop: UnsafeMutablePointer<ExternalLoopState>, _ inbox: UnsafeMutablePointer<NoteInbox>,
    rate: SampleRate, isBypassed: Bool
  ) {
    (self.loop, self.inbox) = (loop, inbox)
    self.isBypassed = Atomic(isBypassed)
    fade = StepFade(rate: rate)
  }

  /// Sends the notes of the inbox and writes the sound of the program. Returns whether all of it is zero.
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    let isBypassed = isBypassed.load(ordering: .relaxed)
    if loop.pointee.accepts(count) { sendNotes(count: count, isBypassed: isBypassed) }
    inbox.pointee.removeAll()
    let answer = loop.pointee.receive(count: count)
    let isHeard = answer != nil && !isBypassed
    var isSilent = true
    for index in 0..<count {
      var frame = Frame.zero
      if isHeard, let answer { frame = SampleLimits.limited(answer[index]) }
      if isHeard != wasHeard {
        wasHeard = isHeard
        fade.begin(with: frame)
      }
      frame = fade.next(frame)
      if frame != .zero { isSilent = false }
      frames[index] = frame
    }
    return isSilent
  }

  private mutating func sendNotes(count: Int, isBypassed: Bool) {
    let start = loop.pointee.position
    if isBypassed { translator.release(ofString: -1, at: 0, &loop.pointee.messages, from: start) }
    for index in 0..<(isBypassed ? 0 : inbox.pointee.count) {
      translator.add(inbox.pointee.note(index), to: &loop.pointee.messages, from: start)
    }
    translator.endPart(of: count, to: &loop.pointee.messages, from: start)
  }
}

@_noLocks @_noAllocation
private func unitProcessLoopInstrument(
  _ context: UnsafeMutableRawPointer, _ frames: UnsafeMutableRawPointer, _ count: Int, _ isSilent: Bool
) -> Bool {
  context.assumingMemoryBound(to: InstrumentPath.self).pointee
    .process(frames.assumingMemoryBound(to: Frame.self), count: count)
}
