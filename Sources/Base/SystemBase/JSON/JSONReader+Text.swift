extension JSONReader {
  package mutating func string() throws(JSONError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw error("a text is not UTF-8")
        }
        position += 1
        return string
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw error("a text contains a control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error("a text does not end")
  }

  private mutating func escaped() throws(JSONError) -> [UInt8] {
    position += 1
    if let byte = plainEscape {
      position += 1
      return [byte]
    }
    guard takes("u") else { throw error("there is no such escape") }
    let first = try unit()
    guard (0xD800...0xDBFF).contains(first) else { return try utf8(first) }
    guard takes("\\"), takes("u") else { throw error("half of a surrogate pair is missing") }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second) else { throw error("half of a surrogate pair is missing") }
    return try utf8(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  /// The character of an escape of one letter; nil for another one.
  private var plainEscape: UInt8? {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): next
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 9
    default: nil
    }
  }

  private func utf8(_ code: UInt32) throws(JSONError) -> [UInt8] {
    guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair is missing") }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw error("four hexadecimal digits are expected")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
