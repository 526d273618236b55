import Dubbing
import MusicFiles
import Player
import SystemBase
import TakeExchange

/// A report of a thread that imports a take.
package enum SharedTakeReport: Sendable {
  /// The user must answer a question.
  case asked(Question)
  case stored(SharedTakeImport, SharedTakeSummary)
  case refused(SharedTrackRefusal, FilePath)
  case failed(FileError)
}

/// Imports takes in the player. The work is done on other threads. Main thread.
@MainActor
package final class SharedTakeController {
  private unowned let application: Application
  /// Plays the track of a take.
  private let loader: QueueLoader
  private let services: SharedTakeImport.Services
  private let main: MainThread
  /// The number of imports that have not reported yet.
  private var running = 0

  package init(
    _ application: Application, _ loader: QueueLoader, _ services: SharedTakeImport.Services, main: MainThread
  ) {
    (self.application, self.loader, self.services, self.main) = (application, loader, services, main)
  }

  package var isBusy: Bool { running > 0 }

  /// Imports the take of a file. Asks the user if the track is not certain.
  package func open(_ file: FilePath) {
    run { services throws(FileError) in
      let source = try SharedTakeSource(file, unpackingIn: services.store.folder)
      let found = SharedTakeImport(
        source: source, track: SharedTrackSearch(services.tracks).find(source.take))
      switch found.track {
      case .refused(let refusal):
        source.remove()
        return .refused(refusal, file)
      case .doubtful: return .asked(.importTake(found))
      case .found, .free, .cancelled: return try found.finish(services)
      }
    }
  }

  private func run(
    _ body: @escaping @Sendable (SharedTakeImport.Services) throws(FileError) -> SharedTakeReport
  ) {
    running += 1
    let run: @Sendable () -> SharedTakeReport = { [services] in
      do throws(FileError) { return try body(services) } catch { return .failed(error) }
    }
    main.run("shared take", isBackground: true, run) { [weak self] in self?.receive($0) }
  }

  // MARK: Answers

  /// Continues an import after the user has confirmed its track.
  func agree(toTrackOf found: SharedTakeImport) {
    run { services throws(FileError) in try found.finish(services) }
  }

  /// Stores a take with its own kit, or converted to another kit.
  func store(_ found: SharedTakeImport, on kit: FilePath?) {
    var found = found
    found.kit = kit
    let chosen = found
    run { services throws(FileError) in try chosen.stored(services) }
  }

  // MARK: Reports

  private func receive(_ report: SharedTakeReport) {
    running -= 1
    switch report {
    case .asked(let question): application.ask(question)
    case .stored(let found, let summary):
      application.takes?.list.use(summary.id, of: found.chosen?.location)
      application.report(.take(.shared(summary)))
      // The track is played after the take is stored, so that the take is found with it.
      if let track = found.chosen { play(track) }
    case .refused(let refusal, let file): application.report(.take(.notShared(refusal, file)))
    case .failed(let error): application.report(.take(.notImported(error)))
    }
  }

  private func play(_ track: SharedTrack) {
    let entry = MusicFinder.Entry(path: track.location.path, playlistEntry: track.playlistEntry)
    let isRecording = application.takes?.recording.isActive == true
    loader.insert(MusicFinder.FoundMusic(entries: [entry]), at: .afterCurrent, playing: !isRecording)
  }
}

extension SharedTakeImport {
  /// Returns a question about a missing kit, or stores the take.
  fileprivate func finish(_ services: Services) throws(FileError) -> SharedTakeReport {
    if let missing = services.kits.missing(of: source) {
      return .asked(.playOnKit(self, missing.name, missing.nearest))
    }
    return try stored(services)
  }

  fileprivate func stored(_ services: Services) throws(FileError) -> SharedTakeReport {
    defer { source.remove() }
    return .stored(self, try store(services))
  }
}
