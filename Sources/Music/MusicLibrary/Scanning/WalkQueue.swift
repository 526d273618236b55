import Glibc
import Synchronization
import SystemBase

/// The queue of folders that a walk has found and not visited, shared by two threads.
final class WalkQueue: Sendable {
  struct Identity: Hashable {
    var device: dev_t
    var inode: ino_t
  }

  private struct State {
    var waiting: [FilePath]
    var visited: Set<Identity> = []
    /// The number of threads that read a folder, and of those that wait for one.
    var busy = 0
    var idle = 0
    var isCancelled = false
  }

  private enum Turn {
    case folder(FilePath)
    case wait
    case end
  }

  private let state: Mutex<State>
  private let signal = WakeSignal()

  init(_ root: FilePath) { state = Mutex(State(waiting: [root])) }

  /// Returns the next folder to visit; waits while the other thread may find one. Nil at the end.
  func next() -> FilePath? {
    while true {
      let turn: Turn = state.withLock { state in
        if state.isCancelled { return .end }
        if let folder = state.waiting.popLast() {
          state.busy += 1
          return .folder(folder)
        }
        if state.busy == 0 { return .end }
        state.idle += 1
        return .wait
      }
      switch turn {
      case .folder(let folder): return folder
      case .end: return nil
      case .wait:
        signal.wait(milliseconds: nil)
        state.withLock { $0.idle -= 1 }
      }
    }
  }

  /// Ends a visit, with the subfolders that it has found.
  ///
  /// - Returns: the number of waiting folders.
  func finish(_ found: [FilePath]) -> Int {
    let (waiting, mustWake) = state.withLock { state in
      state.busy -= 1
      state.waiting += found
      return (state.waiting.count, state.idle > 0 && (!found.isEmpty || state.busy == 0))
    }
    if mustWake { signal.wake() }
    return waiting
  }

  /// Marks a folder as visited, and returns whether it was not yet, under any of its names.
  func isFirst(_ folder: Identity) -> Bool { state.withLock { $0.visited.insert(folder).inserted } }

  /// Ends the walk; a visit that has begun is completed.
  func cancel() {
    let mustWake = state.withLock { state in
      state.isCancelled = true
      return state.idle > 0
    }
    if mustWake { signal.wake() }
  }
}
