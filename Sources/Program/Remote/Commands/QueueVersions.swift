import Player

/// The versions of the queue that `plchanges` compares. A value.
struct QueueVersions {
  /// Increased by each change; greater than 0.
  private(set) var version = 1
  private var items: [QueueItem] = []
  /// The version in which each position got its track.
  private var versions: [Int] = []

  mutating func update(_ new: [QueueItem]) -> Bool {
    let common = min(items.count, new.count)
    let changed = (0..<common).filter { items[$0] != new[$0] }
    if changed.isEmpty, items.count == new.count { return false }
    version = version < Int(Int32.max) ? version + 1 : 1
    for index in changed { versions[index] = version }
    if versions.count > new.count { versions.removeLast(versions.count - new.count) }
    versions += repeatElement(version, count: new.count - versions.count)
    items = new
    return true
  }

  /// Returns the positions that have changed since a version. All have, since a version that never was.
  func positions(since old: Int) -> [Int] {
    items.indices.filter { old > version || versions[$0] > old }
  }
}
