/// Assembles the bytes of one code point; drops bytes that are not UTF-8. Source: Unicode, table 3-7.
struct UTF8Assembler: Hashable, Sendable {
  enum Step {
    case more
    case scalar(Unicode.Scalar)
    /// The bytes are not UTF-8; `again` tells whether the last one may begin a new code point.
    case invalid(again: Bool)
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The valid range of the next byte.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  var isPending: Bool { missing > 0 }

  mutating func append(_ byte: UInt8) -> Step {
    guard missing > 0 else { return begin(byte) }
    guard range.contains(byte) else {
      missing = 0
      return .invalid(again: true)
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    range = 0x80...0xBF
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid(again: false)
  }

  private mutating func begin(_ byte: UInt8) -> Step {
    switch byte {
    case 0..<0x80: return .scalar(Unicode.Scalar(byte))
    case 0xC2...0xDF: (value, missing, range) = (UInt32(byte & 0x1F), 1, 0x80...0xBF)
    case 0xE0...0xEF:
      let low: UInt8 = byte == 0xE0 ? 0xA0 : 0x80
      (value, missing, range) = (UInt32(byte & 0x0F), 2, low...(byte == 0xED ? 0x9F : 0xBF))
    case 0xF0...0xF4:
      let low: UInt8 = byte == 0xF0 ? 0x90 : 0x80
      (value, missing, range) = (UInt32(byte & 0x07), 3, low...(byte == 0xF4 ? 0x8F : 0xBF))
    default: return .invalid(again: false)
    }
    return .more
  }
}
