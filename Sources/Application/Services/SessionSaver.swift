import Player
import Synchronization
import SystemBase

/// Saves the session on a thread of its own: a slow disk must not hold up the screen.
final class SessionSaver: Sendable {
  private struct Mailbox {
    var session: SavedSession?
    var isStopping = false
  }

  private let path: FilePath
  private let mailbox = Mutex(Mailbox())
  private let signal = WakeSignal()
  private let thread = Mutex<WorkerThread?>(nil)

  /// - Parameter report: told on the saver's thread when a session could not be saved.
  init(path: FilePath, report: @escaping @Sendable (FileError) -> Void) {
    self.path = path
    let worker = WorkerThread(name: "session") { [self] in run(report) }
    thread.withLock { $0 = worker }
  }

  /// Saves a session; of several that wait, the last one.
  func save(_ session: SavedSession) {
    mailbox.withLock { $0.session = session }
    signal.wake()
  }

  /// Ends the thread after the last session is on the disk.
  func stop() {
    mailbox.withLock { $0.isStopping = true }
    signal.wake()
    thread.withLock { $0.take() }?.join()
  }

  private func run(_ report: (FileError) -> Void) {
    while true {
      let (session, isStopping) = mailbox.withLock { ($0.session.take(), $0.isStopping) }
      if let session {
        do throws(FileError) {
          try FileBytes.makeFolder(path.directory, permissions: 0o700)
          try FileBytes.replace(path, with: session.bytes(), permissions: 0o600)
        } catch {
          report(error)
        }
      } else if isStopping {
        return
      } else {
        signal.wait(milliseconds: nil)
      }
    }
  }
}
