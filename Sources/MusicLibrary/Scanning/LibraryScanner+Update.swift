import Glibc
import SystemBase

extension LibraryScanner {
  /// Brings the index up to what is in some folders, of which it is known that something has changed.
  ///
  /// - Parameters:
  ///   - folders: where a folder has gone, its place is looked at.
  ///   - roots: the known folders: one of those that has gone is away.
  package func update(_ folders: [FilePath], roots: [FilePath]) throws(LibraryError) -> ScanReport {
    let start = HostTime.now
    var report = ScanReport()
    for root in roots where folders.contains(root) && FolderState(root) == .missing {
      return try scan([root])
    }
    // One plan for all: what has gone from one may have come into another.
    var known = StampTable()
    var seen: [ScannedFile] = []
    var devices: Set<UInt64> = []
    var unseen: [FilePath] = []
    var seenSheets: [ScannedFile] = []
    let folders = LibraryScanner.outermost(folders)
    for folder in folders {
      known.add(try store.stamps(under: folder))
      let walk = ScanWalk(folder, isCancelled: isCancelled)
      seen += walk.files
      seenSheets += walk.sheets
      devices.formUnion(walk.devices)
      if let device = LibraryScanner.device(of: folder) { devices.insert(device) }
      unseen += walk.failures.filter { $0.error.code != .notFound }.map(\.path)
    }
    known.index()
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

  /// The drive of a folder; of the nearest above it where it has gone.
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
