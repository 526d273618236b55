import AudioBase
import Synchronization

/// The frames of the music ring as they are to be heard: as they are, or stretched. Audio thread.
///
/// At speed 1 the music ring is read itself, and nothing else is at work.
package struct MusicSource: BitwiseCopyable {
  private enum Mode: BitwiseCopyable {
    case direct
    case stretched
    /// To be stretched, but nothing of this place has come yet.
    case awaiting
  }

  private let ring: RingReader<Frame>
  private let stretched: RingReader<Frame>
  private let epochs: RingReader<StretchEpoch>
  private let state: UnsafeMutablePointer<StretchState>
  private var mode: Mode = .direct
  private var epoch = StretchEpoch(start: 0, origin: 0, speed: 1)
  private var floor = 0
  /// What was played before the last change, on its way out.
  private let tail: UnsafeMutablePointer<Frame>
  private let tailCapacity: Int
  private var tailCount = 0
  private var tailPosition = 0

  /// - Parameter tail: room for the frames that fade at a change of speed; lives as long as the engine.
  package init(stream: borrowing StreamBuffer, tail: UnsafeMutableBufferPointer<Frame>) {
    guard let start = tail.baseAddress else { preconditionFailure("room for a tail") }
    ring = stream.frames.reader
    stretched = stream.stretch.frames.reader
    epochs = stream.stretch.epochs.reader
    state = stream.stretch.state
    self.tail = start
    tailCapacity = tail.count
  }

  // MARK: Where it is

  /// The next frame of the music ring, counted as in `StreamMarker`.
  package var position: Int {
    @_noLocks @_noAllocation get { ring.position }
  }

  /// The same, to fractions of a frame.
  var exactPosition: Double {
    @_noLocks @_noAllocation get {
      exactPosition(after: 0)
    }
  }

  /// The place after so many frames more have been read.
  @_noLocks @_noAllocation
  func exactPosition(after count: Int) -> Double {
    if mode != .stretched { return Double(ring.position + count) }
    return Double(epoch.origin) + Double(stretched.position + count - epoch.start) * epoch.speed
  }

  /// Frames of the music ring for each frame that is read.
  package var speed: Double {
    @_noLocks @_noAllocation get { mode == .direct ? 1 : epoch.speed }
  }

  /// Frames that wait in the music ring.
  package var waiting: Int {
    @_noLocks @_noAllocation get { ring.available }
  }

  // MARK: Reading

  /// How many frames can be read before a place in the music ring is reached.
  @_noLocks @_noAllocation
  package func available(before place: Int) -> Int {
    switch mode {
    case .awaiting: return 0
    case .direct:
      let count = min(ring.available, max(0, place - ring.position))
      guard let next = nextEpoch, next.origin > ring.position else { return count }
      return min(count, next.origin - ring.position)
    case .stretched:
      var count = stretched.available
      if let next = nextEpoch {
        count = min(count, max(0, next.start - stretched.position))
        if Double(next.origin) > exactPosition { count = min(count, frames(until: next.origin)) }
      }
      return place == .max ? count : min(count, frames(until: place))
    }
  }

  /// Reads frames that are available.
  @_noLocks @_noAllocation
  package mutating func read(into out: UnsafeMutablePointer<Frame>, count: Int) {
    let source = mode == .stretched ? stretched : ring
    for index in 0..<count { out[index] = source.peek(index) }
    source.drop(count)
    if mode == .stretched { follow() }
    mixTail(into: out, count: count)
  }

  /// Frames to be read until a place in the music ring is reached.
  @_noLocks @_noAllocation
  private func frames(until place: Int) -> Int {
    MusicSource.roundedUp((Double(place) - exactPosition) / epoch.speed)
  }

  /// Lets go of what lies behind in the music ring.
  @_noLocks @_noAllocation
  private func follow() {
    // Sums of speeds that are no binary fractions fall a little short of whole frames.
    let passed = Int(exactPosition + 1e-6) - ring.position
    if passed > 0 { ring.drop(min(passed, ring.available)) }
  }

  @_noLocks @_noAllocation
  private static func roundedUp(_ value: Double) -> Int {
    let value = value - 1e-6
    if value <= 0 { return 0 }
    let whole = Int(value)
    return Double(whole) < value ? whole + 1 : whole
  }

  // MARK: Jumping

  /// Goes on from a later place: nothing before it will be heard. A place that was stepped over at a high speed counts as
  /// reached.
  @_noLocks @_noAllocation
  package mutating func jump(to place: Int) {
    ring.drop(max(0, place - ring.position))
    floor = ring.position
    state.pointee.floor.store(floor, ordering: .releasing)
    tailCount = 0
    if mode != .direct { mode = .awaiting }
  }

  /// Whether there is something to read, or nothing to wait for. Where not, the stretcher is asked.
  @_noLocks @_noAllocation
  mutating func prepare() -> Bool {
    _ = changeOver()
    if mode != .awaiting || ring.available == 0 { return true }
    wantFrames()
    return false
  }

  @_noLocks @_noAllocation
  func wantFrames() { if mode != .direct { state.pointee.wantsFrames.store(true, ordering: .releasing) } }

  /// Below so many frames of the stretched ring more is asked for: a block and 10 ms.
  @_noLocks @_noAllocation
  package static func low(block: Int, rate: Int) -> Int { block + rate / 100 }

  /// To be told after each block that was played: asks for more where the stretched ring runs low.
  @_noLocks @_noAllocation
  func blockEnded(_ count: Int, rate: Int) {
    if mode == .direct { return }
    state.pointee.block.store(count, ordering: .relaxed)
    if stretched.available < MusicSource.low(block: count, rate: rate) { wantFrames() }
  }
}

// MARK: Changes of speed and place

extension MusicSource {
  /// The next epoch that is not void. What belongs to none is thrown away.
  private var nextEpoch: StretchEpoch? {
    @_noLocks @_noAllocation get { epochs.available > 0 ? epochs.peek(0) : nil }
  }

  /// Goes over to the next epoch where its place is reached. - Returns: whether it did.
  @_noLocks @_noAllocation
  mutating func changeOver() -> Bool {
    dropVoid()
    guard let next = nextEpoch else { return false }
    if next.speed == 1 {
      keepTail(before: next)
      stretched.drop(next.start - stretched.position)
      epochs.drop(1)
      let wasDirect = mode == .direct
      mode = .direct
      return !wasDirect
    }
    let here = exactPosition
    let isOldOver = mode == .awaiting || (mode == .stretched && stretched.position >= next.start)
    if here < Double(next.origin) && !isOldOver { return false }
    let late = MusicSource.roundedUp((here - Double(next.origin)) / next.speed)
    let made = stretched.position + stretched.available - next.start
    // Before the old signal is left, the new one must reach over the fade.
    if made < late + (isOldOver ? 1 : tailCapacity) {
      // The stretcher may have found no music yet, and sleeps until it is asked.
      wantFramesOfNewPlace()
      return false
    }
    keepTail(before: next)
    stretched.drop(next.start + late - stretched.position)
    epochs.drop(1)
    epoch = next
    mode = .stretched
    follow()
    return true
  }

  /// Throws away epochs of before the last jump, and frames that belong to no epoch.
  @_noLocks @_noAllocation
  private mutating func dropVoid() {
    // An epoch is told before its frames: what is seen here without one belongs to none.
    let seen = stretched.available
    while let next = nextEpoch, next.speed != 1, next.origin < floor {
      epochs.drop(1)
      wantFramesOfNewPlace()
    }
    if mode == .stretched { return }
    var end = seen
    if let next = nextEpoch { end = next.start - stretched.position }
    if end > 0 { stretched.drop(min(end, stretched.available)) }
  }

  @_noLocks @_noAllocation
  private func wantFramesOfNewPlace() { state.pointee.wantsFrames.store(true, ordering: .releasing) }

  /// Keeps what would have been played next, to fade it out.
  @_noLocks @_noAllocation
  private mutating func keepTail(before next: StretchEpoch) {
    tailPosition = 0
    switch mode {
    case .awaiting: tailCount = 0
    case .direct:
      tailCount = next.speed == 1 ? 0 : min(tailCapacity, ring.available)
      for index in 0..<tailCount { tail[index] = ring.peek(index) }
    case .stretched:
      tailCount = max(0, min(tailCapacity, min(stretched.available, next.start - stretched.position)))
      for index in 0..<tailCount { tail[index] = stretched.peek(index) }
    }
  }

  @_noLocks @_noAllocation
  private mutating func mixTail(into out: UnsafeMutablePointer<Frame>, count: Int) {
    let here = min(count, tailCount - tailPosition)
    if here <= 0 { return }
    let step = 1 / Float(tailCount + 1)
    for index in 0..<here {
      let share = Float(tailPosition + index + 1) * step
      out[index] = out[index] * share + tail[tailPosition + index] * (1 - share)
    }
    tailPosition += here
    if tailPosition == tailCount { tailCount = 0 }
  }
}
