import AudioBase

/// The transport state of the music: playing, paused, or waiting for the frames of a seek, and the fades between
/// these states. Audio thread.
struct MusicTransportState: BitwiseCopyable {
  enum Phase: BitwiseCopyable {
    case silent
    case playing
    case fadingToPause
    case fadingToFlush
    /// The ring has no frame of the requested generation yet.
    case waiting
  }

  private(set) var phase: Phase = .silent
  /// Whether music should play. It may still have to wait, or to fade out.
  private(set) var shouldPlay = false
  private var fade = GainRamp(0)
  /// The length of a fade: 3 ms.
  private let fadeFrames: Int

  init(rate: SampleRate) { fadeFrames = rate.hertz * 3 / 1000 }

  /// Whether frames of the ring are read.
  var isHeard: Bool { phase != .silent && phase != .waiting }

  // Comparisons are made in this file only: in others, the compiler calls the generic operator.

  var isSilent: Bool { phase == .silent }

  var isPlaying: Bool { phase == .playing }

  var isFadingToFlush: Bool { phase == .fadingToFlush }

  mutating func play() {
    shouldPlay = true
    fade(from: .fadingToPause, to: .playing, level: 1)
  }

  mutating func pause() {
    shouldPlay = false
    fade(from: .playing, to: .fadingToPause, level: 0)
  }

  /// Enters a phase with a fade to a level; does nothing in any other phase than the first one.
  private mutating func fade(from former: Phase, to new: Phase, level: Float) {
    if phase != former { return }
    phase = new
    fade.move(to: level, over: fadeFrames)
  }

  /// Fades out what plays, then waits for another generation.
  mutating func flush() {
    switch phase {
    case .playing:
      phase = .fadingToFlush
      fade.move(to: 0, over: fadeFrames)
    case .fadingToPause: phase = .fadingToFlush
    case .silent: phase = .waiting
    case .waiting, .fadingToFlush: break
    }
  }

  /// Ends the wait for a generation.
  mutating func generationHasCome() { phase = .silent }

  /// Begins to play. The beginning of a track is left as it is; a start in its middle would click and is faded in.
  mutating func begin(isTrackStart: Bool) {
    phase = .playing
    fade = GainRamp(isTrackStart ? 1 : 0)
    fade.move(to: 1, over: fadeFrames)
  }

  /// Stops at the end of the music.
  mutating func stop() {
    shouldPlay = false
    phase = .silent
  }

  /// Returns the number of frames, at most `count`, before the end of a fade.
  func readable(_ count: Int) -> Int { fade.isMoving ? min(count, fade.framesLeft) : count }

  /// Applies the fade. If it has ended in silence, or the ring is dry, enters the state that it was for.
  ///
  /// - Returns: whether the music has stopped.
  mutating func applyFade(to out: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    fade.apply(to: out, count: count)
    if fade.isMoving && count > 0 { return false }
    switch phase {
    case .fadingToPause:
      phase = .silent
      fade.move(to: 0, over: 0)
      return true
    case .fadingToFlush:
      phase = .waiting
      return true
    case .playing, .silent, .waiting: return false
    }
  }
}
