import AudioBase
import MusicLibrary
import Player
import Synchronization
import SystemBase
import TrackTags

/// Reads and writes tags on a thread of its own, through worker processes, and stores changed tags in the index.
///
/// Any thread; no function but `stop` waits.
package final class TagService: Sendable {
  /// Seconds between two reports of progress.
  private static let reportTime = 0.2

  private let workers: TagWorkerPool
  private let library: LibraryService
  /// The folder that relative paths start from.
  private let folder: FilePath
  private let report: @Sendable (TagReport) -> Void
  private let thread = SerialWorker(name: "tag editor")
  private let batch = Mutex(CancelFlag())

  /// - Parameter report: called on the service's thread.
  package init(
    workers: TagWorkerPool, library: LibraryService, folder: FilePath,
    report: @escaping @Sendable (TagReport) -> Void
  ) {
    (self.workers, self.library, self.folder, self.report) = (workers, library, folder, report)
  }

  @MainActor
  package var tools: TagController.Tools {
    var tools = TagController.Tools()
    tools.read = { self.read($0) }
    tools.write = { self.write($0) }
    tools.cancel = { self.cancel() }
    return tools
  }

  package func cancel() { batch.withLock { $0.cancel() } }

  /// Leaves the files as they are that are not changed yet, and ends the thread.
  package func stop() {
    cancel()
    thread.stop()
    workers.stop()
  }

  // MARK: Reading

  private func read(_ source: TagSource) {
    thread.run { [self] in
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
      report(.read(reading))
    }
  }

  private func locations(_ source: TagSource, _ skipped: inout TagReading.Skipped) -> [TrackLocation] {
    switch source {
    case .tracks(let tracks): return tracks
    case .rows(let rows):
      guard let found = library.gathered(LibraryGathering(.append, rows)) else { return [] }
      (skipped.away, skipped.leftOut) = (found.away, found.leftOut)
      return found.tracks.map { ($0.tags ?? $0.listed).location }
    }
  }

  // MARK: Writing

  private func write(_ changes: TagBatch) {
    let flag = CancelFlag()
    // Ratings were set before: the end of the program must not cancel them.
    if changes.operation != .rate { batch.withLock { $0 = flag } }
    thread.run { [self] in
      var result = TagBatchResult(changes.operation)
      var tracks: [TrackInfo] = []
      var last = HostTime.now
      for (index, change) in changes.changes.enumerated() {
        if flag.isCancelled {
          result.left.append(change)
          continue
        }
        if let track = apply(change, &result) { tracks.append(track) }
        guard HostTime.now.seconds(since: last) > TagService.reportTime else { continue }
        last = .now
        report(.progress(done: index + 1, total: changes.changes.count))
        report(.changed(tracks))
        tracks = []
      }
      if !tracks.isEmpty { report(.changed(tracks)) }
      report(.finished(result))
    }
  }

  /// - Returns: the new tags; nil if the file was not changed or cannot be read.
  private func apply(_ change: TagChange, _ result: inout TagBatchResult) -> TrackInfo? {
    do throws(FileError) {
      let done = try workers.edit(change.path, change.edit)
      let rating = done.track.map { library.store($0, rating: change.rating) } ?? .ofFile
      result.inverse.append(TagChange(change.path, done.inverse, rating: rating))
      return done.track
    } catch {
      result.left.append(change)
      result.failures.append(error)
      return nil
    }
  }
}
