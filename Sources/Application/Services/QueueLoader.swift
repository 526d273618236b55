import MusicLibrary
import Player
import SystemBase

/// Fills the queue at the start: with what the user names, the saved session, or the demo. Main thread.
@MainActor
package final class QueueLoader {
  private let application: Application
  private let tags: TrackLoader
  private let report: ReportSink
  /// Whether what is to be played is still looked for.
  package private(set) var isFinding = false
  /// Whether there is nothing to play: the library is what there is.
  package private(set) var needsMusic = false

  /// - Parameter report: told on another thread of the music that was found.
  package init(application: Application, tags: TrackLoader, report: @escaping ReportSink) {
    (self.application, self.tags, self.report) = (application, tags, report)
    application.model.readTracks = { [weak self] in self?.readTags(of: $0) }
  }

  /// - Parameters:
  ///   - words: files, folders and playlists that the user names; none restores the session.
  ///   - demo: played at the very first start.
  package func start(_ words: [FilePath], session: SessionController, resume: ResumeMode, demo: FilePath?) {
    if !words.isEmpty {
      session.restoreModes()
      return find(words)
    }
    switch session.restore(resume) {
    case .restored(let added):
      needsMusic = added.isEmpty
      readTags(of: added)
    case .firstTime:
      needsMusic = true
      if let demo { find([demo]) } else { application.report(.demoMissing) }
    case .nothing: needsMusic = true
    }
  }

  /// On a thread of its own: a folder may be large, or on a slow disk.
  private func find(_ words: [FilePath]) {
    let report = report
    isFinding = true
    _ = WorkerThread(name: "finder") { report(.musicFound(MusicFinder().find(words))) }
  }

  func receive(_ result: MusicFinder.Result) {
    isFinding = false
    let added = application.model.append(
      result.entries.map { entry in
        (entry.path, entry.said.map { QueueItem.Hint($0) } ?? QueueItem.Hint())
      })
    if !result.warnings.isEmpty { application.report(.notQueued(result.warnings)) }
    readTags(of: added)
    application.model.play()
  }

  private func readTags(of ids: [QueueItem.ID]) {
    let queue = application.model.queue
    let files = ids.compactMap { id in queue[id].map { (id, $0.path) } }
    // What is about to play comes first.
    let current = files.filter { $0.0 == queue.currentID }
    tags.load(current + files.filter { $0.0 != queue.currentID })
  }
}
