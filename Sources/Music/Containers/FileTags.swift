import SystemBase

/// Finds the tags before and after the sound of a file, in any order.
package enum FileTags {
  /// The number of tags that are skipped on each side; a damaged file may claim any number.
  private static let limit = 8
  /// The number of bytes in which every tag header and footer fits.
  private static let headSize = 32
  private static let tailSize = 160

  /// Returns the ID3v2 and APEv2 tags at the start of a file; the last one may end past the file's end.
  static func leadingTags(of file: borrowing RegularFile) throws(FileError) -> [Range<Int>] {
    var tags: [Range<Int>] = []
    for _ in 0..<limit {
      let start = tags.last?.upperBound ?? 0
      let head = try file.read(at: start, count: headSize)
      let length = leadingLength(head.span)
      guard length > 0 else { break }
      tags.append(start..<(start + length))
    }
    return tags
  }

  /// Returns the offset of the first of the tags at the end of a part of a file; the end of the part if there
  /// is none.
  package static func startOfTrailingTags(
    of file: borrowing RegularFile, in range: Range<Int>
  ) throws(FileError) -> Int {
    var end = range.upperBound
    for _ in 0..<limit {
      let first = max(end - tailSize, range.lowerBound)
      let tail = try file.read(at: first, count: end - first)
      let length = trailingLength(tail.span)
      guard length > 0, end - length >= range.lowerBound else { break }
      end -= length
    }
    return end
  }

  /// Returns the length of the tag that begins with these bytes; 0 if there is none.
  private static func leadingLength(_ bytes: Span<UInt8>) -> Int {
    if bytes.has("APETAGEX") { return apeLength(bytes, at: 0) }
    guard bytes.has("ID3"), let flags = bytes.byte(5), let size = synchsafe(bytes, at: 6) else { return 0 }
    return 10 + size + (flags & 0x10 != 0 ? 10 : 0)
  }

  /// Returns the length of the tag that ends with these bytes; 0 if there is none.
  private static func trailingLength(_ tail: Span<UInt8>) -> Int {
    let end = tail.count
    if tail.has("TAG", at: end - 128) { return 128 }
    if tail.has("APETAGEX", at: end - 32) { return apeLength(tail, at: end - 32) }
    // Six digits of length, which exclude the digits and the nine letters.
    if tail.has("LYRICS200", at: end - 9) {
      let digits = (0..<6).compactMap { tail.byte(end - 15 + $0) }.map { $0 - 0x30 }
      guard digits.count == 6, digits.allSatisfy((0...9).contains) else { return 0 }
      return digits.reduce(0) { $0 * 10 + $1 } + 15
    }
    // The footer of an ID3v2.4 tag: 10 bytes like its header.
    if tail.has("3DI", at: end - 10), let size = synchsafe(tail, at: end - 4) { return 20 + size }
    return 0
  }

  /// Returns the length of an APEv2 tag: the size in the header or footer includes items and footer, and a
  /// flag tells whether there is a header.
  private static func apeLength(_ bytes: Span<UInt8>, at offset: Int) -> Int {
    guard let size = bytes.little(offset + 12, 4), let flags = bytes.little(offset + 20, 4) else { return 0 }
    return size + (flags >> 31 & 1 == 1 ? 32 : 0)
  }

  /// Reads a number of four bytes with seven bits each.
  static func synchsafe(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard let size = bytes.big(offset, 4), size & 0x8080_8080 == 0 else { return nil }
    return [0, 8, 16, 24].reduce(0) { $0 | (size >> $1 & 0x7F) << ($1 / 8 * 7) }
  }
}
