/// A 128-bit hash of bytes. It identifies content; it is not cryptographic.
///
/// MurmurHash3 for x64 with 128 bits. Source: Austin Appleby, SMHasher, `MurmurHash3_x64_128` (public domain).
package struct ContentHash: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  package init(_ bytes: [UInt8], seed: UInt64 = 0) {
    self = bytes.withUnsafeBytes { ContentHash($0, seed: seed) }
  }

  package init(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) {
    var state = MurmurState(seed: seed)
    let whole = bytes.count / 16 * 16
    for offset in stride(from: 0, to: whole, by: 16) {
      state.mix(
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
    }
    state.mixTail(UnsafeRawBufferPointer(rebasing: bytes[whole...]))
    (high, low) = state.finished(length: bytes.count)
  }
}

/// The hash as text: 32 hexadecimal digits.
extension ContentHash: CustomStringConvertible {
  package var description: String { ContentHash.digits(high) + ContentHash.digits(low) }

  /// Reads 32 hexadecimal digits of either case; nil for other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit) else { return nil }
    guard let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16) else {
      return nil
    }
    self.init(high: high, low: low)
  }

  private static func digits(_ word: UInt64) -> String {
    let text = String(word, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}

/// The state of the hash while bytes are added.
private struct MurmurState {
  private static let c1: UInt64 = 0x87C3_7B91_1142_53D5
  private static let c2: UInt64 = 0x4CF5_AD43_2745_937F

  private var h1: UInt64
  private var h2: UInt64

  init(seed: UInt64) { (h1, h2) = (seed, seed) }

  mutating func mix(_ k1: UInt64, _ k2: UInt64) {
    h1 ^= Self.scrambledFirst(k1)
    h1 = (Self.rotated(h1, 27) &+ h2) &* 5 &+ 0x52DC_E729
    h2 ^= Self.scrambledSecond(k2)
    h2 = (Self.rotated(h2, 31) &+ h1) &* 5 &+ 0x3849_5AB5
  }

  /// Adds the last bytes, fewer than 16.
  mutating func mixTail(_ bytes: UnsafeRawBufferPointer) {
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.0 |= UInt64(byte) << (8 * index)
      } else {
        words.1 |= UInt64(byte) << (8 * index - 64)
      }
    }
    h2 ^= Self.scrambledSecond(words.1)
    h1 ^= Self.scrambledFirst(words.0)
  }

  func finished(length: Int) -> (UInt64, UInt64) {
    var (h1, h2) = (h1 ^ UInt64(length), h2 ^ UInt64(length))
    h1 &+= h2
    h2 &+= h1
    (h1, h2) = (Self.avalanched(h1), Self.avalanched(h2))
    h1 &+= h2
    return (h1, h2 &+ h1)
  }

  private static func scrambledFirst(_ word: UInt64) -> UInt64 { rotated(word &* c1, 31) &* c2 }
  private static func scrambledSecond(_ word: UInt64) -> UInt64 { rotated(word &* c2, 33) &* c1 }
  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }

  private static func avalanched(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
    word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return word ^ word >> 33
  }
}
