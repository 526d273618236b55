import AudioBase
import SystemBase

/// A hit with its place in the block that is being rendered.
struct DueHit: BitwiseCopyable {
  var hit: Hit
  /// Frames from the block's start.
  var offset: Int
  var isLate: Bool
  /// The index of the sample; −1 leaves the choice to the pad.
  var sample = -1
  var gain: Float = 1
  var isPlanned = false
  /// Frames after which the pad ends by itself; 0 if it sounds to its end. Planned hits only.
  var heldFrames = 0
}

/// Assigns the hits of all ports to frames of the block. Audio thread.
struct HitScheduler: ~Copyable {
  static var capacity: Int { 1024 }

  private let ports: UnsafeMutablePointer<RingReader<Hit>>
  private let portCount: Int
  private let placer: FramePlacer
  private let due: UnsafeMutablePointer<DueHit>
  private(set) var dueCount = 0

  init(ports readers: [RingReader<Hit>], rate: SampleRate, timing: HitTiming) {
    placer = FramePlacer(rate: rate, timing: timing)
    ports = .allocate(capacity: max(readers.count, 1))
    for (index, reader) in readers.enumerated() { (ports + index).initialize(to: reader) }
    portCount = readers.count
    due = .allocate(capacity: HitScheduler.capacity)
  }

  deinit {
    ports.deallocate()
    due.deallocate()
  }

  /// Whether hits wait for a later block.
  var hasWaiting: Bool { (0..<portCount).contains { ports[$0].available > 0 } }

  func dueHit(_ index: Int) -> DueHit { due[index] }

  /// Removes the hits of this block from their rings, and orders them by frames; later hits stay in the rings.
  ///
  /// - Parameter asked: when the block should have been requested.
  mutating func collect(blockOf count: Int, asked: HostTime) {
    dueCount = 0
    for port in 0..<portCount {
      while dueCount < HitScheduler.capacity && ports[port].available > 0 {
        let hit = ports[port].peek(0)
        let frame = placer.place(hit.time, count: count, asked: asked)
        if frame >= count { break }
        ports[port].drop(1)
        insert(DueHit(hit: hit, offset: max(frame, 0), isLate: frame < 0))
      }
    }
  }

  /// Discards the hits, releases and chokes that wait in the rings. Returns the number of hits.
  func dropWaiting() -> Int {
    var dropped = 0
    for port in 0..<portCount {
      let waiting = ports[port].available
      for index in 0..<waiting where ports[port].peek(index).isStrike { dropped += 1 }
      ports[port].drop(waiting)
    }
    return dropped
  }

  /// Adds a planned hit to the block, at a place that was not rendered yet.
  ///
  /// - Returns: false if there is no room.
  mutating func add(_ planned: PlannedHit, at offset: Int, held: Int) -> Bool {
    if dueCount == HitScheduler.capacity { return false }
    let hit = Hit(pad: planned.pad, velocity: planned.velocity, time: HostTime(nanoseconds: 0))
    insert(
      DueHit(
        hit: hit, offset: offset, isLate: false, sample: planned.sample, gain: planned.gain, isPlanned: true,
        heldFrames: held))
    return true
  }

  /// Inserts a hit in the order of offsets, after equal ones.
  private mutating func insert(_ new: DueHit) {
    var index = dueCount
    while index > 0 && due[index - 1].offset > new.offset {
      due[index] = due[index - 1]
      index -= 1
    }
    due[index] = new
    dueCount += 1
  }
}
