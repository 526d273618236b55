import SystemBase
import AudioBase

/// Ends what runs on other threads, each part by a thread of its own: one that hangs, in a file that cannot be read
/// perhaps, holds up none of the others.
@MainActor
package struct Shutdown {
  /// Seconds after which what only reads is not waited for any more.
  static let patience = 0.7
  /// Seconds for what stores what the user has done: a disk may be slow.
  static let storingPatience = 5.0
  /// Seconds that each part has in any case, however long the ones before took.
  private static let least = 0.2

  package init() {}

  private let begin = HostTime.now
  private var threads: [WorkerThread] = []

  /// Whether all that was begun has ended in its time so far.
  package private(set) var isComplete = true

  /// Begins to end a part. - Parameter stop: waits for the end of its threads.
  package mutating func start(_ stop: @escaping @Sendable () -> Void) {
    threads.append(WorkerThread(name: "ending", stop))
  }

  /// Ends a part that stores something, and waits for that.
  package mutating func store(_ stop: @escaping @Sendable () -> Void) {
    run(stop, seconds: Shutdown.storingPatience)
  }

  /// Ends a part, and waits for that.
  package mutating func run(_ stop: @escaping @Sendable () -> Void) { run(stop, seconds: Shutdown.patience) }

  private mutating func run(_ stop: @escaping @Sendable () -> Void, seconds: Double) {
    let hasEnded = WorkerThread(name: "ending", stop).join(until: deadline(seconds))
    isComplete = isComplete && hasEnded
  }

  private func deadline(_ seconds: Double) -> HostTime {
    max(begin.advanced(bySeconds: seconds), .now.advanced(bySeconds: Shutdown.least))
  }

  /// Waits for what was begun.
  package mutating func wait() {
    let deadline = deadline(Shutdown.patience)
    for thread in threads {
      let hasEnded = thread.join(until: deadline)
      isComplete = isComplete && hasEnded
    }
    threads = []
  }
}
