import Player
import SystemBase

/// Takes up the last session and keeps the saved one up to date.
@MainActor
struct SessionController {
  enum Outcome {
    case restored([QueueItem.ID])
    /// Nothing was ever saved.
    case firstTime
    case nothing
  }

  private static let interval = 10.0

  /// The program never leaves it, but it may be removed meanwhile.
  private let folder = BaseFolders.current
  private var saved: SavedSession?
  private var lastSave = HostTime.now
  /// A file that could not be read is never written over.
  private var mayWrite = true

  /// Takes up the saved queue, as the user wants it.
  mutating func restore(into model: PlayerModel, _ resume: Settings.Resume) -> Outcome {
    let session: SavedSession
    switch read(reportingTo: model) {
    case .none: return .firstTime
    case .some(.none): return .nothing
    case .some(.some(let found)): session = found
    }
    if resume == .no {
      model.restoreModes(session)
      return .nothing
    }
    let added = model.restore(session, playing: resume == .play)
    saved = model.session
    return .restored(added)
  }

  /// Takes up volume and modes, for a queue that the user names.
  mutating func takeModes(into model: PlayerModel) {
    if case .some(.some(let session)) = read(reportingTo: model) { model.restoreModes(session) }
  }

  /// When the session should be saved next; nil while nothing changes.
  func nextSave(_ model: PlayerModel) -> HostTime? {
    guard mayWrite, model.phase.isPlaying || model.session != saved else { return nil }
    return lastSave.advanced(bySeconds: SessionController.interval)
  }

  mutating func saveWhenDue(_ model: PlayerModel, _ saver: SessionSaver) {
    guard let due = nextSave(model), HostTime.now >= due else { return }
    save(model, saver)
  }

  mutating func saveAtEnd(_ model: PlayerModel, _ saver: SessionSaver) {
    if mayWrite { save(model, saver) }
  }

  private mutating func save(_ model: PlayerModel, _ saver: SessionSaver) {
    lastSave = .now
    let session = model.session
    if session == saved { return }
    saved = session
    saver.save(findable(session))
  }

  /// With whole paths: the next start may be in another folder.
  private func findable(_ session: SavedSession) -> SavedSession {
    var session = session
    for index in session.entries.indices {
      session.entries[index].path = folder.appending(session.entries[index].path)
    }
    return session
  }

  /// Nil where there is no file, nil inside where it cannot be read.
  private mutating func read(reportingTo model: PlayerModel) -> SavedSession?? {
    let path = BaseFolders.sessionFile
    do throws(FileError) {
      let bytes = try FileBytes.read(path, limit: 1 << 28)
      return try SavedSession(bytes: bytes, subject: path.shown)
    } catch {
      if error.code == .notFound { return .none }
      mayWrite = false
      model.report(.file(error))
      return .some(nil)
    }
  }
}
