import Synchronization
import SystemBase

/// An answer that one thread waits for and another brings.
final class TagReply: Sendable {
  private let answer = Mutex<TagAnswer?>(nil)
  private let signal = WakeSignal()

  func put(_ answer: TagAnswer) {
    self.answer.withLock { $0 = answer }
    signal.wake()
  }

  func wait() -> TagAnswer {
    while true {
      if let answer = answer.withLock({ $0 }) { return answer }
      signal.wait(milliseconds: nil)
    }
  }
}
