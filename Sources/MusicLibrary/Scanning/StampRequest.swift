import Synchronization
import SystemBase

/// What the index knows of a folder, asked for on another thread while the folder is walked.
final class StampRequest: Sendable {
  private let result = Mutex<Result<StampTable, LibraryError>?>(nil)
  private let thread = Mutex<WorkerThread?>(nil)

  init(_ store: LibraryStore, _ folder: FilePath) {
    let worker = WorkerThread(name: "stamps") { [self] in
      let answer: Result<StampTable, LibraryError>
      do throws(LibraryError) {
        answer = .success(try store.stamps(under: folder))
      } catch {
        answer = .failure(error)
      }
      result.withLock { $0 = answer }
    }
    thread.withLock { $0 = worker }
  }

  func wait() throws(LibraryError) -> StampTable {
    thread.withLock { $0.take() }?.join()
    guard let answer = result.withLock({ $0 }) else { preconditionFailure("the thread has ended") }
    return try answer.get()
  }
}
