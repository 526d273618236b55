/// Writes values into a byte array, for `ByteReader` to read.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  package mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes seven bits per byte, the lowest first; the last byte has its top bit clear (LEB128).
  package mutating func write(count: UInt64) {
    var rest = count
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a signed number, so that small numbers of either sign have few bytes (zigzag encoding).
  package mutating func write(_ number: Int) {
    write(count: UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63))
  }

  package mutating func write(_ number: Double) { write(word: number.bitPattern) }

  /// Writes eight bytes, little-endian.
  package mutating func write(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ content: [UInt8]) {
    write(count: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  package mutating func write(_ text: String) {
    write(count: UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  /// Writes a byte that states whether there is a value, and the value.
  package mutating func write<Value>(_ value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  package mutating func write(_ text: String?) { write(text) { $0.write($1) } }
  package mutating func write(_ number: Int?) { write(number) { $0.write($1) } }
  package mutating func write(_ number: Double?) { write(number) { $0.write($1) } }

  package mutating func write<Element>(_ list: [Element], _ body: (inout ByteWriter, Element) -> Void) {
    write(count: UInt64(list.count))
    for element in list { body(&self, element) }
  }
}
