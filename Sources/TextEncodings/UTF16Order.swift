/// Which byte of a pair comes first.
package enum UTF16Order {
  case little, big

  /// By the mark, or by the zeros that ASCII has in every other place.
  ///
  /// - Returns: the order and where the text begins; nil for what is no UTF-16.
  package static func find(_ content: [UInt8]) -> (UTF16Order, start: Int)? {
    if content.starts(with: [0xFF, 0xFE]) { return (.little, 2) }
    if content.starts(with: [0xFE, 0xFF]) { return (.big, 2) }
    guard content.count >= 4, content.count.isMultiple(of: 2) else { return nil }
    let head = content.prefix(512)
    let zeros = head.indices.filter { head[$0] == 0 }
    guard zeros.count * 4 >= head.count else { return nil }
    if zeros.allSatisfy({ !$0.isMultiple(of: 2) }) { return (.little, 0) }
    if zeros.allSatisfy({ $0.isMultiple(of: 2) }) { return (.big, 0) }
    return nil
  }

  /// A byte left over at the end is dropped; what is no character becomes the replacement character.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return self == .little ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }
}
