import Synchronization

// These types are public because the compiler specialises generic code below @_noLocks and @_noAllocation only
// where it may see it from other modules; `package` is not enough in builds without optimisation.

/// The positions of a ring, each on a cache line of its own.
public struct RingPositions: ~Copyable {
  public let written = Atomic<Int>(0)
  public let padding: InlineArray<15, Int> = .init(repeating: 0)
  public let read = Atomic<Int>(0)

  public init() {}
}

/// A queue from one thread to another that neither locks nor allocates.
///
/// The ring owns the memory; its two ends are handed to the two threads and must not outlive it.
public struct RingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  public let writer: RingWriter<Element>
  public let reader: RingReader<Element>
  private let positions: UnsafeMutablePointer<RingPositions>
  private let storage: UnsafeMutablePointer<Element>

  /// - Parameter capacity: rounded up to a power of two.
  public init(capacity: Int) {
    precondition(capacity > 0)
    var size = 1
    while size < capacity { size *= 2 }
    positions = .allocate(capacity: 1)
    positions.initialize(to: RingPositions())
    storage = .allocate(capacity: size)
    writer = RingWriter(positions: positions, storage: storage, mask: size - 1)
    reader = RingReader(positions: positions, storage: storage, mask: size - 1)
  }

  deinit {
    positions.deinitialize(count: 1)
    positions.deallocate()
    storage.deallocate()
  }
}

/// The end that one thread writes.
public struct RingWriter<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let positions: UnsafeMutablePointer<RingPositions>
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int

  init(positions: UnsafeMutablePointer<RingPositions>, storage: UnsafeMutablePointer<Element>, mask: Int) {
    self.positions = positions
    self.storage = storage
    self.mask = mask
  }

  /// How many elements were ever written.
  @inlinable public var written: Int { positions.pointee.written.load(ordering: .relaxed) }

  /// How many elements fit at all.
  @inlinable public var capacity: Int { mask + 1 }

  /// How many elements fit now.
  @inlinable public var space: Int {
    mask + 1 - (written - positions.pointee.read.load(ordering: .acquiring))
  }

  /// - Returns: false where the ring is full; the element is then not in it.
  @inlinable public func push(_ element: Element) -> Bool {
    let position = written
    if position - positions.pointee.read.load(ordering: .acquiring) > mask { return false }
    (storage + (position & mask)).initialize(to: element)
    positions.pointee.written.store(position + 1, ordering: .releasing)
    return true
  }

  /// Writes as many as fit. - Returns: how many.
  @inlinable public func push(_ elements: UnsafeBufferPointer<Element>) -> Int {
    let position = written
    let count = min(elements.count, space)
    for index in 0..<count { (storage + ((position + index) & mask)).initialize(to: elements[index]) }
    positions.pointee.written.store(position + count, ordering: .releasing)
    return count
  }
}

/// The end that the other thread reads.
public struct RingReader<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let positions: UnsafeMutablePointer<RingPositions>
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int

  init(positions: UnsafeMutablePointer<RingPositions>, storage: UnsafeMutablePointer<Element>, mask: Int) {
    self.positions = positions
    self.storage = storage
    self.mask = mask
  }

  /// How many elements were ever taken out.
  @inlinable public var position: Int { positions.pointee.read.load(ordering: .relaxed) }

  /// How many elements wait.
  @inlinable public var available: Int { positions.pointee.written.load(ordering: .acquiring) - position }

  /// The element `offset` places after the next one; `offset` must be less than `available`.
  @inlinable public func peek(_ offset: Int) -> Element { storage[(position + offset) & mask] }

  /// Gives `count` places back to the writer; at most `available`.
  @inlinable public func drop(_ count: Int) {
    positions.pointee.read.store(position + count, ordering: .releasing)
  }

  @inlinable public func pop() -> Element? {
    if available == 0 { return nil }
    let element = peek(0)
    drop(1)
    return element
  }
}
