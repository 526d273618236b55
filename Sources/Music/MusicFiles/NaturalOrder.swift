import SystemBase

/// The natural order of names: `Track 2` before `Track 10`, `a` next to `A`.
///
/// Runs of digits are compared by value, other characters without case. If two names are equal in this order,
/// fewer leading zeros come first, then the bytes are compared, so that only identical bytes are equal. Bytes
/// that are not UTF-8 are sorted after all characters.
package struct NaturalOrder: Comparable, Hashable, Sendable {
  private let bytes: [UInt8]
  /// The characters without case; bytes that are not UTF-8 have values above the last character.
  private let units: [UInt32]

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Compares paths component by component: `a/z` comes before `a b`.
  package init(_ path: FilePath) { self.init(path: path.bytes) }

  package init(path bytes: [UInt8]) { self.init(bytes, slash: 0) }

  private init(_ bytes: [UInt8], slash: UInt32 = 0x2F) {
    self.bytes = bytes
    units = NaturalOrder.units(bytes).map { $0 == 0x2F ? slash : $0 }
  }

  package static func < (left: NaturalOrder, right: NaturalOrder) -> Bool {
    let order = compare(left.units, right.units)
    return order == 0 ? left.bytes.lexicographicallyPrecedes(right.bytes) : order < 0
  }

  /// Sorts paths in natural order, computing each key once.
  package static func sorted(_ paths: some Sequence<FilePath>) -> [FilePath] {
    paths.map { (NaturalOrder($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func units(_ bytes: [UInt8]) -> [UInt32] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { (0x41...0x5A).contains($0) ? UInt32($0) + 0x20 : UInt32($0) }
    }
    var units: [UInt32] = []
    var decoder = UTF8.ForwardParser()
    var source = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.parseScalar(from: &source) {
      case .valid(let encoded):
        units.append(contentsOf: folded(UTF8.decode(encoded)))
        offset += encoded.count
      case .error(let length):
        units.append(contentsOf: bytes[offset..<(offset + length)].map { 0x11_0000 + UInt32($0) })
        offset += length
      case .emptyInput: return units
      }
    }
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [UInt32] {
    scalar.properties.lowercaseMapping.unicodeScalars.map(\.value)
  }

  /// Compares two texts. Returns a negative number, 0 or a positive number if `left` comes before, with or after
  /// `right`.
  private static func compare(_ left: [UInt32], _ right: [UInt32]) -> Int {
    var (i, j, zeros) = (0, 0, 0)
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        let (a, b) = (number(left, from: i), number(right, from: j))
        if a.value.count != b.value.count { return a.value.count - b.value.count }
        if !a.value.elementsEqual(b.value) { return a.value.lexicographicallyPrecedes(b.value) ? -1 : 1 }
        if zeros == 0 { zeros = a.zeros - b.zeros }
        (i, j) = (a.value.endIndex, b.value.endIndex)
      } else {
        if left[i] != right[j] { return left[i] < right[j] ? -1 : 1 }
        (i, j) = (i + 1, j + 1)
      }
    }
    let rest = (left.count - i) - (right.count - j)
    return rest == 0 ? zeros : rest
  }

  private static func isDigit(_ unit: UInt32) -> Bool { (0x30...0x39).contains(unit) }

  private static func number(_ units: [UInt32], from start: Int) -> (zeros: Int, value: ArraySlice<UInt32>) {
    let end = units[start...].firstIndex { !isDigit($0) } ?? units.count
    let value = units[start..<end].drop { $0 == 0x30 }
    return (value.startIndex - start, value)
  }
}
