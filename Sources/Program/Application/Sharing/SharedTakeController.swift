import AudioBase
import Dubbing
import SystemBase

/// A report of a thread that imports a take.
package enum SharedTakeReport: Sendable {
  /// Files to open that are takes.
  case named([FilePath])
  /// The user must answer a question.
  case asked(Question)
  case stored(SharedTakeImport, SharedTakeSummary)
  case refused(SharedTrackRefusal, FilePath)
  case failed(FileError)
}

/// Imports takes in the player. The work is done on other threads. Main thread.
@MainActor
package final class SharedTakeController {
  private let application: Application
  private let services: SharedTakeImport.Services
  private let report: @Sendable (SharedTakeReport) -> Void
  /// The number of imports that have not reported yet.
  private var running = 0

  /// Creates a controller of imports.
  ///
  /// - Parameter report: called on other threads. Its argument must be passed to `receive(_:)`.
  package init(
    _ application: Application, _ services: SharedTakeImport.Services,
    report: @escaping @Sendable (SharedTakeReport) -> Void
  ) {
    (self.application, self.services, self.report) = (application, services, report)
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
      case .found, .free, .cancelled: return try SharedTakeController.finish(found, services)
      }
    }
  }

  /// Returns a question about a missing kit, or stores the take.
  private nonisolated static func finish(
    _ found: SharedTakeImport, _ services: SharedTakeImport.Services
  ) throws(FileError) -> SharedTakeReport {
    if let missing = services.kits.missing(of: found.source) {
      return .asked(.playOnKit(found, missing.name, missing.nearest))
    }
    return try store(found, services)
  }

  private nonisolated static func store(
    _ found: SharedTakeImport, _ services: SharedTakeImport.Services
  ) throws(FileError) -> SharedTakeReport {
    defer { found.source.remove() }
    return .stored(found, try found.store(services))
  }

  private func run(
    _ body: @escaping @Sendable (SharedTakeImport.Services) throws(FileError) -> SharedTakeReport
  ) {
    let (services, report) = (services, report)
    running += 1
    _ = WorkerThread(name: "shared take", isBackground: true) {
      do throws(FileError) { report(try body(services)) } catch { report(.failed(error)) }
    }
  }

  // MARK: Answers

  /// Continues an import after the user has confirmed its track.
  func agree(toTrackOf found: SharedTakeImport) {
    run { services throws(FileError) in try SharedTakeController.finish(found, services) }
  }

  /// Stores a take with its own kit, or converted to another kit.
  func store(_ found: SharedTakeImport, on kit: FilePath?) {
    var found = found
    found.kit = kit
    let chosen = found
    run { services throws(FileError) in try SharedTakeController.store(chosen, services) }
  }

  // MARK: Reports

  func receive(_ report: SharedTakeReport) {
    if case .named(let files) = report { return files.forEach(open) }
    running -= 1
    switch report {
    case .named: break
    case .asked(let question): application.ask(question)
    case .stored(let found, let summary):
      application.takes?.list.use(summary.id, of: found.chosen?.location)
      application.report(.take(.shared(summary)))
    case .refused(let refusal, let file): application.report(.take(.notShared(refusal, file)))
    case .failed(let error): application.report(.take(.notImported(error)))
    }
  }
}
