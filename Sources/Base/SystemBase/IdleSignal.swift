import Synchronization

/// Wakes a thread that rests while it has nothing to do. A wake is a write to an eventfd if the thread rests, and no
/// system call if it does not.
package struct IdleSignal: ~Copyable, Sendable {
  package let waker: IdleWaker
  package let sleeper: IdleSleeper
  private let signal = WakeSignal()
  private let isResting = PinnedValue(Atomic(false))

  package init() {
    waker = IdleWaker(isResting: isResting.pointer, descriptor: signal.descriptor)
    sleeper = IdleSleeper(isResting: isResting.pointer, descriptor: signal.descriptor)
  }
}

/// The end of the threads that wake; it must not outlive its `IdleSignal`. Any thread.
package struct IdleWaker: @unchecked Sendable, BitwiseCopyable {
  fileprivate let isResting: UnsafeMutablePointer<Atomic<Bool>>
  fileprivate let descriptor: Int32

  /// Wakes the thread if it rests. To be called after the work was stored where `beginRest` looks for it.
  package func wake() {
    // Pairs with the fence of `beginRest`: either the resting thread sees the work, or this thread sees the rest.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard isResting.pointee.load(ordering: .relaxed) else { return }
    if isResting.pointee.exchange(false, ordering: .acquiringAndReleasing) { WakeSignal.wake(descriptor) }
  }
}

/// The end of the thread that rests; it must not outlive its `IdleSignal`.
package struct IdleSleeper: @unchecked Sendable, BitwiseCopyable {
  fileprivate let isResting: UnsafeMutablePointer<Atomic<Bool>>
  fileprivate let descriptor: Int32

  /// Announces a rest, then looks for work: work that is stored later wakes the thread. Returns false if there is
  /// work: the thread does not rest.
  package func beginRest(unless hasWork: () -> Bool) -> Bool {
    isResting.pointee.store(true, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if !hasWork() { return true }
    endRest(clearing: true)
    return false
  }

  /// Sleeps until a wake since `beginRest`, or until `interruption` is readable.
  package func rest(until interruption: Int32) {
    WakeSignal.wait(for: descriptor, or: interruption)
    endRest(clearing: true)
  }

  /// Sleeps until a wake since `beginRest`, or until a time.
  package func rest(until time: HostTime) {
    // A wake that comes after the time ends the next rest.
    endRest(clearing: WakeSignal.wait(for: descriptor, until: time))
  }

  private func endRest(clearing isWoken: Bool) {
    isResting.pointee.store(false, ordering: .relaxed)
    if isWoken { WakeSignal.clear(descriptor) }
  }
}
