import AudioBase

/// Applies ReplayGain to the music: the gains of the track that is played, by the user's choice. Audio thread.
struct MusicLoudness: ~Copyable {
  /// Gains that became known after their track was opened; they replace those that the markers in the ring carry.
  private struct Override: BitwiseCopyable {
    var stream: UInt64
    var gains: TrackGains
    var isFinal: Bool
  }

  /// The number of overrides: more than the tracks that can be in the ring or opened ahead.
  private static let capacity = 8
  /// Seconds for which the beginning of a track waits for its gain.
  static var timeout: Double { 0.1 }

  private var choice = GainChoice.none
  private var ramp = GainRamp(1)
  private let overrides: UnsafeMutablePointer<Override>
  private var count = 0
  /// The override that is replaced if there is no room.
  private var oldest = 0
  private let timeoutFrames: Int
  /// The track that waited last, and for how many frames.
  private var waitingStream: UInt64 = 0
  private var waited = 0

  init(rate: SampleRate) {
    overrides = .allocate(capacity: MusicLoudness.capacity)
    timeoutFrames = Int(Double(rate.hertz) * MusicLoudness.timeout)
  }

  deinit { overrides.deallocate() }

  /// Changes the choice within a number of frames.
  ///
  /// - Parameter track: the track that is played.
  mutating func use(_ choice: GainChoice, for track: StreamMarker?, over frames: Int) {
    self.choice = choice
    if let track { move(to: track.gains, over: frames) }
  }

  /// Keeps gains that became known after their track was opened.
  mutating func set(_ gains: TrackGains, of stream: StreamID, isFinal: Bool) {
    let new = Override(stream: stream.value, gains: gains, isFinal: isFinal)
    if let index = index(of: stream.value) {
      (overrides + index).initialize(to: new)
    } else if count < MusicLoudness.capacity {
      (overrides + count).initialize(to: new)
      count += 1
    } else {
      (overrides + oldest).initialize(to: new)
      oldest = (oldest + 1) % MusicLoudness.capacity
    }
  }

  /// Moves to gains within a number of frames.
  mutating func move(to gains: TrackGains, over frames: Int) {
    ramp.move(to: gains.factor(choice), over: frames)
  }

  /// Applies the gains of a track from its first frame on. Returns the gains by what is known now.
  mutating func begin(_ marker: StreamMarker) -> TrackGains {
    var gains = marker.gains
    if let index = index(of: marker.stream.value) { gains = overrides[index].gains }
    move(to: gains, over: 0)
    return gains
  }

  /// Returns whether a track that could begin has to wait for its gain.
  ///
  /// - Parameter count: the frames of silence that follow if it has to.
  mutating func mustWait(for marker: StreamMarker, _ count: Int) -> Bool {
    if !choice.isApplied || !marker.awaitsGain { return false }
    if let index = index(of: marker.stream.value), overrides[index].isFinal { return false }
    if waitingStream != marker.stream.value {
      waitingStream = marker.stream.value
      waited = 0
    }
    if waited >= timeoutFrames { return false }
    waited += count
    return true
  }

  mutating func apply(to frames: UnsafeMutablePointer<Frame>, count: Int) {
    ramp.apply(to: frames, count: count)
  }

  private func index(of stream: UInt64) -> Int? {
    for index in 0..<count where overrides[index].stream == stream { return index }
    return nil
  }
}
