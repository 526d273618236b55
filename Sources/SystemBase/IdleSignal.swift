import Synchronization

/// Wakes a thread that rests while there is nothing for it to do. Pressing the button costs a write to an eventfd
/// where the thread rests, and no system call where it does not.
package struct IdleSignal: ~Copyable, Sendable {
  package let button: IdleWaker
  package let sleeper: IdleSleeper
  private let signal = WakeSignal()

  package init() {
    let isResting = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: 1)
    isResting.initialize(to: Atomic(false))
    button = IdleWaker(isResting: isResting, descriptor: signal.descriptor)
    sleeper = IdleSleeper(isResting: isResting, descriptor: signal.descriptor)
  }

  deinit {
    button.isResting.deinitialize(count: 1)
    button.isResting.deallocate()
  }
}

/// Any thread presses it; it must not outlive its `IdleSignal`.
package struct IdleWaker: @unchecked Sendable, BitwiseCopyable {
  fileprivate let isResting: UnsafeMutablePointer<Atomic<Bool>>
  fileprivate let descriptor: Int32

  /// To be called after the work has been put where the sleeper looks for it.
  package func press() {
    // With the sleeper's fence: either it sees the work, or its rest is seen here.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard isResting.pointee.load(ordering: .relaxed) else { return }
    if isResting.pointee.exchange(false, ordering: .acquiringAndReleasing) { WakeSignal.wake(descriptor) }
  }
}

/// The end of the thread that rests; it must not outlive its `IdleSignal`.
package struct IdleSleeper: @unchecked Sendable, BitwiseCopyable {
  fileprivate let isResting: UnsafeMutablePointer<Atomic<Bool>>
  fileprivate let descriptor: Int32

  /// - Parameter hasWork: looked at after the button has been made ready: nothing that comes later is missed.
  /// - Returns: false where there is work after all.
  package func beginRest(unless hasWork: () -> Bool) -> Bool {
    isResting.pointee.store(true, ordering: .relaxed)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if !hasWork() { return true }
    endRest()
    return false
  }

  /// Sleeps from `beginRest` until the button is pressed, or `interruption` is readable.
  package func rest(until interruption: Int32) {
    WakeSignal.wait(for: descriptor, or: interruption)
    endRest()
  }

  private func endRest() {
    isResting.pointee.store(false, ordering: .relaxed)
    WakeSignal.take(descriptor)
  }
}
