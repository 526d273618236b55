/// Reads values that `ByteWriter` wrote. Every length is checked, since the writer may be a process that a bad file has
/// corrupted.
package struct ByteReader {
  /// The bytes are not valid, or end too early.
  package struct Malformed: Error {
    package init() {}
  }

  private let bytes: [UInt8]
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { offset == bytes.count }

  package mutating func byte() throws(Malformed) -> UInt8 {
    guard offset < bytes.count else { throw Malformed() }
    offset += 1
    return bytes[offset - 1]
  }

  package mutating func flag() throws(Malformed) -> Bool {
    let byte = try byte()
    guard byte < 2 else { throw Malformed() }
    return byte == 1
  }

  package mutating func count() throws(Malformed) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = try byte()
      guard shift < 63 || byte < 2 else { throw Malformed() }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw Malformed()
  }

  package mutating func number() throws(Malformed) -> Int {
    let count = try count()
    return Int(Int64(bitPattern: count >> 1) ^ -Int64(bitPattern: count & 1))
  }

  package mutating func word() throws(Malformed) -> UInt64 {
    guard bytes.count - offset >= 8 else { throw Malformed() }
    defer { offset += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (UInt64($1) * 8) }
  }

  package mutating func double() throws(Malformed) -> Double { Double(bitPattern: try word()) }

  package mutating func content() throws(Malformed) -> [UInt8] { Array(bytes[try range()]) }

  package mutating func text() throws(Malformed) -> String {
    let range = try range()
    return bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  package mutating func optional<Value>(
    _ body: (inout ByteReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value? {
    try flag() ? try body(&self) : nil
  }

  package mutating func optionalText() throws(Malformed) -> String? { try flag() ? try text() : nil }
  package mutating func optionalNumber() throws(Malformed) -> Int? { try flag() ? try number() : nil }
  package mutating func optionalDouble() throws(Malformed) -> Double? { try flag() ? try double() : nil }

  package mutating func list<Element>(
    _ body: (inout ByteReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    let count = try count()
    // Each element has at least one byte, so a larger count is wrong. The check prevents a huge allocation.
    guard count <= bytes.count - offset else { throw Malformed() }
    var list: [Element] = []
    list.reserveCapacity(Int(count))
    for _ in 0..<count { list.append(try body(&self)) }
    return list
  }

  package mutating func texts() throws(Malformed) -> [String] {
    try list { (reader) throws(Malformed) in try reader.text() }
  }

  private mutating func range() throws(Malformed) -> Range<Int> {
    let count = try count()
    guard count <= bytes.count - offset else { throw Malformed() }
    defer { offset += Int(count) }
    return offset..<(offset + Int(count))
  }
}

/// Bytes of unknown origin, read by offset. A read outside of them returns nil and never traps.
extension Span where Element == UInt8 {
  package func byte(_ offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(self[offset]) : nil
  }

  /// Reads an unsigned big-endian number of at most seven bytes.
  package func big(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }

  /// Reads an unsigned little-endian number of at most seven bytes.
  package func little(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    return (0..<length).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }

  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { self[offset + $0] == wanted[$0] } }
  }
}
