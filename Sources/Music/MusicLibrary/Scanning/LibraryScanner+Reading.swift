import AudioBase
import Containers
import MusicFiles
import Synchronization
import SystemBase
import TrackTags

extension LibraryScanner {
  /// The number of jobs that are submitted ahead: enough to keep the workers busy, few enough to limit
  /// memory.
  private static let ahead = 40

  /// Reads the tags of all files that a plan wants, and writes them to the index after the first changes.
  func read(
    _ plan: ScanPlan, _ lookup: inout CueSheetLookup, first: [LibraryChange], into report: inout ScanReport
  ) throws(LibraryError) {
    let wanted = plan.wanted
    let jobs = TagWorkerPool.jobs(wanted.map(\.file.path))
    // For each job, the index of its first file.
    let starts = jobs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let inbox = Mailbox<(job: Int, answers: [TagAnswer])>()
    var batch = ChangeBatch(store)
    var meter = ProgressMeter(.reading, total: wanted.count, tell: progress)
    batch.add(first)
    var (sent, received, done) = (0, 0, 0)
    while received < jobs.count && !isCancelled() {
      while sent < jobs.count, sent - received < LibraryScanner.ahead {
        let job = sent
        workers.read(jobs[job]) { inbox.post((job, $0)) }
        sent += 1
      }
      // The workers have jobs meanwhile.
      try batch.writeWhenDue()
      // The timeout lets a cancelled scan end within a tenth of a second.
      for (job, answers) in inbox.receive(milliseconds: 100) {
        received += 1
        done += answers.count
        batch.add(changes(answers, of: wanted[starts[job]...], &lookup, into: &report))
      }
      meter.show(done)
    }
    try batch.write()
  }

  private func changes(
    _ answers: [TagAnswer], of wanted: ArraySlice<(file: ScannedFile, origin: ScanPlan.Origin)>,
    _ lookup: inout CueSheetLookup, into report: inout ScanReport
  ) -> [LibraryChange] {
    zip(wanted, answers).compactMap { wanted, answer in
      let (file, origin) = wanted
      switch answer {
      case .track(var track):
        if let parts = lookup.parts(of: track.path) { track.parts = parts }
        track.completeWithSheet()
        switch origin {
        case .changed: report.changed += 1
        case .added: report.added += 1
        case .moved: break
        case .outdated: report.readAgain += 1
        }
        return .read(
          track, file.stamp, damage: track.damage.map(reason), isUnchanged: origin == .outdated)
      // The file was deleted meanwhile; the next scan removes it.
      case .failed(let error) where error.code == .notFound: return nil
      case .failed(let error): return .unreadable(file.path, file.stamp, reason: reason(error))
      case .picture, .lyrics, .texts, .edited:
        return .unreadable(file.path, file.stamp, reason: reason(TagWorkerPool.mismatch(file.path)))
      }
    }
  }
}

/// CUE sheets: the tracks that they describe replace their files.
extension LibraryScanner {
  /// Compares the sheets of a walk with those of the index.
  ///
  /// - Parameters:
  ///   - folders: the folders that were walked.
  ///   - unseen: folders that could not be read; what the index has of them is kept.
  func sheetChanges(
    _ seen: [ScannedFile], below folders: [FilePath], unseen: [FilePath]
  ) throws(LibraryError) -> SheetChanges {
    let known = Dictionary(try store.sheets().map { ($0.path, $0.stamp) }) { first, _ in first }
    if known.isEmpty, seen.isEmpty { return SheetChanges(lookup: CueSheetLookup([])) }
    let here = Set(seen.map(\.path))
    let lost = known.keys.filter { path in
      !here.contains(path) && folders.contains { path.isBelow($0) }
    }
    // Sheets in other folders may describe a file that has changed here.
    var result = SheetChanges(lookup: CueSheetLookup(here.union(known.keys).subtracting(lost)))
    result.gone = lost.filter { path in !unseen.contains { path == $0 || path.isBelow($0) } }
    for sheet in seen where known[sheet.path].map({ !sheet.stamp.isUnchanged(from: $0) }) ?? true {
      result.changed.append(sheet.path)
      result.changes.append(.sheet(sheet.path, sheet.stamp))
    }
    result.changes += result.gone.map { .sheet($0, nil) }
    return result
  }

  /// Adds unchanged files to the plan whose sheets have changed.
  func rereadBySheets(
    _ plan: inout ScanPlan, _ seen: [ScannedFile], _ sheets: inout SheetChanges
  ) throws(LibraryError) {
    var wanted: Set<FilePath> = []
    for sheet in sheets.changed { wanted.formUnion(sheets.lookup.files(of: sheet)) }
    for folder in Set((sheets.changed + sheets.gone).map(\.directory)) {
      wanted.formUnion(try store.filesWithParts(under: folder))
    }
    // What a sheet that is gone stated about whole files is not in their parts.
    let left = Set(sheets.gone.map(\.directory))
    for file in seen where !left.isEmpty {
      let folder = file.path.directory
      if left.contains(folder) || left.contains(folder.directory) { wanted.insert(file.path) }
    }
    for (from, file) in plan.moved {
      let hadParts = try !store.filesWithParts(under: from.directory).filter { $0 == from }.isEmpty
      if hadParts || sheets.lookup.hasSheets(near: file.path) { wanted.insert(file.path) }
    }
    if !wanted.isEmpty { plan.reread(wanted, of: seen) }
  }
}

/// The changes of the sheets since the last scan.
struct SheetChanges {
  var lookup: CueSheetLookup
  /// The changes to write to the index after the files that the sheets describe have been read.
  var changes: [LibraryChange] = []
  /// The sheets that are new or have changed.
  var changed: [FilePath] = []
  var gone: [FilePath] = []
}

/// The keys that identify recordings by their sound.
extension LibraryScanner {
  /// The number of tracks whose keys are computed at a time.
  private static let batch = 512

  /// Finds new files whose sound is that of missing files: files that were moved to another drive, or copied
  /// and removed. They are read nevertheless, because their tags may have changed.
  func findByKey(_ plan: inout ScanPlan) throws(LibraryError) {
    guard !plan.removed.isEmpty, !plan.added.isEmpty else { return }
    var gone = Set(plan.removed)
    var origins: [FilePath: FilePath] = [:]
    for file in plan.added where !gone.isEmpty && !isCancelled() {
      guard let key = try? TrackKeyReader.key(of: file.path) else { continue }
      guard let from = try store.files(of: key).first(where: { gone.contains($0) }) else { continue }
      gone.remove(from)
      origins[file.path] = from
    }
    plan.apply(movedByKey: origins)
  }

  /// Computes the missing keys. Returns the number of keys.
  @discardableResult
  package func fillInKeys() throws(LibraryError) -> Int {
    var keyCount = 0
    var last: Int32 = 0
    while !isCancelled() {
      let found = try store.tracksWithoutKey(after: last, limit: LibraryScanner.batch)
      guard let end = found.last else { break }
      last = end.id
      let tracks = found.map(\.location)
      let changes = zip(tracks, LibraryScanner.keys(of: tracks)).compactMap { track, key in
        key.map { LibraryChange.key(track, $0) }
      }
      if !changes.isEmpty { try store.apply(changes) }
      keyCount += changes.count
    }
    return keyCount
  }

  /// Computes keys on this thread and a second one.
  private static func keys(of tracks: [TrackLocation]) -> [TrackKey?] {
    let half = tracks.count / 2
    let second = Mutex<[TrackKey?]>([])
    let helper = WorkerThread(name: "keys") {
      let keys = tracks[half...].map { try? TrackKeyReader.key(of: $0.path).of($0.section) }
      second.withLock { $0 = keys }
    }
    let first = tracks[..<half].map { try? TrackKeyReader.key(of: $0.path).of($0.section) }
    helper.join()
    return first + second.withLock { $0 }
  }
}
