import SystemBase

/// A text of an ID3v2 tag.
package struct ID3Text: Hashable {
  /// TagLib's name of the property.
  package let name: String
  package let value: String
  /// Whether the frame is declared as Latin-1, so that each character is a byte.
  package let isLatin1: Bool
  package let hasSlashes: Bool
}

/// Reads the most common texts of the ID3v2 tags before the sound. TagLib stops at an empty frame, reads only the first
/// tag, misreads extended headers, and drops UTF-16 without a byte order mark.
///
/// Source: ID3v2.3.0 and ID3v2.4.0, sections 3 and 4.
extension ID3Text {
  private static let names = [
    "TIT2": "TITLE", "TPE1": "ARTIST", "TALB": "ALBUM", "TPE2": "ALBUMARTIST", "TRCK": "TRACKNUMBER",
    "TPOS": "DISCNUMBER", "TDRC": "DATE", "TYER": "DATE", "TCON": "GENRE", "TBPM": "BPM", "TCOM": "COMPOSER",
  ]
  private static let mostFrames = 500

  /// Returns the texts of all tags; if several tags have a name, those of the first.
  package static func all(of file: borrowing RegularFile) throws(FileError) -> [ID3Text] {
    var texts: [ID3Text] = []
    for tag in try FileTags.leadingTags(of: file) {
      let names = Set(texts.map(\.name))
      texts += try read(tag, of: file).filter { !names.contains($0.name) }
    }
    return texts
  }

  private static func read(_ tag: Range<Int>, of file: borrowing RegularFile) throws(FileError) -> [ID3Text] {
    let head = try file.read(at: tag.lowerBound, count: 16)
    guard head.span.has("ID3"), head.count == 16, [3, 4].contains(head[3]) else { return [] }
    let (version, flags) = (Int(head[3]), head[5])
    // In version 3, unsynchronisation applies to the whole tag; TagLib reads these.
    if version == 3, flags & 0x80 != 0 { return [] }
    var offset = tag.lowerBound + 10
    if flags & 0x40 != 0, let size = head.span.big(10, 4) { offset += version == 3 ? size + 4 : size }
    var texts: [ID3Text] = []
    for _ in 0..<mostFrames where offset + 10 <= tag.upperBound {
      let header = try file.read(at: offset, count: 10)
      guard header.count == 10, header[0] >= 0x41, header[0] <= 0x5A, let size = header.span.big(4, 4) else {
        break
      }
      let length = version == 4 ? FileTags.synchsafe(header.span, at: 4) ?? size : size
      let id = String(decoding: header[..<4], as: UTF8.self)
      // TagLib reads compressed, encrypted and unsynchronised frames.
      if let name = names[id], length > 1, length < 1 << 16, header[9] == 0 {
        let bytes = try file.read(at: offset + 10, count: length)
        texts += values(bytes, name, version)
      }
      offset += 10 + length
    }
    return texts
  }

  private static func values(_ bytes: [UInt8], _ name: String, _ version: Int) -> [ID3Text] {
    guard let encoding = bytes.first, let text = text(Array(bytes.dropFirst()), encoding) else { return [] }
    return text.split(separator: "\0").compactMap { value in
      // TagLib replaces the numbers of genres by names.
      if name == "GENRE", value.first == "(" || value.allSatisfy(\.isNumber) { return nil }
      return ID3Text(name: name, value: String(value), isLatin1: encoding == 0, hasSlashes: version == 3)
    }
  }

  private static func text(_ bytes: [UInt8], _ encoding: UInt8) -> String? {
    switch encoding {
    case 0:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    case 1:
      if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBig: true) }
      if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBig: false) }
      // Without a byte order mark: the high byte of most letters is 0.
      return utf16(bytes[...], isBig: bytes.first == 0)
    case 2: return utf16(bytes[...], isBig: true)
    case 3: return String(decoding: bytes, as: UTF8.self)
    default: return nil
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (one, other) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? one << 8 | other : other << 8 | one
    }
    return String(decoding: units.filter { $0 != 0xFEFF && $0 != 0xFFFE }, as: UTF16.self)
  }
}
