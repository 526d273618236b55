/// A course as the audio thread reads it, with how far it has come.
struct CourseState: BitwiseCopyable {
  let target: AutomationTarget
  /// In ascending order.
  let frames: UnsafePointer<Int>
  let bits: UnsafePointer<UInt64>
  let count: Int
  /// The index of the first point that has not acted.
  var next = 0
  /// Whether the target has the value of the place.
  var isPlaced = false
  /// Whether a hand holds the target, so that the course does not act.
  var isOverridden = false
}

/// The courses of the tracks that may be heard next, as the audio thread reads and moves them. A track has one list.
public struct CourseSet: @unchecked Sendable, BitwiseCopyable {
  struct Entry: BitwiseCopyable {
    let stream: UInt64
    let courses: UnsafeMutablePointer<CourseState>
    let count: Int
  }

  var entries: UnsafePointer<Entry>?
  var count = 0
  /// The last frame of all courses.
  var lastFrame = Int.min

  /// Returns whether a track has courses.
  func hasCourses(of stream: StreamID) -> Bool {
    guard let entries else { return false }
    for index in 0..<count where entries[index].stream == stream.value { return true }
    return false
  }
}

/// Owns the memory of a set of courses, and keeps that of their targets.
final class CourseSetOwner: @unchecked Sendable {
  let set: CourseSet
  private let entries: UnsafeMutableBufferPointer<CourseSet.Entry>
  private let courses: UnsafeMutableBufferPointer<CourseState>
  private let frames: UnsafeMutableBufferPointer<Int>
  private let bits: UnsafeMutableBufferPointer<UInt64>
  private let owners: [any AnyObject & Sendable]

  /// Copies courses. Those without points are left out.
  init(_ list: [(stream: StreamID, courses: [AutomationCourse])]) {
    var merged: [(stream: UInt64, courses: [AutomationCourse])] = []
    for (stream, all) in list {
      let courses = all.filter { !$0.frames.isEmpty && !$0.bits.isEmpty }
      if courses.isEmpty { continue }
      if let known = merged.firstIndex(where: { $0.stream == stream.value }) {
        merged[known].courses += courses
      } else {
        merged.append((stream.value, courses))
      }
    }
    let all = merged.flatMap(\.courses)
    let points = all.reduce(0) { $0 + min($1.frames.count, $1.bits.count) }
    owners = all.compactMap(\.owner)
    entries = .allocate(capacity: merged.count)
    courses = .allocate(capacity: all.count)
    frames = .allocate(capacity: points)
    bits = .allocate(capacity: points)
    var point = 0
    for (index, course) in all.enumerated() {
      let count = min(course.frames.count, course.bits.count)
      let (frames, bits) = (frames[point..<point + count], bits[point..<point + count])
      let (firstFrame, firstBits) = (
        UnsafeMutableBufferPointer(rebasing: frames), UnsafeMutableBufferPointer(rebasing: bits)
      )
      _ = firstFrame.initialize(from: course.frames.prefix(count))
      _ = firstBits.initialize(from: course.bits.prefix(count))
      guard let frames = firstFrame.baseAddress, let bits = firstBits.baseAddress else { continue }
      courses.initializeElement(
        at: index,
        to: CourseState(
          target: course.target, frames: UnsafePointer(frames), bits: UnsafePointer(bits), count: count))
      point += count
    }
    var first = 0
    for (index, entry) in merged.enumerated() {
      guard let base = courses.baseAddress else { continue }
      entries.initializeElement(
        at: index,
        to: CourseSet.Entry(stream: entry.stream, courses: base + first, count: entry.courses.count))
      first += entry.courses.count
    }
    set = CourseSet(
      entries: UnsafePointer(entries.baseAddress), count: merged.count,
      lastFrame: all.compactMap(\.frames.last).max() ?? .min)
  }

  deinit {
    entries.deallocate()
    courses.deallocate()
    frames.deallocate()
    bits.deallocate()
  }
}

/// The targets that hands hold, as the audio thread reads them.
public struct HeldTargets: @unchecked Sendable, BitwiseCopyable {
  /// The keys of the targets in ascending order.
  var keys: UnsafePointer<UInt>?
  var count = 0

  /// Returns whether a hand holds a target.
  func contains(_ target: AutomationTarget) -> Bool {
    guard let keys, count > 0 else { return false }
    let key = target.key
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && keys[low] == key
  }
}

/// Owns the memory of the targets that hands hold.
final class HeldTargetsOwner: @unchecked Sendable {
  let held: HeldTargets
  private let keys: UnsafeMutableBufferPointer<UInt>

  init(_ targets: [AutomationTarget]) {
    keys = .allocate(capacity: targets.count)
    _ = keys.initialize(from: targets.map(\.key).sorted())
    held = HeldTargets(keys: UnsafePointer(keys.baseAddress), count: targets.count)
  }

  deinit { keys.deallocate() }
}

/// Keeps what a free sequence consists of.
final class FreeSequenceOwner: Sendable {
  let sequence: HitSequence
  let lanes: CourseSetOwner

  init(_ sequence: HitSequence, _ lanes: [AutomationCourse]) {
    self.sequence = sequence
    self.lanes = CourseSetOwner(lanes.isEmpty ? [] : [(StreamID(0), lanes)])
  }
}
