/// Bytes of unknown origin, read by offset: what lies outside is nil, never a trap.
extension Span where Element == UInt8 {
  package func byte(_ offset: Int) -> Int? {
    offset >= 0 && offset < count ? Int(self[offset]) : nil
  }

  /// An unsigned big-endian number of at most seven bytes.
  package func big(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    return (0..<length).reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }

  /// An unsigned little-endian number of at most seven bytes.
  package func little(_ offset: Int, _ length: Int) -> Int? {
    guard offset >= 0, offset <= count - length else { return nil }
    return (0..<length).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
  }

  package func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    guard offset >= 0, offset <= count - text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { self[offset + $0] == wanted[$0] } }
  }
}
