import Player
import SystemBase

/// Restores the last session and saves the current one. The saver of its file tries a session again that cannot be saved.
@MainActor
package final class SessionController {
  package enum Outcome {
    case restored([QueueItem.ID])
    /// There is no saved session.
    case firstTime
    case nothing
  }

  private static let interval = 10.0

  private let model: PlayerModel
  private let file: SavedFile
  /// Returns the state of the application, whose layout, panes and options are saved with the session.
  package var state: () -> ApplicationState = { ApplicationState() }
  /// The layout of the last session; nil without one.
  package private(set) var savedLayout: ScreenLayout?
  /// The panes of the last session; nil without any.
  package private(set) var savedPanes: ScreenPanes?
  /// The options that clients have set in the last session.
  package private(set) var savedOptions = ClientOptions()
  /// The mixer, which has a file of its own.
  package var mixer: SavedMixer?
  /// The working directory, which may be removed while the program runs.
  private let folder: FilePath
  private let report: ReportSink
  private var saved: SavedSession?
  private var lastSave = HostTime.now
  /// Whether the file may be written; false if it could not be read, so that it is not overwritten.
  private var mayWrite = true

  /// Creates a controller that saves the session of a player.
  ///
  /// - Parameters:
  ///   - file: the file of the session.
  ///   - current: the folder that relative paths start from.
  package init(model: PlayerModel, file: SavedFile, current: FilePath, report: @escaping ReportSink) {
    (self.model, self.file, self.folder, self.report) = (model, file, current, report)
  }

  /// The reason why the last session is not on the disk; nil if it is.
  package var failure: FileError? { file.failure }

  /// Restores the saved queue.
  package func restore(_ resume: ResumeMode) -> Outcome {
    let session: SavedSession
    switch read() {
    case .none: return .firstTime
    case .some(.none): return .nothing
    case .some(.some(let found)): session = found
    }
    if resume == .no {
      model.restoreModes(session)
      return .nothing
    }
    let added = model.restore(session, playing: resume == .play)
    saved = current
    return .restored(added)
  }

  /// Restores only volume and modes, for a queue from the command line.
  package func restoreModes() {
    if case .some(.some(let session)) = read() { model.restoreModes(session) }
  }

  /// Keeps the saved session as it is: nothing is saved from now on.
  package func keepSaved() { mayWrite = false }

  private var current: SavedSession {
    var session = model.session
    let state = state()
    session.layout = state.mode.layout == .both ? nil : state.mode.layout.rawValue
    session.panes = state.panes == ScreenPanes() ? nil : state.panes.text
    (session.crossfade, session.replayGain) = (state.options.crossfade, state.options.replayGain)
    return session
  }

  /// The time at which the session is to be saved next; nil if it has not changed.
  package var nextSave: HostTime? {
    guard mayWrite && (model.phase.isPlaying || current != saved) || mixer?.isChanged == true else {
      return nil
    }
    return lastSave.advanced(bySeconds: SessionController.interval)
  }

  package func saveWhenDue() {
    guard let due = nextSave, HostTime.now >= due else { return }
    saveChanges()
  }

  package func saveChanges() {
    mixer?.save()
    if mayWrite { save() }
  }

  /// Saves the session now.
  ///
  /// - Parameter done: called on another thread when it is on the disk or cannot be saved.
  package func save(done: @escaping @Sendable () -> Void) {
    mixer?.save()
    if mayWrite { save(always: true, done: done) } else { done() }
  }

  private func save(always: Bool = false, done: (@Sendable () -> Void)? = nil) {
    lastSave = .now
    let session = current
    if session == saved, !always { return }
    saved = session
    let findable = findable(session)
    let completion: FileSaver.Completion? = if let done { { _ in done() } } else { nil }
    file.replace(completion: completion, with: findable.bytes)
  }

  /// Returns the session with absolute paths, because the next start may be in another folder.
  private func findable(_ session: SavedSession) -> SavedSession {
    var session = session
    for index in session.entries.indices {
      session.entries[index].location = session.entries[index].location.inside(folder)
    }
    return session
  }

  /// Returns nil if there is no file, and an inner nil if it cannot be read.
  private func read() -> SavedSession?? {
    do throws(FileError) {
      let bytes = try FileBytes.read(file.path, limit: 1 << 28)
      let session = try SavedSession(bytes: bytes, subject: file.path.shown)
      savedLayout = session.layout.flatMap(ScreenLayout.init)
      savedPanes = session.panes.flatMap(ScreenPanes.init)
      savedOptions = ClientOptions(crossfade: session.crossfade, replayGain: session.replayGain)
      return session
    } catch {
      if error.code == .notFound { return .none }
      mayWrite = false
      report(.notice(.file(error)))
      return .some(nil)
    }
  }
}

/// The use of the saved queue at a start without arguments: restore it paused, not at all, or playing.
package enum ResumeMode: String, CaseIterable, Sendable { case yes, no, play }
