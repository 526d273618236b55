/// The source of the frames of a voice: memory, then, for a streamed sample, a ring. Audio thread.
struct VoiceSource: BitwiseCopyable {
  /// The frames in memory.
  private let resident: SampleFrames
  /// The frames up to the end, or while it repeats up to the end of what repeats; `Int.max` if not known yet.
  private var length: Int
  private var position = 0
  /// Whether it repeats.
  private var isLooping: Bool
  /// Whether the next frames come from the ring.
  private var readsStream = false
  /// Whether the release of the key ends the repetition.
  private let isSustainLoop: Bool
  /// The frame at which a repetition begins.
  private let loopStart: Int
  // Last, since voices without a ring do not read it.
  private var stream: StreamReader?

  init(_ region: PadRegion, stream: StreamReader?) {
    resident = region.frames
    isLooping = region.isLooping
    length = stream != nil ? Int.max : isLooping ? min(region.loopEnd, resident.count) : resident.count
    loopStart = stream == nil ? region.loopStart : 0
    isSustainLoop = region.isSustainLoop
    self.stream = stream
  }

  /// Whether it has no more frames.
  var isAtEnd: Bool { position >= length && (!isLooping || length == 0) }

  /// Whether it repeats until the voice is ended.
  var isEndless: Bool { isLooping }

  /// Ends a repetition that the key holds: the rest of the sample follows.
  mutating func releaseLoop() {
    if !isSustainLoop || !isLooping { return }
    isLooping = false
    if stream == nil { length = resident.count }
  }

  /// Lets the ring go. To be called when the voice ends.
  mutating func close() {
    stream?.cancel()
    stream = nil
  }

  /// Returns whether the next frames are in memory without a break.
  func hasResident(_ count: Int) -> Bool { !readsStream && position + count <= min(resident.count, length) }

  /// Returns the next frames, which are in memory without a break, and moves on by them.
  mutating func nextResident(_ count: Int) -> SampleFrames {
    let frames = resident.part(from: position, count: count)
    position += count
    return frames
  }

  /// Returns the next frames without a break, at most `count`, at least 1; none at the end. `advance` must follow when
  /// they were read.
  mutating func nextRun(_ count: Int) -> SampleFrames {
    if position >= length {
      if isAtEnd { return SampleFrames(silence: 0) }
      position = loopStart
    }
    if !readsStream {
      let here = min(count, min(resident.count, length) - position)
      if here > 0 { return resident.part(from: position, count: here) }
      if stream == nil { return SampleFrames(silence: 0) }
      readsStream = true
    }
    return nextStreamedRun(count)
  }

  private mutating func nextStreamedRun(_ count: Int) -> SampleFrames {
    guard let available = stream?.available() else { return SampleFrames(silence: count) }
    length = available.length
    if position >= length {
      if isAtEnd { return SampleFrames(silence: 0) }
      position = 0
    }
    let here = min(min(count, available.count), length - position)
    if here <= 0 {
      stream?.noteUnderrun()
      return SampleFrames(silence: count)
    }
    return SampleFrames(UnsafeRawPointer(available.frames), .stereo, count: here)
  }

  /// Moves on by the frames of a run that were read.
  mutating func advance(_ run: SampleFrames) {
    if run.start == nil { return }
    position += run.count
    if readsStream { stream?.drop(run.count) }
  }
}
