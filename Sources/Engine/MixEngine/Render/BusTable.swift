import AudioBase

/// A bus as the audio thread reads it: its units and sends in their order, and the memory that they work in.
struct BusTable: BitwiseCopyable {
  let units: UnsafePointer<RenderUnit>
  let unitCount: Int
  /// Ordered by the units before them.
  let sends: UnsafePointer<SendTable>
  let sendCount: Int
  /// Has room for the longest part of a block; nil if the bus works in memory that the caller provides.
  let buffer: UnsafeMutablePointer<Frame>?

  /// Whether frames pass unchanged and are sent nowhere.
  var isEmpty: Bool { unitCount == 0 && sendCount == 0 }

  /// Runs the units on frames. Returns whether their output is silent.
  func run(_ frames: UnsafeMutablePointer<Frame>, count: Int, isSilent: Bool) -> Bool {
    var isSilent = isSilent
    var unit = 0
    for index in 0..<sendCount {
      while unit < sends[index].unitsBefore {
        isSilent = units[unit].run(frames, count, isSilent: isSilent)
        unit += 1
      }
      sends[index].send(frames, count: count, isSilent: isSilent)
    }
    while unit < unitCount {
      isSilent = units[unit].run(frames, count, isSilent: isSilent)
      unit += 1
    }
    return isSilent
  }
}

/// The frames that a part of a block has sent to a return bus. Audio thread.
struct ReturnInput: BitwiseCopyable {
  /// Has room for the longest part of a block.
  let frames: UnsafeMutablePointer<Frame>
  private var isSilent = true

  init(_ frames: UnsafeMutablePointer<Frame>) { self.frames = frames }

  /// Makes the frames ready for a sum: zeros if nothing was sent yet.
  mutating func beginSum(count: Int) {
    if isSilent { frames.update(repeating: .zero, count: count) }
    isSilent = false
  }

  /// Begins the next part. Returns whether nothing was sent in this one.
  mutating func removeAll() -> Bool {
    defer { isSilent = true }
    return isSilent
  }
}

/// A return bus as the audio thread reads it.
struct ReturnTable: BitwiseCopyable {
  let table: BusTable
  let input: UnsafeMutablePointer<ReturnInput>
}

/// A send as the audio thread reads it.
struct SendTable: BitwiseCopyable {
  /// The number of units of the bus before the send.
  let unitsBefore: Int
  let level: UnsafeMutablePointer<FaderState>
  /// Aligns the send with later ones to the same return bus; nil if it is one of the latest.
  let delay: PathDelay?
  let target: UnsafeMutablePointer<ReturnInput>

  /// Adds frames to the input of the return bus. If `isSilent` is true, they count as zeros.
  func send(_ frames: UnsafePointer<Frame>, count: Int, isSilent: Bool) {
    let gains = level.pointee.steadyGains()
    guard let delay else {
      if let gains { return sendDirectly(frames, count: count, isSilent: isSilent, gains) }
      target.pointee.beginSum(count: count)
      let sum = target.pointee.frames
      for index in 0..<count { sum[index] += (isSilent ? .zero : frames[index]) * level.pointee.next() }
      return
    }
    if delay.staysSilent(count: count, isSilent: isSilent) { return }
    target.pointee.beginSum(count: count)
    let sum = target.pointee.frames
    for index in 0..<count {
      sum[index] += delay.next(isSilent ? .zero : frames[index]) * level.pointee.next()
    }
  }

  private func sendDirectly(
    _ frames: UnsafePointer<Frame>, count: Int, isSilent: Bool, _ gains: Frame
  ) {
    if isSilent || gains == .zero { return }
    target.pointee.beginSum(count: count)
    SampleFrames(frames, .stereo, count: count).add(times: gains, to: target.pointee.frames)
  }
}
