import Synchronization

/// A look into a ring from a third thread, which neither writes nor takes out.
///
/// What lies between `read` and `written` may be looked at as long as the writer is kept from writing over it.
public struct RingObserver<Element: BitwiseCopyable>: @unchecked Sendable, BitwiseCopyable {
  @usableFromInline let positions: UnsafeMutablePointer<RingPositions>
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int

  public init(_ reader: RingReader<Element>) {
    positions = reader.positions
    storage = reader.storage
    mask = reader.mask
  }

  public var capacity: Int { mask + 1 }
  /// How many elements were ever taken out.
  public var read: Int { positions.pointee.read.load(ordering: .sequentiallyConsistent) }
  /// How many elements were ever written.
  public var written: Int { positions.pointee.written.load(ordering: .acquiring) }

  /// The element at a position counted from the first ever written.
  public subscript(position: Int) -> Element { storage[position & mask] }
}
