/// Changes by hand that wait for the next output frame on the grid, where the replay of a recording makes them too. Audio
/// thread.
struct WaitingChanges: ~Copyable {
  private struct Change: BitwiseCopyable {
    var target: AutomationTarget
    var bits: UInt64
  }

  private static var capacity: Int { 256 }

  private let changes = UnsafeMutablePointer<Change>.allocate(capacity: WaitingChanges.capacity)
  private var count = 0

  deinit { changes.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// Returns false without room.
  mutating func add(_ target: AutomationTarget, _ bits: UInt64) -> Bool {
    if count == WaitingChanges.capacity { return false }
    (changes + count).initialize(to: Change(target: target, bits: bits))
    count += 1
    return true
  }

  /// Makes the changes in their order.
  mutating func apply(_ levels: StandardUnitPointers, rampLength: Int) {
    for index in 0..<count {
      levels.set(changes[index].target, to: changes[index].bits, rampLength: rampLength)
    }
    count = 0
  }
}
