/// Has the main thread receive what other threads have found out, in order. Any thread.
package struct MainThread: Sendable {
  /// A call that waits for the main thread.
  package struct Call: Sendable {
    /// Decides what becomes of a call while others wait.
    package enum Kind: Hashable, Sendable {
      /// The answer to a request or the new state of a part, which is never dropped.
      case result
      /// A value of this name, of which only the newest one counts, such as the progress of a scan.
      case value(String)
      /// Input that the user can repeat.
      case input
    }

    package let kind: Kind
    /// Whether the call is made even if the main loop has ended.
    package let isMadeAtEnd: Bool
    package let perform: @MainActor () -> Void
  }

  private let post: @Sendable (Call) -> Void

  /// Creates the main thread as other threads know it. `post` queues a call on any thread.
  package init(post: @escaping @Sendable (Call) -> Void) { self.post = post }

  /// Returns a function that sends values to a function on the main thread.
  ///
  /// - Parameters:
  ///   - kind: decides what becomes of a value while others wait.
  ///   - isReceivedAtEnd: whether values are received even if the main loop has ended.
  package func sender<Value: Sendable>(
    kind: @escaping @Sendable (Value) -> Call.Kind = { _ in .result }, isReceivedAtEnd: Bool = false,
    to receive: @escaping @MainActor (Value) -> Void
  ) -> @Sendable (Value) -> Void {
    { [post] value in
      post(Call(kind: kind(value), isMadeAtEnd: isReceivedAtEnd) { receive(value) })
    }
  }

  /// Does a job on a thread of its own. The main thread receives its result.
  package func run<Value: Sendable>(
    _ thread: String, isBackground: Bool = false, _ job: @escaping @Sendable () -> Value,
    then receive: @escaping @MainActor (Value) -> Void
  ) {
    let send = sender(to: receive)
    _ = WorkerThread(name: thread, isBackground: isBackground) { send(job()) }
  }
}

/// Takes values from other threads to the main thread, in order. Its receiver may be made after its senders.
@MainActor
package final class MainThreadChannel<Value: Sendable> {
  package var receive: (Value) -> Void = { _ in }
  private let main: MainThread
  private let kind: @Sendable (Value) -> MainThread.Call.Kind
  private let isReceivedAtEnd: Bool

  /// Creates a channel without a receiver; see `MainThread.sender`.
  package init(
    _ main: MainThread, kind: @escaping @Sendable (Value) -> MainThread.Call.Kind = { _ in .result },
    isReceivedAtEnd: Bool = false
  ) {
    (self.main, self.kind, self.isReceivedAtEnd) = (main, kind, isReceivedAtEnd)
  }

  /// A function that sends a value. Any thread.
  package var send: @Sendable (Value) -> Void {
    main.sender(kind: kind, isReceivedAtEnd: isReceivedAtEnd) { [self] in receive($0) }
  }
}
