/// `file:` addresses (RFC 8089).
package enum FileURL {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
  /// The other characters that the path of an address may have without escapes (RFC 3986, section 3.3).
  private static let reserved = Set("!$&'()*+,;=:@".utf8)

  /// Returns the address of an absolute path, which need not be UTF-8.
  package static func text(_ path: FilePath) -> String { "file://" + escaped(path) }

  /// Returns the bytes of a path with escapes such as `%20`.
  package static func escaped(_ path: FilePath, keepsReserved: Bool = false) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.bytes {
      if plain.contains(byte) || keepsReserved && reserved.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the path of an address without a host, or with `localhost`; nil for another address.
  package static func path(_ text: String) -> FilePath? {
    guard text.prefix(7).lowercased() == "file://" else { return nil }
    let rest = text.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash].lowercased()) else {
      return nil
    }
    return decoded(Array(rest[slash...].utf8)[...]).map { FilePath(bytes: $0) }
  }

  /// Decodes escapes such as `%20`; nil for an invalid escape or a zero byte.
  package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

extension FilePath {
  /// The path that a `file:` address names, as file managers write it; another text is the path itself.
  package var ofFileURL: FilePath { text.flatMap(FileURL.path) ?? self }
}
