import AudioBase
import Effects
import Glibc
import MixEngine
import Synchronization

/// What the context of the guitar's unit points to: strings, body, parameters, and the notes that come in. Audio thread.
struct GuitarState: ~Copyable {
  /// A note on a string. A string has two, so that the former note fades out while the next one begins.
  private struct Voice: BitwiseCopyable {
    var loop: StringLoop
    var key = 0
    /// Frames until the note is released by itself; negative if it is not.
    var heldFrames = -1
    /// Whether it is released when the pedal comes up.
    var isHeldByPedal = false
    /// The number of its pluck.
    var order = 0
  }

  /// The most frames that are processed at once, with constant parameters.
  private static var slice: Int { 32 }
  private static var voiceCount: Int { 2 * GuitarNeck.strings }
  /// The level of a string at full velocity.
  private static var level: Float { 0.3 }

  var parameters: ParameterSmoother
  /// Whether the guitar is silenced. Any thread.
  let isBypassed: Atomic<Bool>
  /// Follows `isBypassed`, from 0 to 1.
  private var volume: Glide
  private let inbox: UnsafeMutablePointer<NoteInbox>
  private let rate: Float
  /// The frequencies of the keys.
  private let frequencies: UnsafeMutablePointer<Float>
  /// Two for each string.
  private let voices: UnsafeMutablePointer<Voice>
  private let body: GuitarBody
  private let glide: Float
  /// Semitones.
  private var bend = Glide(0)
  private var isPedalDown = false
  private var plucks = 0
  /// Whether nothing sounds.
  private var isResting = true
  private var silentFrames = 0

  init(_ setup: UnitSetup, inbox: UnsafeMutablePointer<NoteInbox>) {
    let rate = setup.rate
    parameters = ParameterSmoother(GuitarSettings.parameters, rate: rate, values: setup.values)
    isBypassed = Atomic(setup.isBypassed)
    volume = Glide(setup.isBypassed ? 0 : 1)
    self.inbox = inbox
    self.rate = Float(rate.hertz)
    glide = Glide.step(rate: rate)
    frequencies = .allocate(capacity: 128)
    for key in 0..<128 {
      (frequencies + key).initialize(to: Float(440 * pow(2, Double(key - 69) / 12)))
    }
    voices = .allocate(capacity: GuitarState.voiceCount)
    // An octave below the lowest key.
    let longest = Int(2 * self.rate / frequencies[GuitarNeck.keys.lowerBound]) + 1
    for index in 0..<GuitarState.voiceCount {
      (voices + index).initialize(to: Voice(loop: StringLoop(longest: longest, rate: rate)))
    }
    body = GuitarBody(rate: rate)
  }

  deinit {
    for index in 0..<GuitarState.voiceCount { voices[index].loop.deallocate() }
    voices.deallocate()
    frequencies.deallocate()
    body.deallocate()
  }

  /// Renders a block as `RenderUnit.Process` states it, with the notes of the inbox on their frames.
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    let noteCount = inbox.pointee.count
    volume.goal = isBypassed.load(ordering: .relaxed) ? 0 : 1
    if isResting {
      volume.jump()
      if noteCount == 0 { return true }
    }
    frames.update(repeating: .zero, count: count)
    var isSilent = true
    var (start, next) = (0, 0)
    while start < count {
      while next < noteCount && inbox.pointee.note(next).offset <= start {
        handle(inbox.pointee.note(next))
        next += 1
      }
      let end = next < noteCount ? min(inbox.pointee.note(next).offset, count) : count
      let length = min(end - start, GuitarState.slice)
      if !isResting {
        isSilent = false
        processSlice(frames + start, length)
      }
      start += length
    }
    inbox.pointee.removeAll()
    return isSilent
  }

  private mutating func processSlice(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    let hasNewValues = parameters.advance(frames: count)
    let isBending = bend.isMoving
    if isBending { bend.advance(glide * Float(count), tolerance: 0.000_1) }
    let settings = GuitarSettings(parameters.values)
    if hasNewValues { body.move(to: settings.body) }
    var isIdle = true
    for index in 0..<GuitarState.voiceCount where !voices[index].loop.isIdle {
      isIdle = false
      countDown(index, count)
      if hasNewValues || isBending { tune(index, settings) }
      voices[index].loop.add(
        to: frames, count: count, gains: GuitarState.gains(ofString: index / 2, width: settings.width))
    }
    body.process(frames, count: count)
    applyVolume(frames, count)
    finish(SampleLimits.limitOutput(frames, count), count, isIdle: isIdle)
  }

  private mutating func applyVolume(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) {
    if volume.value == 1 && !volume.isMoving { return }
    let start = volume.value
    volume.advance(glide * Float(count), tolerance: 0.000_1)
    let step = (volume.value - start) / Float(count)
    for index in 0..<count { frames[index] *= start + step * Float(index + 1) }
    if volume.value > 0 || volume.isMoving { return }
    for index in 0..<GuitarState.voiceCount { voices[index].loop.stop() }
  }

  /// Ends all sound if it is not finite, and rests after a tenth of a second of silence.
  private mutating func finish(_ level: SampleLimits.Level, _ count: Int, isIdle: Bool) {
    if level.isInvalid { for index in 0..<GuitarState.voiceCount { voices[index].loop.stop() } }
    silentFrames = isIdle && !level.isAudible ? silentFrames + count : 0
    if !level.isInvalid && Float(silentFrames) < rate / 10 { return }
    isResting = true
    body.clear()
  }

  /// Returns the gains of both sides.
  private static func gains(ofString string: Int, width: Float) -> Frame {
    let pan = (Float(string) - 2.5) / 2.5 * width
    return Frame(1 - max(pan, 0), 1 + min(pan, 0)) * level
  }
}

// MARK: Notes

extension GuitarState {
  private mutating func handle(_ due: DueNote) {
    switch due.note.kind {
    case .on: pluck(due)
    case .off: release(key: due.note.key, string: due.note.string)
    case .bend:
      let semitones = due.note.value
      // The comparison is false for NaN.
      bend.goal = semitones.magnitude <= 12 ? semitones : semitones > 0 ? 12 : -12
      if isResting { bend.jump() }
    case .control: control(due.note.key, due.note.value)
    }
  }

  private mutating func control(_ controller: Int, _ value: Float) {
    if controller == NoteEvent.hold {
      isPedalDown = value >= 64
      if isPedalDown { return }
      for index in 0..<GuitarState.voiceCount where voices[index].isHeldByPedal { damp(index) }
    } else if controller == NoteEvent.soundOff {
      for index in 0..<GuitarState.voiceCount { voices[index].loop.fadeOut() }
    } else if controller == NoteEvent.notesOff {
      release(key: -1, string: -1)
    }
  }

  private mutating func pluck(_ due: DueNote) {
    if volume.goal == 0 { return }
    if isResting { wake() }
    let settings = GuitarSettings(parameters.values)
    let key = GuitarNeck.playable(due.note.key)
    let string = string(for: key, asked: due.note.string)
    // The one that is idle or was plucked earlier.
    let index = 2 * string + (voices[2 * string].order > voices[2 * string + 1].order ? 1 : 0)
    voices[index ^ 1].loop.fadeOut()
    plucks += 1
    voices[index].key = key
    voices[index].heldFrames = due.heldFrames > 0 ? due.heldFrames : -1
    voices[index].isHeldByPedal = false
    voices[index].order = plucks
    let velocity = min(max(due.note.value / 127, 0), 1)
    // A harder pluck is shorter: from 1.2 ms to 0.12 ms.
    let width = 0.000_12 * rate * RealtimeMath.exp2((1 - velocity) * 3.3)
    let frequency = frequencies[key]
    voices[index].loop.start(
      frequency: frequency, coefficients(frequency, settings, isReleased: false),
      Pluck(
        period: rate / frequency, place: settings.pickPosition, width: width,
        amplitude: velocity * velocity * min(max(due.gain, 0), 16)))
  }

  private mutating func wake() {
    isResting = false
    silentFrames = 0
    parameters.jump()
    body.move(to: GuitarSettings(parameters.values).body)
    body.clear()
  }

  /// Chooses the string for a key. In this order: the string that the note names, the string that plays the key already,
  /// the free string with the lowest fret, the string that was plucked first.
  private func string(for key: Int, asked: Int) -> Int {
    if asked >= 0 && asked < GuitarNeck.strings && GuitarNeck.canPlay(key, on: asked) { return asked }
    var (free, oldest) = (-1, -1)
    for string in 0..<GuitarNeck.strings where GuitarNeck.canPlay(key, on: string) {
      let voice = soundingVoice(string)
      if voice < 0 {
        // Higher strings need lower frets.
        free = string
      } else if voices[voice].key == key {
        return string
      } else if oldest < 0 || voices[voice].order < voices[soundingVoice(oldest)].order {
        oldest = string
      }
    }
    return free >= 0 ? free : max(oldest, 0)
  }

  /// Returns the index of the voice that sounds on a string and is not released; −1 if there is none.
  private func soundingVoice(_ string: Int) -> Int {
    if voices[2 * string].loop.isSounding { return 2 * string }
    return voices[2 * string + 1].loop.isSounding ? 2 * string + 1 : -1
  }

  /// Releases notes. −1 means all keys or all strings.
  private func release(key: Int, string: Int) {
    let played = key < 0 ? -1 : GuitarNeck.playable(key)
    for index in 0..<GuitarState.voiceCount where voices[index].loop.isSounding {
      if played >= 0 && voices[index].key != played { continue }
      if string >= 0 && index / 2 != string { continue }
      if isPedalDown { voices[index].isHeldByPedal = true } else { damp(index) }
    }
  }

  private func countDown(_ index: Int, _ count: Int) {
    if voices[index].heldFrames < 0 { return }
    voices[index].heldFrames -= count
    if voices[index].heldFrames < 0 { damp(index) }
  }

  private func damp(_ index: Int) {
    voices[index].isHeldByPedal = false
    voices[index].heldFrames = -1
    voices[index].loop.release()
    tune(index, GuitarSettings(parameters.values))
  }

  /// Moves a string to the pitch and the damping that it should have.
  private func tune(_ index: Int, _ settings: GuitarSettings) {
    let loop = voices[index].loop
    voices[index].loop.move(
      to: coefficients(loop.frequency, settings, isReleased: !loop.isSounding))
  }

  private func coefficients(
    _ key: Float, _ settings: GuitarSettings, isReleased: Bool
  ) -> LoopCoefficients {
    let height = RealtimeMath.squareRoot(key / 110)
    let frequency = bend.value == 0 ? key : key * RealtimeMath.exp2(bend.value / 12)
    return LoopCoefficients(
      frequency: frequency, decay: isReleased ? settings.release : settings.decay / height,
      corner: settings.corner * height, rate: rate)
  }
}
