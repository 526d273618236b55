import TextEncodings

/// A text file's bytes with their encoding found: by its mark, by the zeros of UTF-16, else UTF-8 where they are that,
/// else what uchardet is sure of, else Windows-1252 or Latin-1.
struct PlaylistText: ~Copyable {
  let encoding: TextEncoding
  /// UTF-8, without the mark; of another encoding with single bytes as in the file, because names in it may have meant
  /// something else.
  let bytes: ArraySlice<UInt8>
  private let converter: CharsetConverter?

  init(_ content: [UInt8]) {
    if let (order, start) = UTF16Order.find(content) {
      encoding = order == .little ? .utf16LittleEndian : .utf16BigEndian
      bytes = order.utf8(content[start...])
      converter = nil
      return
    }
    bytes = PlaylistText.withoutMark(content)
    let guess = PlaylistText.encoding(bytes)
    let isOurs = guess == .utf8 || guess == .latin1
    converter = isOurs ? nil : CharsetConverter(guess)
    encoding = isOurs ? guess : converter == nil ? .latin1 : guess
  }

  /// Bytes in which words of ASCII can be looked for, whatever the encoding is.
  static func plain(_ content: [UInt8]) -> ArraySlice<UInt8> {
    guard let (order, start) = UTF16Order.find(content) else { return withoutMark(content) }
    return order.utf8(content[start...])
  }

  private static func withoutMark(_ content: [UInt8]) -> ArraySlice<UInt8> {
    content.starts(with: [0xEF, 0xBB, 0xBF]) ? content[3...] : content[...]
  }

  /// Whether names in it may be bytes of another encoding.
  var isForeign: Bool { encoding == .latin1 || converter != nil }

  /// A part of `bytes` as UTF-8.
  func utf8(_ part: some Collection<UInt8>) -> [UInt8] {
    if encoding == .latin1 { return PlaylistText.utf8(latin1: part) }
    return converter?.utf8(part) ?? (isForeign ? PlaylistText.utf8(latin1: part) : Array(part))
  }

  func string(_ part: some Collection<UInt8>) -> String { String(decoding: utf8(part), as: UTF8.self) }

  private static func encoding(_ bytes: ArraySlice<UInt8>) -> TextEncoding {
    if String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    if let sure = CharsetDetector.encoding(of: Array(bytes)) { return sure }
    return bytes.contains { (0x80...0x9F).contains($0) } ? .windows1252 : .latin1
  }

  private static func utf8(latin1 bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }
}

/// The lines of a text, ended by LF, CRLF or CR.
struct PlaylistLines {
  private var rest: ArraySlice<UInt8>
  /// Of the line that was last given, from 1.
  private(set) var number = 0

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    rest = rest[line.endIndex...]
    if rest.popFirst() == 0x0D, rest.first == 0x0A { rest.removeFirst() }
    return line
  }
}
