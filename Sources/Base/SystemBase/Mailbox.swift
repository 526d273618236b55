import Synchronization

/// A queue of messages from any thread to one thread that waits for them.
package final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let signal = WakeSignal()

  package init() {}

  /// The descriptor for `poll`, readable while there are messages.
  package var descriptor: Int32 { signal.descriptor }

  package func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    signal.wake()
  }

  /// Returns all messages in their order; waits for the first one if there is none.
  ///
  /// - Parameter milliseconds: the longest wait, after which the result may be empty; nil waits until a message comes.
  package func receive(milliseconds: Int32? = nil) -> [Message] {
    while true {
      let found = receiveAll()
      if !found.isEmpty { return found }
      signal.wait(milliseconds: milliseconds)
      if milliseconds != nil { return receiveAll() }
    }
  }

  /// Returns all messages in their order. Does not wait.
  package func receiveAll() -> [Message] {
    signal.clear()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
