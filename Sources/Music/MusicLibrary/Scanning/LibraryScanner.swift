import MusicFiles
import SystemBase
import TrackTags

/// Updates the index to the files on disk.
///
/// Results are written in batches, each one transaction: a scan that ends early, for any reason, is completed
/// by the next one. One scan at a time; blocks the calling thread.
package struct LibraryScanner: Sendable {
  let store: LibraryStore
  let workers: TagWorkerPool
  /// Returns the text that is stored with a file that could not be read.
  let reason: @Sendable (FileError) -> String
  let progress: @Sendable (ScanProgress) -> Void
  let isCancelled: @Sendable () -> Bool

  /// Creates a scanner of an index.
  ///
  /// - Parameters:
  ///   - progress: called on the calling thread several times a second.
  ///   - isCancelled: called often; returns whether the scan is to end. What was written is kept.
  package init(
    store: LibraryStore, workers: TagWorkerPool, reason: @escaping @Sendable (FileError) -> String,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.store, self.workers, self.reason) = (store, workers, reason)
    (self.progress, self.isCancelled) = (progress, isCancelled)
  }

  /// Scans folders, and adds them to the index.
  ///
  /// - Parameter folders: absolute paths without symbolic links; none for all folders of the index.
  /// - Throws: if the index cannot be read or written. Errors of folders and files are in the report.
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

  /// Returns the folders that are not in another one: that one includes them.
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
    EventLog.write(.scan, "begins: \(folder.shown)")
    defer {
      EventLog.write(
        .scan,
        "ends: \(folder.shown); so far \(report.files) files, \(report.added) added, \(report.changed) changed, "
          + "\(report.removed) removed, \(report.unreadable.count) unreadable")
    }
    let isKnown = known.contains { $0.path == folder || folder.isBelow($0.path) }
    switch FolderState(folder) {
    case .failed(let error): report.failures.append(error)
    case .missing where !isKnown:
      report.failures.append(FileError(.notFound, folder.shown, detail: "no such folder"))
    case .missing: try setAway(folder, into: &report)
    case .empty:
      // The files of an empty folder are never removed: its drive may not be mounted.
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
    // Reads the index while the folder is walked.
    let known = Mailbox<Result<StampTable, LibraryError>>()
    let store = store
    let reader = WorkerThread(name: "stamps") {
      known.post(Result { () throws(LibraryError) in try store.stamps(under: folder) })
    }
    let walk = ScanWalk(folder, isCancelled: isCancelled)
    reader.join()
    let stamps = try known.receive()[0].get()
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
    report.unreadable += try store.unreadable(under: folder)
    report.damaged += try store.damaged(under: folder)
  }

  /// Writes the changes of a plan to the index and reads the files that it wants.
  ///
  /// - Parameter wasAway: a folder whose tracks may have been away and are present again; else nil.
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
    try read(plan, &sheets.lookup, first: changes, into: &report)
    if !sheets.changes.isEmpty, !isCancelled() { try store.apply(sheets.changes) }
  }
}
