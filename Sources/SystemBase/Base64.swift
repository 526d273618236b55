/// Base 64 of RFC 4648 with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      var four: [UInt8] = []
      for _ in 0..<4 {
        four.insert(digits[Int(bits & 63)], at: 0)
        bits >>= 6
      }
      for index in (group.count + 1)..<4 { four[index] = UInt8(ascii: "=") }
      text += four
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Returns: nil for what is no base 64.
  package static func decode(_ text: String) -> [UInt8]? {
    let padded = Array(text.utf8)
    guard padded.count % 4 == 0 else { return nil }
    let padding = padded.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    for (index, digit) in padded.dropLast(padding).enumerated() {
      guard let value = digits.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      if index % 4 != 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (index % 4)))) }
    }
    return bytes
  }
}
