import AudioBase
import Synchronization

/// Reads the music ring at the speed and the pitch that are wanted: directly at those of the track, else through the
/// stretched ring. Audio thread.
struct MusicSource: ~Copyable {
  private enum Mode: BitwiseCopyable {
    /// Reads the music ring.
    case direct
    /// Reads the stretched ring.
    case stretched
    /// Waits for the stretched frames of a new place.
    case awaiting
  }

  private let ring: RingReader<Frame>
  private let stretched: RingReader<Frame>
  private let epochs: RingReader<StretchEpoch>
  private let state: UnsafeMutablePointer<StretchState>
  private var mode: Mode = .direct
  private var epoch = StretchEpoch(start: 0, origin: 0, speed: 1)
  /// The position of the last jump in the music ring.
  private var floor = 0
  private var crossfade: SpeedCrossfade

  init(stream: borrowing StreamBuffer, rate: SampleRate) {
    ring = stream.frames.reader
    stretched = stream.stretch.frames.reader
    epochs = stream.stretch.epochs.reader
    state = stream.stretch.state
    crossfade = SpeedCrossfade(rate: rate)
  }

  // MARK: Where it is

  /// The position of the next frame of the music ring, counted as in `StreamMarker`.
  var position: Int { ring.position }

  /// The position in fractions of a frame.
  var exactPosition: Double { exactPosition(after: 0) }

  /// Returns the exact position after `count` more frames were read.
  func exactPosition(after count: Int) -> Double {
    if mode != .stretched { return Double(ring.position + count) }
    return Double(epoch.origin) + Double(stretched.position + count - epoch.start) * epoch.speed
  }

  /// Frames of the music ring for each frame that is read.
  var speed: Double { mode == .direct ? 1 : epoch.speed }
  /// Whether the music is not heard as it is in the file: at another speed or another pitch.
  var isStretched: Bool { mode != .direct }

  /// The number of frames in the music ring.
  var waiting: Int { ring.available }

  // MARK: Reading

  /// Returns the number of frames before a position of the music ring.
  func available(before place: Int) -> Int {
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

  /// Reads `count` frames, at most those that are available.
  mutating func read(into out: UnsafeMutablePointer<Frame>, count: Int) {
    let source = mode == .stretched ? stretched : ring
    for index in 0..<count { out[index] = source.peek(index) }
    source.drop(count)
    if mode == .stretched { follow() }
    crossfade.mix(into: out, count: count)
  }

  /// Returns the number of stretched frames before a position of the music ring.
  private func frames(until place: Int) -> Int {
    max(HitSequencer.roundedUp((Double(place) - exactPosition) / epoch.speed), 0)
  }

  /// Removes the frames of the music ring that the stretched ones have passed.
  private func follow() {
    // Sums of speeds that are not binary fractions fall a little short of whole frames.
    let passed = Int(exactPosition + 1e-6) - ring.position
    if passed > 0 { ring.drop(min(passed, ring.available)) }
  }

  // MARK: Jumping

  /// Continues at a later position and discards the frames before it. A position that was passed already, at a high
  /// speed, is ignored.
  mutating func jump(to place: Int) {
    ring.drop(max(0, place - ring.position))
    floor = ring.position
    state.pointee.floor.store(floor, ordering: .releasing)
    crossfade.clear()
    if mode != .direct { mode = .awaiting }
  }

  /// Returns false if stretched frames have to be waited for; the stretcher is then requested.
  mutating func prepare() -> Bool {
    _ = changeOver()
    if mode != .awaiting || ring.available == 0 { return true }
    requestFrames()
    return false
  }

  /// Requests the stretcher: it is woken after the block.
  private func requestFrames() { state.pointee.wantsFrames.store(true, ordering: .releasing) }

  /// Requests more stretched frames if few are left. To be called after each block that was played.
  func blockEnded(_ count: Int, rate: Int) {
    let size = max(count, state.pointee.requestSize.load(ordering: .relaxed))
    state.pointee.requestSize.store(size, ordering: .relaxed)
    if mode == .direct { return }
    if stretched.available < StretchBuffer.lowWaterMark(size, rate: rate) { requestFrames() }
  }

  /// Sets the most frames that the device requests at once. Returns whether that many stretched frames are ready, or the
  /// music is not stretched. The device's thread, between two blocks.
  func setRequestSize(_ frames: Int) -> Bool {
    state.pointee.requestSize.store(frames, ordering: .relaxed)
    return mode == .direct || stretched.available >= frames
  }
}

// MARK: Changes of speed and place

extension MusicSource {
  /// The next epoch in the ring.
  private var nextEpoch: StretchEpoch? { epochs.available > 0 ? epochs.peek(0) : nil }

  /// Changes to the next epoch if its position is reached. Returns whether it did.
  mutating func changeOver() -> Bool {
    dropVoid()
    guard let next = nextEpoch else { return false }
    if next.isDirect {
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
    let late = max(HitSequencer.roundedUp((here - Double(next.origin)) / next.speed), 0)
    let made = stretched.position + stretched.available - next.start
    // The new frames must cover the fade and what the device requests at once before the old ones are left.
    let needed = max(crossfade.capacity, state.pointee.requestSize.load(ordering: .relaxed))
    if made < late + (isOldOver ? 1 : needed) {
      // The stretcher may have found no music yet, and sleeps until it is requested.
      requestFrames()
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

  /// Discards epochs from before the last jump, and frames that belong to no epoch.
  private mutating func dropVoid() {
    // An epoch is written before its frames: frames that are seen here without one belong to none.
    let seen = stretched.available
    while let next = nextEpoch, !next.isDirect, next.origin < floor {
      epochs.drop(1)
      requestFrames()
    }
    if mode == .stretched { return }
    var end = seen
    if let next = nextEpoch { end = next.start - stretched.position }
    if end > 0 { stretched.drop(min(end, stretched.available)) }
  }

  /// Keeps the frames that would have been played next, to fade them out.
  private mutating func keepTail(before next: StretchEpoch) {
    switch mode {
    case .awaiting: crossfade.clear()
    case .direct: if next.isDirect { crossfade.clear() } else { crossfade.keep(ring, ring.available) }
    case .stretched: crossfade.keep(stretched, min(stretched.available, next.start - stretched.position))
    }
  }
}
