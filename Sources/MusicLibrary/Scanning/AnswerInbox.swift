import Synchronization
import SystemBase
import TrackTags

/// Where the answers of tag workers wait for the thread that writes the index.
final class AnswerInbox: Sendable {
  typealias Entry = (job: Int, answers: [TagAnswer])

  private let entries = Mutex<[Entry]>([])
  private let signal = WakeSignal()

  func put(_ job: Int, _ answers: [TagAnswer]) {
    entries.withLock { $0.append((job, answers)) }
    signal.wake()
  }

  /// All that has come; waits for some, a tenth of a second at most.
  func take() -> [Entry] {
    let found = takeAll()
    if !found.isEmpty { return found }
    signal.wait(milliseconds: 100)
    return takeAll()
  }

  private func takeAll() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
