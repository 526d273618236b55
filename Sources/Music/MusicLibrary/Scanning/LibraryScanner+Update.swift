import Glibc
import MusicFiles
import SystemBase

extension LibraryScanner {
  /// Updates the index for some folders in which something has changed.
  ///
  /// - Parameters:
  ///   - folders: the folders to scan; a deleted one is scanned as empty.
  ///   - roots: the folders of the index: one of these that is missing becomes away.
  package func update(_ folders: [FilePath], roots: [FilePath]) throws(LibraryError) -> ScanReport {
    let start = HostTime.now
    var report = ScanReport()
    for root in roots where folders.contains(root) && FolderState(root) == .missing {
      return try scan([root])
    }
    // One plan for all folders detects moves between them.
    var known = StampTable()
    var walk = ScanWalk()
    // In the order of the paths below them.
    let folders = LibraryScanner.outermost(folders).sorted {
      PathRange(below: $0).from.lexicographicallyPrecedes(PathRange(below: $1).from)
    }
    for folder in folders {
      known.add(try store.stamps(under: folder))
      walk.add(ScanWalk(folder, isCancelled: isCancelled))
      if let device = LibraryScanner.device(of: folder) { walk.devices.insert(device) }
    }
    if isCancelled() { return report }
    let unseen = walk.failures.filter { $0.error.code != .notFound }.map(\.path)
    var plan = ScanPlan(known: known, seen: walk.files, devices: walk.devices, unseen: unseen)
    try findByKey(&plan)
    var sheets = try sheetChanges(walk.sheets, below: folders, unseen: unseen + plan.awayFolders)
    try rereadBySheets(&plan, walk.files, &sheets)
    report.files = walk.files.count
    try carryOut(plan, &sheets, wasAway: nil, into: &report)
    if report.added + report.changed > 0 { try fillInKeys() }
    report.seconds = HostTime.now.seconds(since: start)
    return report
  }

  /// Returns the device of a folder, or of the nearest existing folder above it.
  private static func device(of folder: FilePath) -> UInt64? {
    let folders = sequence(first: folder) { $0.directory == $0 ? nil : $0.directory }
    return folders.prefix { !$0.isEmpty }.lazy.compactMap { FileStamp($0)?.device }.first
  }
}

/// Collects changes and writes them to the index in transactions of two thousand; more often on a slow disk, so
/// that little is lost if the program is killed.
struct ChangeBatch {
  private static let most = 2_000
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
