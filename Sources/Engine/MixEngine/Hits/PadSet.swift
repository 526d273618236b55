/// A set of pads by their numbers, from 1 to 128.
package struct PadSet: Hashable, Sendable, BitwiseCopyable {
  /// Pads 1 to 64, a bit for each; pad 1 is the lowest.
  package var low: UInt64 = 0
  /// Pads 65 to 128.
  package var high: UInt64 = 0

  package init() {}

  init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// Creates a set of pads.
  ///
  /// - Parameter pads: numbers out of range are ignored.
  @_specialize(where Pads == [Int])
  package init<Pads: Sequence<Int>>(_ pads: Pads) {
    for pad in pads where (1...128).contains(pad) { insert(pad) }
  }

  package func union(_ other: PadSet) -> PadSet { PadSet(low: low | other.low, high: high | other.high) }

  package var isEmpty: Bool { low | high == 0 }

  package func contains(_ pad: Int) -> Bool {
    guard (1...128).contains(pad) else { return false }
    return (pad <= 64 ? low >> UInt64(pad - 1) : high >> UInt64(pad - 65)) & 1 == 1
  }

  /// Inserts a pad.
  ///
  /// - Parameter pad: from 1 to 128.
  mutating func insert(_ pad: Int) {
    if pad <= 64 { low |= 1 << UInt64((pad - 1) & 63) } else { high |= 1 << UInt64((pad - 65) & 63) }
  }
}
