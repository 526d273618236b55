import Synchronization

// These types are public and inlinable because the compiler specialises generic code under @_noLocks and
// @_noAllocation only if it is visible to other modules; `package` is not enough in builds without optimisation.

/// The positions of a ring, each on a separate cache line.
public struct RingPositions: ~Copyable {
  /// The number of elements that were ever written.
  public let written = Atomic<Int>(0)
  public let padding: InlineArray<15, Int> = .init(repeating: 0)
  /// The number of elements that were ever removed.
  public let read = Atomic<Int>(0)

  init() {}
}

/// A queue from one thread to another that neither locks nor allocates.
///
/// The ring owns the memory; its ends are used by one thread each and must not outlive it.
public struct RingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  public let writer: RingWriter<Element>
  public let reader: RingReader<Element>
  private let positions: UnsafeMutablePointer<RingPositions>
  private let storage: UnsafeMutablePointer<Element>

  /// Creates an empty ring. The capacity is rounded up to a power of two.
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

/// The writing end of a ring. One thread.
public struct RingWriter<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let positions: UnsafeMutablePointer<RingPositions>
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int

  /// The number of elements that were ever written.
  @inlinable public var written: Int { positions.pointee.written.load(ordering: .relaxed) }

  /// The number of elements that fit into the ring.
  @inlinable public var capacity: Int { mask + 1 }

  /// The number of elements that fit now.
  @inlinable public var space: Int {
    mask + 1 - (written - positions.pointee.read.load(ordering: .acquiring))
  }

  /// Writes an element. Returns false if the ring is full; the element is then not written.
  @inlinable public func push(_ element: Element) -> Bool {
    let position = written
    if position - positions.pointee.read.load(ordering: .acquiring) > mask { return false }
    (storage + (position & mask)).initialize(to: element)
    positions.pointee.written.store(position + 1, ordering: .releasing)
    return true
  }

  /// Writes as many elements as fit. Returns the number of them.
  @inlinable public func push(_ elements: UnsafeBufferPointer<Element>) -> Int {
    let position = written
    let count = min(elements.count, space)
    for index in 0..<count { (storage + ((position + index) & mask)).initialize(to: elements[index]) }
    positions.pointee.written.store(position + count, ordering: .releasing)
    return count
  }

  /// Replaces elements that were written, and that the reader neither removes nor reads meanwhile.
  ///
  /// - Parameter position: that of the first one, counted in all elements that were ever written.
  @inlinable public func replace(from position: Int, with elements: UnsafeBufferPointer<Element>) {
    for index in elements.indices { storage[(position + index) & mask] = elements[index] }
    // The reader sees them as soon as it looks for new ones.
    positions.pointee.written.store(written, ordering: .releasing)
  }
}

/// The reading end of a ring. One thread.
public struct RingReader<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let positions: UnsafeMutablePointer<RingPositions>
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int

  /// The number of elements that were ever removed.
  @inlinable public var position: Int { positions.pointee.read.load(ordering: .relaxed) }

  @inlinable public var available: Int { positions.pointee.written.load(ordering: .acquiring) - position }

  /// Returns the element `offset` places, fewer than `available`, after the next one.
  @inlinable public func peek(_ offset: Int) -> Element { storage[(position + offset) & mask] }

  /// The elements from the next one to the end of the ring's memory, or to the last one that was written. They are
  /// valid until they are removed.
  @inlinable public var contiguous: UnsafeBufferPointer<Element> {
    let start = position & mask
    return UnsafeBufferPointer(start: storage + start, count: min(available, mask + 1 - start))
  }

  /// Removes `count` elements, at most `available`.
  @inlinable public func drop(_ count: Int) {
    positions.pointee.read.store(position + count, ordering: .releasing)
  }

  /// Removes and returns the next element; nil if the ring is empty.
  @inlinable public func pop() -> Element? {
    if available == 0 { return nil }
    let element = peek(0)
    drop(1)
    return element
  }
}

/// Reads the elements of a ring from a third thread, which neither writes nor removes any.
///
/// Elements between `read` and `written` are valid as long as the writer is kept from overwriting them.
public struct RingObserver<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  private let reader: RingReader<Element>

  public init(_ reader: RingReader<Element>) { self.reader = reader }

  /// The number of elements that were ever removed.
  public var read: Int { reader.positions.pointee.read.load(ordering: .sequentiallyConsistent) }
  /// The number of elements that were ever written.
  public var written: Int { reader.positions.pointee.written.load(ordering: .acquiring) }

  /// The element at a position, counted from the first one that was ever written.
  public subscript(position: Int) -> Element { reader.storage[position & reader.mask] }
}
