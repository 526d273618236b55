import AudioBase

/// The next frames of a voice without a break: in one of two forms, or silence.
struct SampleRun: BitwiseCopyable {
  var mono: UnsafePointer<Float>?
  var stereo: UnsafePointer<Frame>?
  /// The number of frames; 0 at the end of the sample.
  var count = 0

  /// Adds the frames, times `gain`, to `out`.
  @_noLocks @_noAllocation
  func add(times gain: Frame, to out: UnsafeMutablePointer<Frame>) {
    if let stereo {
      FrameBlock.add(stereo, times: gain, to: out, count: count)
    } else if let mono {
      FrameBlock.add(mono, times: gain, to: out, count: count)
    }
  }

  /// Adds the frames, times `gain` and a moving level, to `out`. The level moves on through silence too.
  @_noLocks @_noAllocation
  func add(times gain: Frame, level: inout GainRamp, to out: UnsafeMutablePointer<Frame>) {
    var ramp = level
    if let stereo {
      for index in 0..<count { out[index] += stereo[index] * (gain * ramp.next()) }
    } else if let mono {
      for index in 0..<count { out[index] += mono[index] * (gain * ramp.next()) }
    } else {
      for _ in 0..<count { _ = ramp.next() }
    }
    level = ramp
  }
}

/// The source of the frames of a voice: memory, then, for a streamed sample, a ring. Audio thread.
struct VoiceSource: BitwiseCopyable {
  private let mono: UnsafePointer<Float>?
  private let stereo: UnsafePointer<Frame>?
  /// The frames in memory.
  private let resident: Int
  /// The frames of the whole sample; `Int.max` if not known yet.
  private var length: Int
  private var position = 0
  /// Whether it repeats.
  private var isLooping: Bool
  /// Whether the next frames come from the ring.
  private var readsStream = false
  /// Whether the release of the key ends the repetition.
  private let isSustainLoop: Bool
  // Last, since voices without a ring do not read it.
  private var stream: StreamReader?

  @_noLocks @_noAllocation
  init(_ region: PadRegion, stream: StreamReader?) {
    (mono, stereo, resident) = (region.mono, region.stereo, region.count)
    length = stream == nil ? region.count : Int.max
    isLooping = region.isLooping
    isSustainLoop = region.isSustainLoop
    self.stream = stream
  }

  /// Whether it has no more frames.
  var isAtEnd: Bool {
    @_noLocks @_noAllocation get { position >= length && (!isLooping || length == 0) }
  }

  /// Whether it repeats until the voice is ended.
  var isEndless: Bool {
    @_noLocks @_noAllocation get { isLooping }
  }

  /// Ends a repetition that the key holds: the rest of the sample follows.
  @_noLocks @_noAllocation
  mutating func releaseLoop() { if isSustainLoop { isLooping = false } }

  /// Lets the ring go. To be called when the voice ends.
  @_noLocks @_noAllocation
  mutating func close() {
    stream?.cancel()
    stream = nil
  }

  /// Adds the next frames, times `gain`, to `out`, if all of them are in memory: the usual case, without the choices of
  /// `nextRun`.
  ///
  /// - Returns: whether it has added them.
  @_noLocks @_noAllocation
  mutating func addResident(times gain: Frame, to out: UnsafeMutablePointer<Frame>, count: Int) -> Bool {
    if readsStream || position + count > min(resident, length) { return false }
    if let stereo {
      FrameBlock.add(stereo + position, times: gain, to: out, count: count)
    } else if let mono {
      FrameBlock.add(mono + position, times: gain, to: out, count: count)
    }
    position += count
    return true
  }

  /// The next frames, at most `count`, at least 1; none at the end. `advance` must follow when they were read.
  @_noLocks @_noAllocation
  mutating func nextRun(_ count: Int) -> SampleRun {
    if position >= length {
      if isAtEnd { return SampleRun() }
      position = 0
    }
    if !readsStream {
      let here = min(count, min(resident, length) - position)
      if here > 0 { return residentRun(here) }
      if stream == nil { return SampleRun() }
      readsStream = true
    }
    return nextStreamedRun(count)
  }

  @_noLocks @_noAllocation
  private func residentRun(_ count: Int) -> SampleRun {
    if let stereo { return SampleRun(stereo: stereo + position, count: count) }
    guard let mono else { return SampleRun() }
    return SampleRun(mono: mono + position, count: count)
  }

  @_noLocks @_noAllocation
  private mutating func nextStreamedRun(_ count: Int) -> SampleRun {
    guard let available = stream?.available() else { return SampleRun(count: count) }
    length = available.length
    if position >= length {
      if isAtEnd { return SampleRun() }
      position = 0
    }
    let here = min(min(count, available.count), length - position)
    if here <= 0 {
      stream?.noteUnderrun()
      return SampleRun(count: count)
    }
    return SampleRun(stereo: available.frames, count: here)
  }

  /// Moves on by the frames of a run that were read.
  @_noLocks @_noAllocation
  mutating func advance(_ run: SampleRun) {
    if run.mono == nil && run.stereo == nil { return }
    position += run.count
    if readsStream { stream?.drop(run.count) }
  }
}
