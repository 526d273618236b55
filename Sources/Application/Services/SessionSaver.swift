import Glibc
import Player
import Synchronization
import SystemBase

/// Saves the session on its own thread, because a slow disk must not delay the screen.
final class SessionSaver: Sendable {
  private let path: FilePath
  private let report: @Sendable (FileError) -> Void
  /// Why the last session is not on the disk; nil if it is.
  private let failure = Mutex<FileError?>(nil)
  private let latest = Mutex<SavedSession?>(nil)
  private let worker = SerialWorker(name: "session")
  /// Syncs a file descriptor as fsync(2) does.
  private let sync: @Sendable (Int32) -> Int32
  /// The replacement of the file that the worker is writing.
  private let replacement = Mutex<FileReplacement?>(nil)

  /// - Parameter report: called on the saver's thread when a session could not be saved, once for each reason.
  init(
    path: FilePath, sync: @escaping @Sendable (Int32) -> Int32 = { fsync($0) },
    report: @escaping @Sendable (FileError) -> Void
  ) {
    (self.path, self.sync, self.report) = (path, sync, report)
  }

  /// Why the last session is not on the disk; nil if it is. Any thread.
  var lastFailure: FileError? { failure.withLock { $0 } }

  /// Saves a session, or only the last one if several wait.
  ///
  /// - Parameter done: called on the saver's thread when the session is on the disk or cannot be saved.
  func save(_ session: SavedSession, done: @escaping @Sendable () -> Void = {}) {
    latest.withLock { $0 = session }
    worker.run { [self] in
      saveLatest(sync: sync)
      done()
    }
  }

  /// Ends the thread after the last session is on the disk. If the disk needs longer than a deadline, the session
  /// becomes the saved one before the disk has stored it; a power failure in that moment would lose it.
  func stop(syncingUntil deadline: HostTime) {
    if worker.stop(until: deadline) { return }
    guard let replacement = replacement.withLock({ $0 }), (try? replacement.publish()) == true else {
      return worker.stop()
    }
    failure.withLock { $0 = nil }
    // Another session may have been queued while the disk was syncing. It is the newest one.
    saveLatest(sync: { _ in 0 })
  }

  private func saveLatest(sync: (Int32) -> Int32) {
    guard let session = latest.withLock({ $0.take() }) else { return }
    do throws(FileError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
      let replacement = FileReplacement(path, permissions: 0o600)
      self.replacement.withLock { $0 = replacement }
      try replacement.write(session.bytes(), sync: sync)
      failure.withLock { $0 = nil }
    } catch {
      let isNew = failure.withLock { failure in
        defer { failure = error }
        return failure != error
      }
      if isNew { report(error) }
    }
  }
}
