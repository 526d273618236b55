import AudioBase

/// A planned hit with its place in the part that is being rendered.
struct DuePlan: BitwiseCopyable {
  var hit: PlannedHit
  var offset: Int
  /// Output frames for which a gate pad sounds; 0 to its end.
  var held: Int

  @_noLocks @_noAllocation
  init(hit: PlannedHit, offset: Int, held: Int) {
    self.hit = hit
    self.offset = offset
    self.held = held
  }
}

/// Finds what is planned for the frames that are being rendered: exactly there, at any speed, through seeks and
/// joins, since nothing is predicted. Audio thread.
struct HitPlanner: ~Copyable {
  static var capacity: Int {
    @_noLocks @_noAllocation get { 512 }
  }
  /// Seconds for which music waits for what is to sound with it.
  static var patience: Double {
    @_noLocks @_noAllocation get { 0.25 }
  }

  private var plans = PlanSet(entries: nil, count: 0)
  private let due: UnsafeMutablePointer<DuePlan>
  private(set) var dueCount = 0
  /// Where the music was left, to go on from there without a hit lost or struck twice.
  private var reached = 0.0
  private var reachedStream: UInt64 = 0
  private var mayGoOn = false
  private var free = PlanTable(hits: nil, count: 0)
  /// The output frame at which the free plan began.
  private var freeOrigin = 0
  private var isFreeOpen = false
  /// How many hits of this part found no room.
  private(set) var lost = 0
  private let patience: Int
  /// Frames for which the music of this place has waited.
  private var waited = 0

  init(rate: SampleRate) {
    due = .allocate(capacity: HitPlanner.capacity)
    patience = Int(Double(rate.hertz) * HitPlanner.patience)
  }

  deinit { due.deallocate() }

  @_noLocks @_noAllocation
  func duePlan(_ index: Int) -> DuePlan { due[index] }

  @_noLocks @_noAllocation
  mutating func use(_ plans: PlanSet) { self.plans = plans }

  @_noLocks @_noAllocation
  mutating func startFree(_ table: PlanTable, at outputFrame: Int, isOpen: Bool) {
    free = table
    freeOrigin = outputFrame
    isFreeOpen = isOpen
  }

  /// Moves the free plan's place in the output.
  @_noLocks @_noAllocation
  mutating func moveFree(by frames: Int) { freeOrigin += frames }

  /// Whether the free plan has hits still to come, or somebody plays to it.
  @_noLocks @_noAllocation
  func isFreeRunning(at outputFrame: Int) -> Bool {
    if isFreeOpen { return true }
    guard let hits = free.hits, free.count > 0 else { return false }
    return hits[free.count - 1].frame >= outputFrame - freeOrigin
  }

  /// To be called before each part.
  @_noLocks @_noAllocation
  mutating func beginPart(_ count: Int, outputFrame: Int) {
    dueCount = 0
    lost = 0
    if free.count > 0 { pass(free, from: Double(outputFrame - freeOrigin), step: 1, count: count, at: 0) }
  }

  /// The music goes on from another place: what lies between is not struck.
  @_noLocks @_noAllocation
  mutating func jumped() {
    mayGoOn = false
    waited = 0
  }

  /// Whether music that could begin has to wait, since its plan is still to come.
  ///
  /// - Parameter count: frames of silence that follow where it has to.
  @_noLocks @_noAllocation
  mutating func mustWait(for stream: StreamID, _ count: Int) -> Bool {
    if waited >= patience || !plans.isAwaited(stream.value) { return false }
    waited += count
    return true
  }

  /// Finds the hits of music that is being read.
  ///
  /// - Parameters:
  ///   - from: the track's frame that is read first, `end` the one after the last.
  ///   - offset: of the first frame in the part.
  @_noLocks @_noAllocation
  mutating func passMusic(_ stream: StreamID, from: Double, end: Double, count: Int, at offset: Int) {
    if count == 0 { return }
    let step = (end - from) / Double(count)
    var start = from
    // Where the speed changes, places are right to a frame or two.
    if mayGoOn && reachedStream == stream.value && (reached - from).magnitude < 4 * max(step, 1) {
      start = reached
    }
    mayGoOn = true
    reachedStream = stream.value
    reached = end
    if start >= end { return }
    for index in 0..<plans.count {
      guard let table = plans.table(index, of: stream.value) else { continue }
      pass(table, from: start, end: end, origin: from, step: step, count: count, at: offset)
    }
  }

  @_noLocks @_noAllocation
  private mutating func pass(_ table: PlanTable, from: Double, step: Double, count: Int, at offset: Int) {
    pass(
      table, from: from, end: from + Double(count) * step, origin: from, step: step, count: count, at: offset)
  }

  @_noLocks @_noAllocation
  private mutating func pass(
    _ table: PlanTable, from: Double, end: Double, origin: Double, step: Double, count: Int, at offset: Int
  ) {
    guard let hits = table.hits else { return }
    var index = table.first(from: from)
    while index < table.count && Double(hits[index].frame) < end {
      let frames = HitPlanner.roundedUp((Double(hits[index].frame) - origin) / step)
      let place = min(max(frames, 0), count - 1)
      insert(hits[index], offset + place, held: HitPlanner.held(hits[index], from: place, origin, step))
      index += 1
    }
  }

  /// Output frames from a hit's place to its end; 0 where it sounds as long as it can.
  @_noLocks @_noAllocation
  private static func held(_ hit: PlannedHit, from place: Int, _ origin: Double, _ step: Double) -> Int {
    if hit.length <= 0 { return 0 }
    let end = (Double(hit.frame) + Double(hit.length) - origin) / step
    return end < 1e9 ? max(roundedUp(end) - place, 1) : 0
  }

  /// The first output frame that has come to a place; sums of steps that are no binary fractions pass it by a little.
  @_noLocks @_noAllocation
  private static func roundedUp(_ frames: Double) -> Int {
    let frames = frames - 1e-6
    let whole = Int(frames)
    return Double(whole) < frames ? whole + 1 : whole
  }

  /// Keeps the order of frames.
  @_noLocks @_noAllocation
  private mutating func insert(_ hit: PlannedHit, _ offset: Int, held: Int) {
    if dueCount == HitPlanner.capacity {
      lost += 1
      return
    }
    var place = dueCount
    while place > 0 && due[place - 1].offset > offset {
      (due + place).initialize(to: due[place - 1])
      place -= 1
    }
    (due + place).initialize(to: DuePlan(hit: hit, offset: offset, held: held))
    dueCount += 1
  }
}
