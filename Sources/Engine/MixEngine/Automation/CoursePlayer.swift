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
  /// A mixed frame on the grid of values.
  var grid: Int
  /// The frames by which values act before their own: less than an output frame. See `MusicBus.margin(of:from:)`.
  var margin = 0.0

  private var step: Double { (end - from) / Double(count) }

  /// Returns the last frame whose values act at a place of the part.
  func limit(at place: Int) -> Double {
    if from == end { return from }
    let frames = place - offset
    return frames < count ? from + margin + (Double(frames) + 1e-6) * step : end - 1e-6 * step
  }

  /// Returns the place in the part of a frame; `.max` if it comes later.
  func place(of frame: Int) -> Int {
    if Double(frame) >= end + margin { return .max }
    let left = Double(frame) - from - margin
    // Also where the track stands.
    if left <= 0 { return offset }
    return offset + max(HitSequencer.roundedUp(left / step), 0)
  }
}

/// Sets targets to the values of their courses. Audio thread.
///
/// Values of a track act on a grid of 32 output frames that begins with the track, and at jumps, so that it acts alike
/// wherever the track is heard. Those of a free sequence act on their frames, at least 32 frames apart.
struct CoursePlayer: ~Copyable {
  static var grid: Int { 32 }
  private static var capacity: Int { 64 }
  /// Before all frames; distances from it are no overflow.
  private static var beginning: Int { .min / 2 }

  /// Whether values act on their frames.
  private let isExact: Bool
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
  /// Whether a piece has begun with a jump whose values have not acted.
  private var isJumping = false
  /// The frame of the next point of all courses.
  private var nextFrame = Int.max
  /// The first mixed frame at which a value may act on its frame.
  private var earliest = CoursePlayer.beginning

  init(isExact: Bool = false) { self.isExact = isExact }

  deinit { pieces.deallocate() }

  var isActive: Bool { self.set.count > 0 }

  mutating func use(_ new: CourseSet) {
    set = new
    (courses, count) = (nil, 0)
    isJumping = false
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
    earliest = CoursePlayer.beginning
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
  ///
  /// - Parameter start: the first mixed frame of the part.
  mutating func apply(at place: Int, from start: Int, _ levels: StandardUnitPointers, rampLength: Int) {
    while begun < pieceCount && pieces[begun].offset <= place { begin() }
    guard begun > 0, let courses else { return }
    let piece = pieces[begun - 1]
    let isOnGrid = (start + place - piece.grid) & (CoursePlayer.grid - 1) == 0
    let isOnFrame = isExact && !hasUnplaced && start + place >= earliest
    guard isJumping || isOnGrid || isOnFrame else { return }
    let limit = piece.limit(at: place)
    if !hasUnplaced && Double(nextFrame) > limit { return }
    if !isJumping { earliest = start + place + CoursePlayer.grid }
    isJumping = false
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

  /// Returns the next place at which a target may have to be set; `.max` if there is none in the part.
  ///
  /// - Parameters:
  ///   - place: a place for which `apply` was called.
  ///   - start: the first mixed frame of the part.
  func nextPlace(after place: Int, from start: Int) -> Int {
    let following = begun < pieceCount ? pieces[begun].offset : Int.max
    guard begun > 0, count > 0 else { return following }
    let piece = pieces[begun - 1]
    var next = hasUnplaced ? place + 1 : nextFrame == .max ? .max : piece.place(of: nextFrame)
    if next == .max { return following }
    next = max(next, place + 1)
    if isExact && !hasUnplaced {
      next = max(next, earliest - start)
    } else {
      next += (piece.grid - start - next) & (CoursePlayer.grid - 1)
    }
    return min(next, following)
  }

  private mutating func begin() {
    let piece = pieces[begun]
    begun += 1
    if piece.stream != stream || courses == nil { find(piece.stream) }
    if piece.isJump {
      jump()
      isJumping = true
    }
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
