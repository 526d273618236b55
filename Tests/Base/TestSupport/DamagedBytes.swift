import SystemBase

/// Makes damaged copies of a file, the same ones in each run.
package enum DamagedBytes {
  /// Extreme values for numbers in files.
  private static let numbers = [
    "-1", "0", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e300", "-1e300",
    "1e-300",
    "2147483648", "0.5", "null", "\"\"",
  ]

  /// - Parameter count: the number of damaged copies.
  package static func variants(of bytes: [UInt8], count: Int, seed: UInt64 = 1) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      var bytes = bytes
      switch index % 4 {
      case 0: for _ in 0..<(1 + index % 3) { flip(&bytes, using: &random) }
      case 1: bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      default: for _ in 0..<(1 + index % 2) { replaceNumber(in: &bytes, using: &random) }
      }
      return bytes
    }
  }

  private static func flip(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    guard let place = bytes.indices.randomElement(using: &random) else { return }
    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
  }

  /// Replaces a number that is written in digits by another one.
  private static func replaceNumber(in bytes: inout [UInt8], using random: inout SeededGenerator) {
    let digits = bytes.indices.filter { isDigit(bytes[$0]) }
    guard let place = digits.randomElement(using: &random), let number = numbers.randomElement(using: &random)
    else { return flip(&bytes, using: &random) }
    let start = bytes[..<place].lastIndex { !isDigit($0) && $0 != 0x2D && $0 != 0x2E }.map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex { !isDigit($0) && $0 != 0x2E } ?? bytes.endIndex
    bytes.replaceSubrange(start..<end, with: Array(number.utf8))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
