import Dubbing
import MusicFiles
import Player
import Playlists
import SystemBase

/// Fills the queue at the start: with the files of the command line, the saved session, or the demo. Main thread.
@MainActor
package final class QueueLoader {
  private unowned let application: Application
  private let tags: TrackLoader
  private let main: MainThread
  /// Whether the files of the command line are still being found.
  package private(set) var isFinding = false
  /// Whether the queue starts empty or with the demo.
  package private(set) var needsMusic = false

  package init(application: Application, tags: TrackLoader, main: MainThread) {
    (self.application, self.tags, self.main) = (application, tags, main)
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
    isFinding = true
    let open = main.sender { [weak self] in self?.open(takes: $0) }
    let find: @Sendable () -> MusicFinder.FoundMusic = {
      let takes = words.filter(QueueLoader.isTake)
      if !takes.isEmpty { open(takes) }
      return MusicFinder().find(words.filter { !takes.contains($0) })
    }
    main.run("finder", find) { [weak self] in self?.receive($0) }
  }

  private func open(takes: [FilePath]) {
    for take in takes { application.sharedTakes?.open(take) }
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
    let find: @Sendable () -> MusicFinder.FoundMusic? = {
      QueueLoader.isTake(path) ? nil : MusicFinder(keepsMissing: false).find([path])
    }
    main.run("finder", find) { [weak self] music in
      if let music { self?.insert(music, at: place, playing: playing) } else { self?.open(takes: [path]) }
    }
  }

  func insert(_ result: MusicFinder.FoundMusic, at place: QueuePlace, playing: Bool) {
    let wasEmpty = application.model.queue.isEmpty
    let added = application.model.insert(result.entries.map(QueueAddition.init), at: place, playing: playing)
    report(added.count, at: place, playing: playing, wasEmpty: wasEmpty)
    if !result.warnings.isEmpty { application.report(.notQueued(result.warnings)) }
    readTags(of: added)
  }

  /// Reports tracks that the queue consists of now, or that were added without being played.
  private func report(_ count: Int, at place: QueuePlace, playing: Bool, wasEmpty: Bool) {
    if count == 0 { return }
    if place == .instead {
      application.report(.library(.queue(count: count, leftOut: 0, away: 0, wasEmpty: wasEmpty)))
    } else if place == .end, !playing {
      application.report(.library(.added(count: count, isNext: false, away: 0)))
    }
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
