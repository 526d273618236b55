import SystemBase

/// The id of a take: the time of its start and random digits.
package enum TakeID {
  static let longest = 64

  /// Returns a new id, such as `20260501-120000-3f9c`.
  package static func make(at seconds: Int, using random: inout some RandomNumberGenerator) -> String {
    let digits = Timestamp.text(seconds).filter(\.isNumber)
    let chance = String(UInt16.random(in: 0...UInt16.max, using: &random), radix: 16)
    let padded = String(repeating: "0", count: 4 - chance.count) + chance
    return "\(digits.prefix(8))-\(digits.dropFirst(8))-\(padded)"
  }

  /// Returns whether the id is valid; it becomes part of a file name.
  static func isValid(_ id: String) -> Bool {
    (1...longest).contains(id.utf8.count)
      && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
