import Player
import SystemBase

/// Takes up the last session and keeps the saved one up to date.
@MainActor
package final class SessionController {
  package enum Outcome {
    case restored([QueueItem.ID])
    /// Nothing was ever saved.
    case firstTime
    case nothing
  }

  private static let interval = 10.0

  private let model: PlayerModel
  private let file: FilePath
  /// The program never leaves it, but it may be removed meanwhile.
  private let folder: FilePath
  private let saver: SessionSaver
  private var saved: SavedSession?
  private var lastSave = HostTime.now
  /// A file that could not be read is never written over.
  private var mayWrite = true

  /// - Parameters:
  ///   - file: where the session is kept.
  ///   - current: where relative paths start from.
  package init(model: PlayerModel, file: FilePath, current: FilePath, report: @escaping ReportSink) {
    (self.model, self.file, self.folder) = (model, file, current)
    saver = SessionSaver(path: file) { report(.sessionNotSaved($0)) }
  }

  /// Returns what waits until the last session is on the disk and ends the thread; any thread may call it.
  package var finish: @Sendable () -> Void {
    let saver = saver
    return { saver.stop() }
  }

  /// Takes up the saved queue, as the user wants it.
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
    saved = model.session
    return .restored(added)
  }

  /// Takes up volume and modes, for a queue that the user names.
  package func restoreModes() {
    if case .some(.some(let session)) = read() { model.restoreModes(session) }
  }

  /// When the session should be saved next; nil while nothing changes.
  package var nextSave: HostTime? {
    guard mayWrite, model.phase.isPlaying || model.session != saved else { return nil }
    return lastSave.advanced(bySeconds: SessionController.interval)
  }

  package func saveWhenDue() {
    guard let due = nextSave, HostTime.now >= due else { return }
    save()
  }

  package func saveAtEnd() {
    if mayWrite { save() }
  }

  private func save() {
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
  private func read() -> SavedSession?? {
    do throws(FileError) {
      let bytes = try FileBytes.read(file, limit: 1 << 28)
      return try SavedSession(bytes: bytes, subject: file.shown)
    } catch {
      if error.code == .notFound { return .none }
      mayWrite = false
      model.report(.file(error))
      return .some(nil)
    }
  }
}

/// Whether a start goes on with the saved queue, and plays.
package enum ResumeMode: String, CaseIterable, Sendable { case yes, no, play }
