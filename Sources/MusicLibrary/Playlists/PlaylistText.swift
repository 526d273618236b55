/// A text file's bytes with their encoding found: by its mark, else UTF-8 where they are that, else Latin-1.
struct PlaylistText {
  let encoding: TextEncoding
  /// UTF-8, without the mark; for Latin-1 as in the file, because names in it may have meant something else.
  let bytes: ArraySlice<UInt8>

  init(_ content: [UInt8]) {
    if content.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16LittleEndian
      bytes = PlaylistText.utf8(content[2...]) { UInt16($1) << 8 | UInt16($0) }
    } else if content.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16BigEndian
      bytes = PlaylistText.utf8(content[2...]) { UInt16($0) << 8 | UInt16($1) }
    } else {
      bytes = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content[3...] : content[...]
      encoding = String(validating: bytes, as: UTF8.self) == nil ? .latin1 : .utf8
    }
  }

  func string(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: encoding == .latin1 ? PlaylistText.utf8(latin1: bytes) : Array(bytes), as: UTF8.self)
  }

  static func utf8(latin1 bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }

  /// A byte left over at the end is dropped.
  private static func utf8(_ pairs: ArraySlice<UInt8>, unit: (UInt8, UInt8) -> UInt16) -> ArraySlice<UInt8> {
    let units = stride(from: pairs.startIndex, to: pairs.endIndex - 1, by: 2).map {
      unit(pairs[$0], pairs[$0 + 1])
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }
}
