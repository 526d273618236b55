/// Big- and little-endian numbers in file headers; offsets outside give nil.
extension [UInt8] {
  package func has(_ text: String, at offset: Int = 0) -> Bool {
    let wanted = Array(text.utf8)
    return offset >= 0 && offset + wanted.count <= count
      && self[offset..<offset + wanted.count].elementsEqual(wanted)
  }

  package func big(_ size: Int, at offset: Int) -> UInt64? {
    guard offset >= 0, offset + size <= count else { return nil }
    return self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  package func little(_ size: Int, at offset: Int) -> UInt64? {
    guard offset >= 0, offset + size <= count else { return nil }
    return self[offset..<offset + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
