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
    var seen: [ScannedFile] = []
    var devices: Set<UInt64> = []
    var unseen: [FilePath] = []
    var seenSheets: [ScannedFile] = []
    // In the order of the paths below them.
    let folders = LibraryScanner.outermost(folders).sorted {
      PathRange(below: $0).from.lexicographicallyPrecedes(PathRange(below: $1).from)
    }
    for folder in folders {
      known.add(try store.stamps(under: folder))
      let walk = ScanWalk(folder, isCancelled: isCancelled)
      seen += walk.files
      seenSheets += walk.sheets
      devices.formUnion(walk.devices)
      if let device = LibraryScanner.device(of: folder) { devices.insert(device) }
      unseen += walk.failures.filter { $0.error.code != .notFound }.map(\.path)
    }
    if isCancelled() { return report }
    var plan = ScanPlan(known: known, seen: seen, devices: devices, unseen: unseen)
    try findByKey(&plan)
    var sheets = try sheetChanges(seenSheets, below: folders, unseen: unseen + plan.awayFolders)
    try rereadBySheets(&plan, seen, &sheets)
    report.files = seen.count
    try carryOut(plan, &sheets, wasAway: nil, into: &report)
    if report.added + report.changed > 0 { try fillInKeys() }
    report.seconds = HostTime.now.seconds(since: start)
    return report
  }

  /// Returns the device of a folder, or of the nearest existing folder above it.
  private static func device(of folder: FilePath) -> UInt64? {
    var folder = folder
    while !folder.isEmpty {
      if let stamp = FileStamp(folder) { return stamp.device }
      if folder.directory == folder { break }
      folder = folder.directory
    }
    return nil
  }
}

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
