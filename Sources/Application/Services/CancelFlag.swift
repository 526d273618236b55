import Synchronization

/// Tells a thread to stop; any thread.
final class CancelFlag: Sendable {
  private let isSet = Atomic<Bool>(false)

  var isCancelled: Bool { isSet.load(ordering: .relaxed) }

  func cancel() { isSet.store(true, ordering: .relaxed) }
}
