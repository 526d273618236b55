import SystemBase

/// The tags at the end of a file, in whatever order they stand.
enum TrailingTags {
  /// Where the first of them begins; the file's end where there is none.
  ///
  /// - Parameter start: nothing before it is taken for a tag.
  static func start(in file: borrowing RegularFile, from start: Int) throws(FileError) -> Int {
    var end = file.size
    for _ in 0..<8 {
      let tail = try file.read(at: max(end - 160, start), count: min(160, max(end - start, 0)))
      let length = length(tail.span)
      guard length > 0, end - length >= start else { break }
      end -= length
    }
    return end
  }

  /// The length of the tag that these bytes end with; 0 where there is none.
  private static func length(_ tail: Span<UInt8>) -> Int {
    let end = tail.count
    if tail.has("TAG", at: end - 128) { return 128 }
    if tail.has("APETAGEX", at: end - 32), let size = tail.little(end - 20, 4),
      let flags = tail.little(end - 12, 4)
    {
      return size + (flags >> 31 & 1 == 1 ? 32 : 0)
    }
    // Lyrics3 version 2: six digits of length, without themselves and these nine letters.
    if tail.has("LYRICS200", at: end - 9) {
      let digits = (0..<6).compactMap { tail.byte(end - 15 + $0) }.map { $0 - 0x30 }
      guard digits.count == 6, digits.allSatisfy((0...9).contains) else { return 0 }
      return digits.reduce(0) { $0 * 10 + $1 } + 15
    }
    // ID3v2.4, section 3.4: a footer like the header, at the end of a tag that was appended.
    if tail.has("3DI", at: end - 10), let size = tail.big(end - 4, 4), size & 0x8080_8080 == 0 {
      return 20 + [0, 8, 16, 24].reduce(0) { $0 | (size >> $1 & 0x7F) << ($1 / 8 * 7) }
    }
    return 0
  }
}
