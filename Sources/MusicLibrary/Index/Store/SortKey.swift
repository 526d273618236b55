/// A name as bytes whose order is the natural one: without case and accents, numbers by their value.
enum SortKey {
  /// - Parameter folded: see `FoldedText`.
  static func bytes(folded: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(folded.count + 4)
    var place = 0
    while place < folded.count {
      guard isDigit(folded[place]) else {
        key.append(folded[place])
        place += 1
        continue
      }
      let end = folded[place...].firstIndex { !isDigit($0) } ?? folded.count
      let digits = folded[place..<end].drop { $0 == 0x30 }
      // A number stands where digits stand; the longer one is the larger.
      key += [0x30, UInt8(min(digits.count, 255))]
      key += digits
      place = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
