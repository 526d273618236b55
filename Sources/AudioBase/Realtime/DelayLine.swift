/// The last so many values, in a ring that does not move.
public struct DelayLine<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline var newest = 0

  /// - Parameter length: how far back is looked, the newest value counted.
  public init(length: Int, _ value: Element) {
    var size = 1
    while size < length { size *= 2 }
    storage = .allocate(capacity: size)
    storage.initialize(repeating: value, count: size)
    mask = size - 1
  }

  deinit { storage.deallocate() }

  @inlinable public mutating func push(_ value: Element) {
    newest = (newest + 1) & mask
    (storage + newest).initialize(to: value)
  }

  /// The value so many places back; 0 is the newest.
  @inlinable public func at(_ back: Int) -> Element { storage[(newest - back) & mask] }
}
