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
