import AudioBase

/// The next frames of a voice without a break: in one of two forms, or silence.
struct SampleRun: BitwiseCopyable {
  var mono: UnsafePointer<Float>?
  var stereo: UnsafePointer<Frame>?
  /// 0 at the end of the sample.
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

/// Where a voice reads its frames: from memory, then, of a streamed sample, from a ring. Audio thread.
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
  /// Whether the release of the key ends the repetition.
  private let isSustainLoop: Bool
  private var stream: StreamReader?
  /// Whether the next frames come from the ring.
  private var readsStream = false

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

/// The audio thread's end of the ring of a streamed voice.
struct StreamReader: BitwiseCopyable {
  /// The bits of a request that name the sample and whether it repeats.
  static var sampleBits: Int {
    @_noLocks @_noAllocation get { 24 }
  }

  private let slot: UnsafePointer<StreamSlot>
  private let ring: UnsafePointer<Frame>
  private let status: UnsafePointer<StreamStatus>
  private let request: Int
  /// Whether the ring was empty at the last read.
  private var isStarved = false

  /// Requests the sample of a region for a voice.
  ///
  /// - Parameter serial: different for each request of a program, from 1.
  @_noLocks @_noAllocation
  init(_ table: StreamTable, voice: Int, region: PadRegion, serial: Int) {
    slot = table.slots + voice
    ring = UnsafePointer(table.rings + voice * StreamTable.capacity)
    status = table.status
    request = (serial &<< StreamReader.sampleBits) | (region.stream &<< 1) | (region.isLooping ? 1 : 0)
    slot.pointee.request.store(request, ordering: .releasing)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  @_noLocks @_noAllocation
  func cancel() {
    slot.pointee.request.store(0, ordering: .releasing)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  /// The frames that can be read without a break, and the length of the sample as far as it is known.
  @_noLocks @_noAllocation
  mutating func available() -> (frames: UnsafePointer<Frame>, count: Int, length: Int) {
    if slot.pointee.serving.load(ordering: .acquiring) != request { return (ring, 0, Int.max) }
    let written = slot.pointee.written.load(ordering: .acquiring)
    let read = slot.pointee.read.load(ordering: .relaxed)
    let start = read & (StreamTable.capacity - 1)
    let length = slot.pointee.length.load(ordering: .acquiring)
    if written > read { isStarved = false }
    return (ring + start, min(written - read, StreamTable.capacity - start), length)
  }

  /// Counts an empty ring once until it has frames again.
  @_noLocks @_noAllocation
  mutating func noteUnderrun() {
    if isStarved { return }
    isStarved = true
    status.pointee.underruns.add(1, ordering: .relaxed)
    status.pointee.wantsWork.store(true, ordering: .releasing)
  }

  /// Removes frames that were read. Requests more when the ring becomes half empty.
  @_noLocks @_noAllocation
  func drop(_ count: Int) {
    let read = slot.pointee.read.load(ordering: .relaxed) + count
    slot.pointee.read.store(read, ordering: .releasing)
    let left = slot.pointee.written.load(ordering: .relaxed) - read
    let half = StreamTable.capacity / 2
    if left < half && left + count >= half { status.pointee.wantsWork.store(true, ordering: .releasing) }
  }
}
