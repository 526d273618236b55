import AudioBase
import Dubbing
import MusicFiles
import MusicLibrary
import Player
import Playlists
import SystemBase

/// Fills the queue at the start: with the files of the command line, the saved session, or the demo. Main thread.
@MainActor
package final class QueueLoader {
  private let application: Application
  private let tags: TrackLoader
  private let report: ReportSink
  /// Whether the files of the command line are still being found.
  package private(set) var isFinding = false
  /// Whether the queue starts empty or with the demo.
  package private(set) var needsMusic = false

  /// Creates a loader that adds music to the queue of the application.
  ///
  /// - Parameter report: receives the music that was found, on another thread.
  package init(application: Application, tags: TrackLoader, report: @escaping ReportSink) {
    (self.application, self.tags, self.report) = (application, tags, report)
    application.model.tracks.read = { [weak self] in self?.readTags(of: $0) }
  }

  /// Fills the queue at the start of the program.
  ///
  /// - Parameters:
  ///   - words: files, folders and playlists; if there are none, the session is restored.
  ///   - session: nil for an empty queue without words.
  ///   - demo: the music of the first start.
  package func start(_ words: [FilePath], session: SessionController?, resume: ResumeMode, demo: FilePath?) {
    let other = session?.other
    if let other, other.isRunning { application.report(.queue(.ownSession(process: other.process))) }
    let outcome = words.isEmpty ? session?.restore(resume) : session?.restoreModes()
    if case .left(let count)? = outcome { application.report(.queue(.left(count: count))) }
    if !words.isEmpty { return find(words) }
    guard let outcome else { return }
    switch outcome {
    case .restored(let added):
      needsMusic = added.isEmpty
      readTags(of: added)
    case .firstTime:
      needsMusic = true
      application.report(.hint(.layouts))
      if let demo { find([demo]) } else { application.report(.demoMissing) }
    case .nothing, .left: needsMusic = true
    }
  }

  /// Finds the music on another thread, because a folder may be large or on a slow disk.
  private func find(_ words: [FilePath]) {
    let report = report
    isFinding = true
    _ = WorkerThread(name: "finder") {
      let takes = words.filter(QueueLoader.isTake)
      if !takes.isEmpty { report(.sharedTake(.named(takes))) }
      report(.musicFound(MusicFinder().find(words.filter { !takes.contains($0) })))
    }
  }

  /// Returns whether a file is a take or an archive of one, and no music or playlist.
  private nonisolated static func isTake(_ path: FilePath) -> Bool {
    !MusicNames.isMusic(path) && PlaylistFormat(name: path) == nil && SharedTakeSource.isShared(path)
  }

  func receive(_ result: MusicFinder.FoundMusic) {
    isFinding = false
    let additions = result.entries.map(QueueAddition.init)
    let added = application.model.append(additions.map(\.listed))
    application.model.markMissing(zip(added, additions).filter { $1.isMissing }.map { $0.0 })
    if !result.warnings.isEmpty { application.report(.notQueued(result.warnings)) }
    readTags(of: added)
    application.model.play()
  }

  /// Finds the music of a path on another thread; it is inserted, by default after the current track, and played. A file that
  /// does not exist is not inserted.
  package func open(_ path: FilePath, at place: QueuePlace = .afterCurrent, playing: Bool = true) {
    let report = report
    _ = WorkerThread(name: "finder") {
      if QueueLoader.isTake(path) { return report(.sharedTake(.named([path]))) }
      report(.musicOpened(MusicFinder(keepsMissing: false).find([path]), at: place, playing: playing))
    }
  }

  /// Inserts music that was opened.
  func insert(_ result: MusicFinder.FoundMusic, at place: QueuePlace, playing: Bool) {
    let added = application.model.insert(result.entries.map(QueueAddition.init), at: place, playing: playing)
    if !result.warnings.isEmpty { application.report(.notQueued(result.warnings)) }
    readTags(of: added)
  }

  private func readTags(of ids: [QueueItem.ID]) {
    let queue = application.model.queue
    let items = ids.compactMap { queue[$0] }.filter { $0.location.address == nil }
    let files = items.map { ($0.id, $0.path) }
    // The current track first.
    let current = files.filter { $0.0 == queue.currentID }
    tags.load(current + files.filter { $0.0 != queue.currentID })
  }
}
