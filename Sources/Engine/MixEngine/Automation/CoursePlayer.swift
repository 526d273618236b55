/// Frames of a track or a free sequence that become frames of the part, or a frame at which a track stands meanwhile.
struct CoursePiece: BitwiseCopyable {
  var stream: UInt64
  /// The first frame, and the one after the last; the same if the track stands.
  var from: Double
  var end: Double
  /// The frames of the output, and the place of the first one in the part.
  var count: Int
  var offset: Int
  /// Whether it does not continue what was before.
  var isJump: Bool

  private var step: Double { (end - from) / Double(count) }

  /// Returns the last frame whose values act at a place of the part.
  func limit(at place: Int) -> Double {
    if from == end { return from }
    let frames = place - offset
    return frames < count ? from + (Double(frames) + 1e-6) * step : end - 1e-6 * step
  }

  /// Returns the place in the part of a frame; `.max` if it comes later.
  func place(of frame: Int) -> Int {
    if Double(frame) >= end { return .max }
    return offset + max(HitSequencer.roundedUp((Double(frame) - from) / step), 0)
  }
}

/// Sets targets to the values of their courses, at output frames that are multiples of 32. Audio thread.
struct CoursePlayer: ~Copyable {
  static var grid: Int { 32 }
  private static var capacity: Int { 64 }

  private(set) var set = CourseSet()
  private var held = HeldTargets()
  private var courses: UnsafeMutablePointer<CourseState>?
  private var count = 0
  private var stream: UInt64 = 0
  /// The pieces of the part.
  private let pieces = UnsafeMutablePointer<CoursePiece>.allocate(capacity: CoursePlayer.capacity)
  private var pieceCount = 0
  /// The pieces that have begun.
  private var begun = 0
  /// Whether a course has not set its target to the value of the place.
  private var hasUnplaced = false
  /// The frame of the next point of all courses.
  private var nextFrame = Int.max

  deinit { pieces.deallocate() }

  var isActive: Bool { self.set.count > 0 }

  mutating func use(_ new: CourseSet) {
    set = new
    (courses, count) = (nil, 0)
    hold(held)
    find(stream)
  }

  /// Replaces the targets that hands hold.
  mutating func hold(_ new: HeldTargets) {
    held = new
    guard let entries = set.entries else { return }
    for entry in 0..<set.count {
      for index in 0..<entries[entry].count {
        let course = entries[entry].courses + index
        let isHeld = new.contains(course.pointee.target)
        if course.pointee.isOverridden && !isHeld { course.pointee.isPlaced = false }
        course.pointee.isOverridden = isHeld
      }
    }
    hasUnplaced = true
  }

  /// Notes that the next frames do not continue those before.
  mutating func jump() {
    for index in 0..<count { courses?[index].isPlaced = false }
    hasUnplaced = true
  }

  mutating func beginPart() {
    while begun < pieceCount { begin() }
    (begun, pieceCount) = (0, 0)
  }

  /// Adds the next piece of the part. Without room, the values of the place follow in the next part.
  mutating func add(_ piece: CoursePiece) {
    if !isActive || piece.count <= 0 || piece.end < piece.from { return }
    if pieceCount == CoursePlayer.capacity { return jump() }
    (pieces + pieceCount).initialize(to: piece)
    pieceCount += 1
  }

  /// Sets the targets whose values act at a place of the part.
  mutating func apply(at place: Int, _ levels: StandardUnitPointers, rampLength: Int) {
    while begun < pieceCount && pieces[begun].offset <= place { begin() }
    guard begun > 0, let courses else { return }
    let limit = pieces[begun - 1].limit(at: place)
    if !hasUnplaced && Double(nextFrame) > limit { return }
    nextFrame = .max
    for index in 0..<count where !courses[index].isOverridden {
      apply(courses + index, limit, levels, rampLength: rampLength)
    }
    hasUnplaced = false
  }

  private mutating func apply(
    _ course: UnsafeMutablePointer<CourseState>, _ limit: Double, _ levels: StandardUnitPointers,
    rampLength: Int
  ) {
    let end = course.pointee.count
    var next = course.pointee.next
    if !course.pointee.isPlaced {
      var (low, high) = (0, end)
      while low < high {
        let middle = (low + high) / 2
        if Double(course.pointee.frames[middle]) <= limit { low = middle + 1 } else { high = middle }
      }
      next = low
    } else {
      while next < end && Double(course.pointee.frames[next]) <= limit { next += 1 }
    }
    if next > 0 && (!course.pointee.isPlaced || next != course.pointee.next) {
      levels.set(course.pointee.target, to: course.pointee.bits[next - 1], rampLength: rampLength)
    }
    (course.pointee.next, course.pointee.isPlaced) = (next, true)
    if next < end { nextFrame = min(nextFrame, course.pointee.frames[next]) }
  }

  /// Returns the place after which a target may have to be set next; `.max` if there is none in the part.
  func nextPlace() -> Int {
    let following = begun < pieceCount ? pieces[begun].offset : Int.max
    guard begun > 0, count > 0, nextFrame != .max else { return following }
    return min(pieces[begun - 1].place(of: nextFrame), following)
  }

  private mutating func begin() {
    let piece = pieces[begun]
    begun += 1
    if piece.stream != stream || courses == nil { find(piece.stream) }
    if piece.isJump { jump() }
  }

  private mutating func find(_ wanted: UInt64) {
    stream = wanted
    (courses, count, nextFrame) = (nil, 0, .max)
    guard let entries = set.entries else { return }
    for index in 0..<set.count where entries[index].stream == wanted {
      (courses, count) = (entries[index].courses, entries[index].count)
    }
    jump()
  }
}
