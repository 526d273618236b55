/// Writes values into a byte array, for `ByteReader` to read.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func put(_ byte: UInt8) { bytes.append(byte) }

  /// Writes seven bits per byte, the lowest first; the last byte has its top bit clear (LEB128).
  package mutating func put(count: UInt64) {
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number, so that small numbers of either sign have few bytes (zigzag encoding).
  package mutating func put(_ number: Int) {
    put(count: UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63))
  }

  package mutating func put(_ number: Double) { put(word: number.bitPattern) }

  /// Writes eight bytes, little-endian.
  package mutating func put(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func put(_ content: [UInt8]) {
    put(count: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  package mutating func put(_ text: String) {
    put(count: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes a byte that states whether there is a value, and the value.
  package mutating func put<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  package mutating func put(_ text: String?) { put(text) { $0.put($1) } }
  package mutating func put(_ number: Int?) { put(number) { $0.put($1) } }
  package mutating func put(_ number: Double?) { put(number) { $0.put($1) } }

  package mutating func put<Element>(_ list: [Element], _ body: (inout ByteWriter, Element) -> Void) {
    put(count: UInt64(list.count))
    for element in list { body(&self, element) }
  }
}
