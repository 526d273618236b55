import Synchronization

/// The indices of the three slots of a `LatestValue`, each side's own on a separate cache line.
public struct LatestValueState: ~Copyable {
  /// The slot that neither side uses; `fresh` is added if it holds a value that was not read.
  public let middle = Atomic<Int>(1)
  public let padding: InlineArray<15, Int> = .init(repeating: 0)
  public var writing = 0
  public let morePadding: InlineArray<15, Int> = .init(repeating: 0)
  public var reading = 2

  @inlinable public static var fresh: Int { 4 }

  public init() {}
}

/// A value that one thread writes and another one reads, without waiting: a triple buffer.
public struct LatestValue<Value: BitwiseCopyable>: ~Copyable {
  public let writer: LatestValueWriter<Value>
  @usableFromInline let state: UnsafeMutablePointer<LatestValueState>
  @usableFromInline let slots: UnsafeMutablePointer<Value>

  public init(_ value: Value) {
    state = .allocate(capacity: 1)
    state.initialize(to: LatestValueState())
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: value, count: 3)
    writer = LatestValueWriter(state: state, slots: slots)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    slots.deallocate()
  }

  /// Returns the value that was written last. One thread.
  @inlinable public func read() -> Value {
    if state.pointee.middle.load(ordering: .relaxed) & LatestValueState.fresh != 0 {
      let taken = state.pointee.middle.exchange(state.pointee.reading, ordering: .acquiringAndReleasing)
      state.pointee.reading = taken & ~LatestValueState.fresh
    }
    return slots[state.pointee.reading]
  }
}

/// The writing end of a `LatestValue`, which must outlive it. One thread.
public struct LatestValueWriter<Value: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let state: UnsafeMutablePointer<LatestValueState>
  @usableFromInline let slots: UnsafeMutablePointer<Value>

  init(state: UnsafeMutablePointer<LatestValueState>, slots: UnsafeMutablePointer<Value>) {
    (self.state, self.slots) = (state, slots)
  }

  @inlinable public func write(_ value: Value) {
    (slots + state.pointee.writing).initialize(to: value)
    let given = state.pointee.writing | LatestValueState.fresh
    let taken = state.pointee.middle.exchange(given, ordering: .acquiringAndReleasing)
    state.pointee.writing = taken & ~LatestValueState.fresh
  }
}
