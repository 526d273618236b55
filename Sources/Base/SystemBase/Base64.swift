/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: Base64.bytes(of: bytes), as: UTF8.self)
  }

  /// Encodes bytes as ASCII text.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = UInt32(bytes[start]) << 16
      if count > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[start + 2]) }
      for place in 0..<4 {
        text.append(place > count ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * place)) & 63])
      }
    }
    return text
  }

  /// Decodes a text; nil if it is not Base64.
  package static func decode(_ text: String) -> [UInt8]? {
    let padded = Array(text.utf8)
    guard padded.count % 4 == 0 else { return nil }
    let padding = padded.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, digit) in padded.dropLast(padding).enumerated() {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      if index % 4 != 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4)))) }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
