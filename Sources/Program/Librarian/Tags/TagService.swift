import AudioBase
import Player
import Synchronization
import SystemBase
import TrackTags

/// Reads and writes tags on a thread of its own, through worker processes, and stores changed tags in the index.
///
/// Any thread; no function but `stop` waits. The main thread receives the results.
package final class TagService: Sendable {
  /// Seconds between two reports of progress.
  private static let reportTime = 0.2

  private let workers: TagWorkerPool
  private let library: LibraryService
  /// The folder that relative paths start from.
  private let folder: FilePath
  private let main: MainThread
  private let thread = SerialWorker(name: "tag editor")
  private let batch = Mutex(CancelFlag())
  /// The batches of changes that are not applied yet.
  private let batches = Atomic(0)
  /// The largest file of a history in bytes.
  private static let largestFile = 1 << 26
  /// Stores the history of changes; nil stores none.
  private let historyFile: FilePath?
  private let saver: FileSaver
  /// The same as that of the controller.
  private let history = Mutex(TagHistory())
  /// Whether the history may be stored; false if its file could not be read, so that it is not overwritten.
  private let mayStore = Mutex(true)

  package init(
    workers: TagWorkerPool, library: LibraryService, folder: FilePath, history: FilePath? = nil,
    onFile: @escaping @Sendable (FileSaver.Event) -> Void = { _ in }, main: MainThread
  ) {
    (self.workers, self.library, self.folder, self.main) = (workers, library, folder, main)
    historyFile = history
    saver = FileSaver(name: "tag history", report: onFile)
  }

  package func cancel() { batch.withLock { $0.cancel() } }

  /// Leaves the files as they are that are not changed yet, and ends the thread.
  package func stop() {
    cancel()
    thread.stop()
    saver.stop()
    workers.stop()
  }

  /// The reason why the history is not on the disk; nil if it is.
  package var failures: [FileError] { saver.failures }

  /// Whether changes of tags are not applied yet, or the history of them is not written.
  package var isWriting: Bool { batches.load(ordering: .relaxed) > 0 || saver.isSaving }

  // MARK: The history

  /// Reads the changes of former runs, unless there is no file. Called once, before the first change.
  package func readHistory(then receive: @escaping @MainActor (Result<TagHistory, FileError>) -> Void) {
    guard let file = historyFile else { return }
    let send = main.sender(to: receive)
    thread.run { [self] in
      do throws(FileError) {
        let bytes = try FileBytes.read(file, limit: TagService.largestFile)
        let read = try TagHistory(bytes: bytes, subject: file.shown)
        history.withLock { $0 = read }
        send(.success(read))
      } catch {
        if error.code == .notFound { return }
        mayStore.withLock { $0 = false }
        send(.failure(error))
      }
    }
  }

  private func record(_ result: TagBatchResult) {
    let step = history.withLock { history in
      defer { history.record(result) }
      return history.step(result.operation)
    }
    guard let historyFile, mayStore.withLock({ $0 }) else { return }
    saver.edit(historyFile) { bytes in
      // Another player may have recorded changes of its own. A file that cannot be read stays as it is.
      let stored = bytes.isEmpty ? TagHistory() : try? TagHistory(bytes: bytes, subject: historyFile.shown)
      guard var stored else { return }
      stored.record(result, of: step)
      bytes = stored.bytes()
    }
  }

  // MARK: Reading

  package func read(_ source: TagSource, then receive: @escaping @MainActor (TagReading) -> Void) {
    let send = main.sender(to: receive)
    thread.run { [self] in send(reading(source)) }
  }

  package func preview(
    _ source: TagSource, _ operation: TagPreview.Operation,
    then receive: @escaping @MainActor (TagPreview) -> Void
  ) {
    let send = main.sender(to: receive)
    thread.run { [self] in
      let reading = reading(source)
      let rows = operation.rows(reading)
      let renames = rows.compactMap { row -> FileRename? in
        if case .renamed(let target) = row.outcome { FileRename(from: row.path, to: target) } else { nil }
      }
      send(TagPreview(operation, rows, reading.skipped, lists(of: renames).count()))
    }
  }

  private func reading(_ source: TagSource) -> TagReading {
    var reading = TagReading()
    var paths: [FilePath] = []
    for track in locations(source, &reading.skipped) {
      if track.address != nil {
        reading.skipped.streams += 1
      } else if track.section != nil {
        reading.skipped.parts += 1
      } else {
        paths.append(track.inside(folder).path)
      }
    }
    var seen: Set<FilePath> = []
    paths.removeAll { !seen.insert($0).inserted }
    for (path, answer) in zip(paths, workers.texts(of: paths)) {
      switch answer {
      case .success(var texts):
        texts[.rating] = TrackRating.text(library.rating(of: path, stated: TrackRating(texts[.rating])))
        reading.files.append(TagReading.File(path, texts))
      case .failure(let error): reading.failures.append(error)
      }
    }
    return reading
  }

  private func locations(_ source: TagSource, _ skipped: inout TagReading.Skipped) -> [TrackLocation] {
    switch source {
    case .tracks(let tracks): return tracks
    case .rows(let rows):
      guard let found = library.gathered(LibraryTracksRequest(.append, rows)) else { return [] }
      (skipped.away, skipped.leftOut) = (found.away, found.leftOut)
      return found.tracks.map { ($0.tags ?? $0.listed).location }
    }
  }

  // MARK: Writing

  package func write(
    _ changes: TagBatch, progress: @escaping @MainActor (TagProgress) -> Void,
    then receive: @escaping @MainActor (TagBatchResult) -> Void
  ) {
    let (report, send) = (main.sender(to: progress), main.sender(to: receive))
    let flag = CancelFlag()
    // Ratings were set before: the end of the program must not cancel them.
    if changes.operation != .rate { batch.withLock { $0 = flag } }
    batches.add(1, ordering: .relaxed)
    thread.run { [self] in
      defer { batches.subtract(1, ordering: .relaxed) }
      var result = TagBatchResult(changes.operation)
      var progress = TagProgress()
      var last = HostTime.now
      for (index, change) in changes.changes.enumerated() {
        if flag.isCancelled {
          result.left.append(change)
          continue
        }
        if let track = apply(change, &result) { progress.changed.append(track) }
        progress.done = index + 1
        guard HostTime.now.seconds(since: last) > TagService.reportTime else { continue }
        last = .now
        report(progress)
        progress.changed = []
      }
      if !progress.changed.isEmpty { report(progress) }
      if !result.renamed.isEmpty {
        (result.lists, result.listFailures) = lists(of: result.renamed).rewrite()
      }
      record(result)
      send(result)
    }
  }

  /// Applies a change to one file. Returns the new tags; nil if the file was not changed or cannot be read.
  private func apply(_ change: TagChange, _ result: inout TagBatchResult) -> TrackInfo? {
    do throws(FileError) {
      if history.withLock({ $0.isOvertaken(change.path) }) {
        result.overtaken.insert(change.path)
        if result.operation == .undo || result.operation == .redo {
          throw FileError(.writeFailed, change.path.shown, detail: "another program has changed it since")
        }
      }
      if let target = change.target {
        try rename(change.path, to: target, &result)
        return nil
      }
      let done = try workers.edit(change.path, change.edit)
      result.stamps[change.path] = TagHistory.Stamp(of: change.path)
      let rating = done.track.map { library.store($0, rating: change.rating) } ?? .ofFile
      result.inverse.append(TagChange(change.path, done.inverse, rating: rating))
      return done.track
    } catch {
      result.left.append(change)
      result.failures.append(error)
      return nil
    }
  }

  /// Returns the playlist files and CUE sheets that name files.
  private func lists(of files: [FileRename]) -> RenamedLists {
    RenamedLists(of: files, in: files.isEmpty ? [] : library.folders())
  }

  private func rename(
    _ path: FilePath, to target: FilePath, _ result: inout TagBatchResult
  ) throws(FileError) {
    try AtomicFile.rename(path, to: target)
    library.renamed(path, to: target)
    result.renamed.append(FileRename(from: path, to: target))
    result.inverse.append(TagChange(target, renamedTo: path))
    result.stamps[target] = TagHistory.Stamp(of: target)
  }
}
