import SystemBase

/// Finds the tags that stand before and after the sound of a file, in whatever order they stand.
///
/// Sources: ID3v1; ID3v2.4.0 structure, sections 3.1 and 3.4; APEv2; Lyrics3 version 2.
package enum FileTags {
  /// The number of tags that are skipped on each side; a damaged file may claim any number.
  private static let limit = 8
  /// The number of bytes in which every tag header and footer fits.
  private static let headSize = 32
  private static let tailSize = 160

  /// Returns the offset after the ID3v2 and APEv2 tags at the start of a file; it may lie past the file's end.
  package static func endOfLeadingTags(of file: borrowing RegularFile) throws(FileError) -> Int {
    var start = 0
    for _ in 0..<limit {
      let head = try file.read(at: start, count: headSize)
      let length = leadingLength(head.span)
      guard length > 0 else { break }
      start += length
    }
    return start
  }

  /// Returns the offset of the first of the tags at the end of a part of a file; the part's end where there is none.
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

  /// Returns the length of the tag that begins with these bytes; 0 where there is none.
  private static func leadingLength(_ bytes: Span<UInt8>) -> Int {
    if bytes.has("APETAGEX") { return apeLength(bytes, at: 0) }
    guard bytes.has("ID3"), let flags = bytes.byte(5), let size = synchsafe(bytes, at: 6) else { return 0 }
    return 10 + size + (flags & 0x10 != 0 ? 10 : 0)
  }

  /// Returns the length of the tag that ends with these bytes; 0 where there is none.
  private static func trailingLength(_ tail: Span<UInt8>) -> Int {
    let end = tail.count
    if tail.has("TAG", at: end - 128) { return 128 }
    if tail.has("APETAGEX", at: end - 32) { return apeLength(tail, at: end - 32) }
    // Six digits of length, which count neither themselves nor the nine letters.
    if tail.has("LYRICS200", at: end - 9) {
      let digits = (0..<6).compactMap { tail.byte(end - 15 + $0) }.map { $0 - 0x30 }
      guard digits.count == 6, digits.allSatisfy((0...9).contains) else { return 0 }
      return digits.reduce(0) { $0 * 10 + $1 } + 15
    }
    // The footer of an ID3v2.4 tag: 10 bytes like its header.
    if tail.has("3DI", at: end - 10), let size = synchsafe(tail, at: end - 4) { return 20 + size }
    return 0
  }

  /// The size in an APEv2 header or footer counts the items and the footer; a flag says whether there is a header.
  private static func apeLength(_ bytes: Span<UInt8>, at offset: Int) -> Int {
    guard let size = bytes.little(offset + 12, 4), let flags = bytes.little(offset + 20, 4) else { return 0 }
    return size + (flags >> 31 & 1 == 1 ? 32 : 0)
  }

  /// Reads a number of four bytes with seven bits each.
  private static func synchsafe(_ bytes: Span<UInt8>, at offset: Int) -> Int? {
    guard let size = bytes.big(offset, 4), size & 0x8080_8080 == 0 else { return nil }
    return [0, 8, 16, 24].reduce(0) { $0 | (size >> $1 & 0x7F) << ($1 / 8 * 7) }
  }
}
