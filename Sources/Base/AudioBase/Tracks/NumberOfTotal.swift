/// A track or disc number as tags write it: `7`, `07`, `7/12`, `7 of 12`.
struct NumberOfTotal: Hashable {
  var number: Int
  var total: Int?

  /// Reads a text such as `3/12`. Returns nil if the text does not begin with a whole number.
  init?(_ text: String?) {
    guard let text else { return nil }
    let bytes = Array(text.utf8)[...]
    let digits = NumberOfTotal.digits(bytes)
    guard let number = NumberOfTotal.value(digits), NumberOfTotal.ends(bytes[digits.endIndex...]) else {
      return nil
    }
    self.number = number
    let rest = bytes[digits.endIndex...].drop { !NumberOfTotal.isDigit($0) }
    total = NumberOfTotal.value(NumberOfTotal.digits(rest)).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
  private static func digits(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.prefix(while: isDigit) }
  private static func value(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  /// Returns whether the number may end here: only a slash or the word "of" may follow, so `12a` and `3.5` are rejected.
  private static func ends(_ rest: ArraySlice<UInt8>) -> Bool {
    let word = rest.drop { $0 == UInt8(ascii: " ") }
    return word.isEmpty || word.first == UInt8(ascii: "/") || word.starts(with: "of ".utf8)
  }
}
