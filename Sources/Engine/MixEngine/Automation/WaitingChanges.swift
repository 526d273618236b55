/// Changes by hand that wait for the next frame on the grid, where the replay of a recording makes them too. Audio thread.
struct WaitingChanges: ~Copyable {
  private struct Change: BitwiseCopyable {
    var target: AutomationTarget
    var bits: UInt64
  }

  private static var capacity: Int { 256 }

  private let changes = UnsafeMutablePointer<Change>.allocate(capacity: WaitingChanges.capacity)
  private var count = 0
  /// The mixed frame at which they are made; `.max` without changes.
  private(set) var due = Int.max

  deinit { changes.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Adds a change, which is made with the others.
  ///
  /// - Parameter frame: the mixed frame at which it is made if no other one waits.
  /// - Returns: the frame at which it is made; nil without room.
  mutating func add(_ target: AutomationTarget, _ bits: UInt64, at frame: Int) -> Int? {
    if count == WaitingChanges.capacity { return nil }
    (changes + count).initialize(to: Change(target: target, bits: bits))
    count += 1
    due = min(due, frame)
    return due
  }

  /// Makes the changes in their order.
  mutating func apply(_ levels: StandardUnitPointers, rampLength: Int) {
    for index in 0..<count {
      levels.set(changes[index].target, to: changes[index].bits, rampLength: rampLength)
    }
    (count, due) = (0, .max)
  }
}
