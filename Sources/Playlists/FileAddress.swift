import SystemBase

/// Paths as addresses. Source: RFC 8089, section 2; RFC 3986, section 2.
enum FileAddress {
  /// `file:///a%20b` for an absolute path, an escaped reference for another.
  static func text(_ path: FilePath) -> String {
    let escaped = path.bytes.map(escaped).joined()
    if path.isAbsolute { return "file://" + escaped }
    // A colon in the first part would make a scheme of it.
    return escaped.utf8.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
      ? "./" + escaped : escaped
  }

  private static func escaped(_ byte: UInt8) -> String {
    let isPlain =
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
      || "-._~/!$&'()*+,;=:@".utf8.contains(byte)
    if isPlain { return String(Unicode.Scalar(byte)) }
    return "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
