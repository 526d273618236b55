import Glibc
import Synchronization
import SystemBase

/// Runs functions on threads of their own that start at the same moment.
package enum Together {
  /// Returns when all functions have returned.
  package static func run(_ bodies: [@Sendable () -> Void]) {
    let gate = Gate(bodies.count)
    let threads = bodies.map { body in
      WorkerThread(name: "together") {
        gate.wait()
        body()
      }
    }
    for thread in threads { thread.join() }
  }

  /// Lets threads pass when all have come.
  private final class Gate: Sendable {
    private let missing: Atomic<Int>

    init(_ count: Int) { missing = Atomic(count) }

    func wait() {
      missing.subtract(1, ordering: .acquiringAndReleasing)
      while missing.load(ordering: .acquiring) > 0 { sched_yield() }
    }
  }
}
