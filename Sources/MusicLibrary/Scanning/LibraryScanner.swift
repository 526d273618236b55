import SystemBase
import TrackTags

/// Brings the index up to what is on the disk.
///
/// What is found goes into the index in batches, each of them whole or not at all: a scan that ends early, by whatever
/// cause, is completed by the next one. One scan at a time; it blocks the calling thread.
package struct LibraryScanner: Sendable {
  let store: LibraryStore
  let workers: TagWorkerPool
  /// Why a file could not be read, in words to keep.
  let reason: @Sendable (FileError) -> String
  let progress: @Sendable (ScanProgress) -> Void
  let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - progress: called on the calling thread, some times a second.
  ///   - isCancelled: asked often; then the scan ends with what it has done.
  package init(
    store: LibraryStore, workers: TagWorkerPool, reason: @escaping @Sendable (FileError) -> String,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.store = store
    self.workers = workers
    self.reason = reason
    self.progress = progress
    self.isCancelled = isCancelled
  }

  /// Scans folders, and remembers those that are new.
  ///
  /// - Parameter folders: absolute, without links. None: those that are remembered.
  /// - Throws: where the index cannot be read or written. What is wrong with folders and files is in the report.
  package func scan(_ folders: [FilePath] = []) throws(LibraryError) -> ScanReport {
    let start = HostTime.now
    var report = ScanReport()
    let known = try store.folders()
    for folder in LibraryScanner.outermost(folders.isEmpty ? known.map(\.path) : folders) where !isCancelled()
    {
      try scan(folder, known: known, into: &report)
    }
    report.seconds = HostTime.now.seconds(since: start)
    report.wasCancelled = isCancelled()
    return report
  }

  /// A folder within another is scanned with it.
  static func outermost(_ folders: [FilePath]) -> [FilePath] {
    var kept: [FilePath] = []
    for folder in folders where !kept.contains(folder) {
      if folders.contains(where: { folder.isBelow($0) }) { continue }
      kept.append(folder)
    }
    return kept
  }

  private func scan(
    _ folder: FilePath, known: [LibraryFolder], into report: inout ScanReport
  ) throws(LibraryError) {
    let isKnown = known.contains { $0.path == folder || folder.isBelow($0.path) }
    switch FolderState(folder) {
    case .failed(let error): report.failures.append(error)
    case .missing where !isKnown:
      report.failures.append(FileError(.notFound, folder.shown, detail: "no such folder"))
    case .missing: try setAway(folder, into: &report)
    case .empty:
      // Nothing is emptied, be it that the drive is not mounted or that the music has gone.
      if isKnown { try setAway(folder, into: &report) }
    case .present:
      if !isKnown { try store.addFolder(folder) }
      try scanPresent(folder, wasAway: known.contains { $0.isAway && $0.path == folder }, into: &report)
    }
  }

  private func setAway(_ folder: FilePath, into report: inout ScanReport) throws(LibraryError) {
    report.away += try store.stamps(under: folder).count
    try store.apply([.away(folder: folder, true)])
  }

  private func scanPresent(
    _ folder: FilePath, wasAway: Bool, into report: inout ScanReport
  ) throws(LibraryError) {
    let clock = HostTime.now
    progress(ScanProgress(stage: .looking, done: 0, total: 0, seconds: 0))
    let known = StampRequest(store, folder)
    let walk = ScanWalk(folder, isCancelled: isCancelled)
    let stamps = try known.wait()
    if isCancelled() { return }
    report.unseen += walk.failures.map(\.error)
    var plan = ScanPlan(
      known: stamps, seen: walk.files, devices: walk.devices, unseen: walk.failures.map(\.path))
    try findByKey(&plan)
    var sheets = try sheetChanges(
      walk.sheets, below: [folder], unseen: walk.failures.map(\.path) + plan.awayFolders)
    try rereadBySheets(&plan, walk.files, &sheets)
    report.files += walk.files.count
    progress(
      ScanProgress(
        stage: .looking, done: walk.files.count, total: walk.files.count,
        seconds: HostTime.now.seconds(since: clock)))
    try carryOut(plan, &sheets, wasAway: wasAway || plan.hasOtherDrives ? folder : nil, into: &report)
    if isCancelled() { return }
    try store.folderWasScanned(folder)
    for file in try store.unreadable(under: folder) {
      report.unreadable.append(ScanReport.Unreadable(path: file.path, reason: file.reason))
    }
  }

  /// - Parameter wasAway: a folder of which some may have been away and be back.
  func carryOut(
    _ plan: ScanPlan, _ sheets: inout SheetChanges, wasAway: FilePath?, into report: inout ScanReport
  ) throws(LibraryError) {
    var changes: [LibraryChange] = wasAway.map { [.away(folder: $0, false)] } ?? []
    if wasAway != nil { report.mayHaveReturned = true }
    changes += plan.awayFolders.map { .away(folder: $0, true) }
    changes += plan.moved.map { .moved(from: $0.from, to: $0.to.path, $0.to.stamp) }
    changes += plan.removed.map { .removed($0) }
    report.moved += plan.moved.count
    report.removed += plan.removed.count
    report.unchanged += plan.unchanged
    report.away += plan.away
    try read(plan, &sheets.book, first: changes, into: &report)
    if !sheets.changes.isEmpty, !isCancelled() { try store.apply(sheets.changes) }
  }
}
