import SystemBase

/// Collects changes and writes them to the index in transactions of a thousand; more often on a slow disk, so
/// that little is lost if the program is killed.
struct ChangeBatch {
  private static let most = 1_000
  private static let seconds = 2.0

  private let store: LibraryStore
  private var changes: [LibraryChange] = []
  private var lastWrite = HostTime.now

  init(_ store: LibraryStore) { self.store = store }

  mutating func add(_ new: some Sequence<LibraryChange>) { changes.append(contentsOf: new) }

  mutating func writeWhenDue() throws(LibraryError) {
    if changes.count >= ChangeBatch.most || HostTime.now.seconds(since: lastWrite) > ChangeBatch.seconds {
      try write()
    }
  }

  mutating func write() throws(LibraryError) {
    if !changes.isEmpty { try store.apply(changes) }
    changes.removeAll(keepingCapacity: true)
    lastWrite = .now
  }
}
