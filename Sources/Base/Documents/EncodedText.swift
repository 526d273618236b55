import SystemBase

/// The bytes of a text with their detected encoding: by byte order mark, by the zeros of UTF-16, else
/// UTF-8 if valid, else the result of uchardet if certain, else Windows-1252 or Latin-1.
package struct EncodedText: ~Copyable {
  package let encoding: TextEncoding
  /// The bytes without byte order mark. UTF-16 is converted to UTF-8; other encodings are kept, because file
  /// names in them may have another encoding.
  package let bytes: ArraySlice<UInt8>
  private let converter: CharsetConverter?

  /// Reads a text in an encoding that contains ASCII; fails if iconv does not support it.
  package init?(_ content: [UInt8], in encoding: TextEncoding) {
    guard let converter = CharsetConverter(encoding) else { return nil }
    (self.encoding, bytes) = (encoding, EncodedText.withoutMark(content))
    self.converter = consume converter
  }

  package init(_ content: [UInt8]) {
    if let (order, start) = UTF16Order.find(content) {
      encoding = order == .little ? .utf16LittleEndian : .utf16BigEndian
      bytes = order.utf8(content[start...])
      converter = nil
      return
    }
    bytes = EncodedText.withoutMark(content)
    let guess = EncodedText.encoding(bytes)
    let isOurs = guess == .utf8 || guess == .latin1
    converter = isOurs ? nil : CharsetConverter(guess)
    encoding = isOurs ? guess : converter == nil ? .latin1 : guess
  }

  /// Returns bytes that can be searched for ASCII words in any encoding.
  package static func plain(_ content: [UInt8]) -> ArraySlice<UInt8> {
    guard let (order, start) = UTF16Order.find(content) else { return withoutMark(content) }
    return order.utf8(content[start...])
  }

  private static func withoutMark(_ content: [UInt8]) -> ArraySlice<UInt8> {
    content.starts(with: [0xEF, 0xBB, 0xBF]) ? content[3...] : content[...]
  }

  /// Whether file names may be in another encoding than UTF-8.
  package var isForeign: Bool { encoding == .latin1 || converter != nil }

  /// Converts a part of `bytes` to UTF-8.
  package func utf8(_ part: some Collection<UInt8>) -> [UInt8] {
    if encoding == .latin1 { return EncodedText.utf8(latin1: part) }
    return converter?.utf8(part) ?? (isForeign ? EncodedText.utf8(latin1: part) : Array(part))
  }

  /// Returns whether a part of `bytes` is valid in the encoding.
  package func isValid(_ part: some Collection<UInt8>) -> Bool {
    encoding == .latin1 || converter?.utf8(part) != nil
  }

  package var string: String { string(bytes) }

  package func string(_ part: some Collection<UInt8>) -> String {
    String(decoding: utf8(part), as: UTF8.self)
  }

  private static func encoding(_ bytes: ArraySlice<UInt8>) -> TextEncoding {
    if String(validating: bytes, as: UTF8.self) != nil { return .utf8 }
    if let sure = CharsetDetector.encoding(of: Array(bytes)) { return sure }
    return bytes.contains { (0x80...0x9F).contains($0) } ? .windows1252 : .latin1
  }

  private static func utf8(latin1 bytes: some Collection<UInt8>) -> [UInt8] {
    bytes.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }
  }
}
