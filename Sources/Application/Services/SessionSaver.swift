import Player
import Synchronization
import SystemBase

/// Saves the session on its own thread, because a slow disk must not delay the screen.
final class SessionSaver: Sendable {
  private let path: FilePath
  private let report: @Sendable (FileError) -> Void
  private let latest = Mutex<SavedSession?>(nil)
  private let worker = SerialWorker(name: "session")

  /// - Parameter report: called on the saver's thread when a session could not be saved.
  init(path: FilePath, report: @escaping @Sendable (FileError) -> Void) {
    self.path = path
    self.report = report
  }

  /// Saves a session, or only the last one if several wait.
  func save(_ session: SavedSession) {
    latest.withLock { $0 = session }
    worker.run { [self] in saveLatest() }
  }

  /// Ends the thread after the last session is on the disk.
  func stop() { worker.stop() }

  private func saveLatest() {
    guard let session = latest.withLock({ $0.take() }) else { return }
    do throws(FileError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
      try FileBytes.replace(path, with: session.bytes(), permissions: 0o600)
    } catch {
      report(error)
    }
  }
}
