extension JSONReader {
  /// Reads the rest of an array of whole numbers. If it has other elements, reads nothing and returns nil.
  package mutating func integers() -> [Int]? {
    let start = position
    var numbers: [Int] = []
    while let number = integer() {
      numbers.append(number)
      skipBlanks()
      if takes("]") { return numbers }
      guard takes(",") else { break }
      skipBlanks()
    }
    position = start
    return nil
  }

  /// Reads a whole number of at most 18 digits, which fit into an `Int`.
  private mutating func integer() -> Int? {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let start = position
    var value = 0
    while position < bytes.count, case let digit = bytes[position] &- UInt8(ascii: "0"), digit <= 9 {
      value = value &* 10 &+ Int(digit)
      position += 1
    }
    let digits = position - start
    if digits == 0 || digits > 18 || (digits > 1 && bytes[start] == UInt8(ascii: "0")) { return nil }
    if [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(next) { return nil }
    if isNegative && value == 0 { return nil }
    return isNegative ? -value : value
  }

  package mutating func number() throws(JSONError) -> String {
    let start = position
    _ = takes("-")
    let whole = digits()
    guard whole == 1 || (whole > 1 && bytes[position - whole] != UInt8(ascii: "0")) else {
      position = start
      throw error(start < bytes.count ? "a value is expected" : "it ends too early")
    }
    if takes(".") && digits() == 0 { throw error("a digit is expected") }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      if digits() == 0 { throw error("a digit is expected") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    return position - start
  }
}
