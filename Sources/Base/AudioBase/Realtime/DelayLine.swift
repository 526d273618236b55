/// Keeps the last values of a signal, so that they can be read back after a delay. One thread; it does not allocate
/// after its creation.
public struct DelayLine<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline let storage: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline var newest = 0

  /// Creates a delay line.
  ///
  /// - Parameters:
  ///   - length: the number of values that can be read, including the newest one.
  ///   - value: what all of them are at first.
  public init(length: Int, _ value: Element) {
    var size = 1
    while size < length { size *= 2 }
    storage = .allocate(capacity: size)
    storage.initialize(repeating: value, count: size)
    mask = size - 1
  }

  deinit { storage.deallocate() }

  /// Appends a value; the oldest one is lost.
  @inlinable public mutating func push(_ value: Element) {
    newest = (newest &+ 1) & mask
    (storage + newest).initialize(to: value)
  }

  /// Returns the value `back` places before the newest one.
  @inlinable public func at(_ back: Int) -> Element { storage[(newest &- back) & mask] }
}
