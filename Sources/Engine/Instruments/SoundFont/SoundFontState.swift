import AudioBase
import CFluidSynth
import Effects
import MixEngine
import Synchronization

/// What the context of a SoundFont's unit points to: parameters, and the way of the notes to FluidSynth. Audio thread.
struct SoundFontState: ~Copyable {
  /// The most frames that are amplified at once.
  private static let slice = 32

  var parameters: ParameterSmoother
  /// Whether the instrument is silenced. Any thread.
  let isBypassed: Atomic<Bool>
  /// Follows `isBypassed`, from 0 to 1.
  private var volume: Glide
  private let inbox: UnsafeMutablePointer<NoteInbox>
  /// What FluidSynth plays in the next block.
  private let events: UnsafeMutablePointer<drumdub_fluid_event>
  private let eventCount: UnsafeMutablePointer<Int32>
  private let sound: RenderUnit
  private let glide: Float
  private var gain: Float = 0
  /// The frequency of A4 that FluidSynth plays.
  private var tune: Float = 440
  private var isResting = true
  /// Whether all sound was ended, since the bypass has faded it out.
  private var isEnded = false

  init(_ synth: OpaquePointer, _ setup: UnitSetup, inbox: UnsafeMutablePointer<NoteInbox>) {
    parameters = ParameterSmoother(SoundFontUnit.parameters, rate: setup.rate, values: setup.values)
    isBypassed = Atomic(setup.isBypassed)
    volume = Glide(setup.isBypassed ? 0 : 1)
    self.inbox = inbox
    events = drumdub_fluid_events(synth)
    eventCount = drumdub_fluid_event_count(synth)
    sound = RenderUnit(context: UnsafeMutableRawPointer(synth), process: drumdub_fluid_process)
    glide = Glide.step(rate: setup.rate)
  }

  /// Prepares the synthesizer for another unit: it begins without sound, and with all controllers at rest. Control side.
  func reset() {
    eventCount.pointee = 0
    send(DRUMDUB_FLUID_SILENCE)
    send(DRUMDUB_FLUID_TUNE)
    send(DRUMDUB_FLUID_CONTROL, key: 121)
    // Longer than a buffer of FluidSynth, so that it notices the end of the sound.
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: 128) { frames in
      if let start = frames.baseAddress { _ = sound.run(start, frames.count, isSilent: true) }
    }
  }

  /// Renders a block as `RenderUnit.Process` states it, with the notes of the inbox on their frames.
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    volume.goal = isBypassed.load(ordering: .relaxed) ? 0 : 1
    if isResting {
      if inbox.pointee.count == 0 { return true }
      volume.jump()
      parameters.jump()
      gain = SoundFontState.gain(parameters.values[0]) * volume.value
    }
    let isFadedOut = volume.value == 0 && !volume.isMoving
    if isFadedOut && !isEnded { send(DRUMDUB_FLUID_SILENCE) }
    isEnded = isFadedOut
    if tune != parameters.values[1] {
      tune = parameters.values[1]
      send(DRUMDUB_FLUID_TUNE, value: 1200 * RealtimeMath.log2(tune / 440))
    }
    for index in 0..<inbox.pointee.count { send(inbox.pointee.note(index)) }
    inbox.pointee.removeAll()
    isResting = sound.run(frames, count, isSilent: true)
    if isResting { return true }
    var start = 0
    while start < count {
      let length = min(count - start, SoundFontState.slice)
      amplify(frames + start, length)
      start += length
    }
    return false
  }

  private mutating func amplify(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    _ = parameters.advance(frames: count)
    if volume.isMoving { volume.advance(glide * Float(count), tolerance: 0.000_1) }
    let start = gain
    gain = SoundFontState.gain(parameters.values[0]) * volume.value
    let step = (gain - start) / Float(count)
    for index in 0..<count { frames[index] *= start + step * Float(index + 1) }
    _ = SampleLimits.limitOutput(frames, count)
  }

  private static func gain(_ decibels: Float) -> Float { RealtimeMath.exp2(decibels / 6.020_6) }

  // MARK: Notes

  private func send(_ due: DueNote) {
    let note = due.note
    switch note.kind {
    case .on:
      if volume.goal == 0 { return }
      send(
        DRUMDUB_FLUID_ON, at: due.offset, key: note.key, value: note.value, gain: min(due.gain, 16),
        held: due.heldFrames)
    case .off: send(DRUMDUB_FLUID_OFF, at: due.offset, key: note.key)
    case .bend: send(DRUMDUB_FLUID_BENT, at: due.offset, value: note.value)
    case .control where note.key == NoteEvent.soundOff: send(DRUMDUB_FLUID_FADE, at: due.offset)
    case .control: send(DRUMDUB_FLUID_CONTROL, at: due.offset, key: note.key, value: note.value)
    }
  }

  private func send(
    _ kind: drumdub_fluid_kind, at offset: Int = 0, key: Int = -1, value: Float = 0, gain: Float = 1,
    held: Int = 0
  ) {
    let count = eventCount.pointee
    if count == DRUMDUB_FLUID_EVENTS { return }
    (events + Int(count)).initialize(
      to: drumdub_fluid_event(
        offset: Int32(truncatingIfNeeded: offset), kind: kind, key: Int32(truncatingIfNeeded: key),
        held: Int32(truncatingIfNeeded: held), value: value, gain: gain))
    eventCount.pointee = count + 1
  }
}
