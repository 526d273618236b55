/// A hash of 128 bits: MurmurHash3, x64, 128 bits, seed 0 (Austin Appleby, in the public domain).
enum MurmurHash3 {
  private static let c1: UInt64 = 0x87C3_7B91_1142_53D5
  private static let c2: UInt64 = 0x4CF5_AD43_2745_937F

  static func hash(_ bytes: Span<UInt8>) -> (high: UInt64, low: UInt64) {
    var (h1, h2): (UInt64, UInt64) = (0, 0)
    let whole = bytes.count / 16 * 16
    var offset = 0
    bytes.withUnsafeBytes { raw in
      while offset < whole {
        h1 ^= mixedFirst(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        h1 = (rotated(h1, 27) &+ h2) &* 5 &+ 0x52DC_E729
        h2 ^= mixedSecond(
          UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
        h2 = (rotated(h2, 31) &+ h1) &* 5 &+ 0x3849_5AB5
        offset += 16
      }
    }
    let rest = bytes.count - whole
    if rest > 8 { h2 ^= mixedSecond(word(bytes, whole + 8, rest - 8)) }
    if rest > 0 { h1 ^= mixedFirst(word(bytes, whole, min(rest, 8))) }
    return finished(h1 ^ UInt64(bytes.count), h2 ^ UInt64(bytes.count))
  }

  private static func finished(_ h1: UInt64, _ h2: UInt64) -> (high: UInt64, low: UInt64) {
    var h1 = h1 &+ h2
    var h2 = h2 &+ h1
    h1 = avalanche(h1)
    h2 = avalanche(h2)
    h1 = h1 &+ h2
    h2 = h2 &+ h1
    return (h1, h2)
  }

  private static func mixedFirst(_ word: UInt64) -> UInt64 { rotated(word &* c1, 31) &* c2 }
  private static func mixedSecond(_ word: UInt64) -> UInt64 { rotated(word &* c2, 33) &* c1 }

  private static func avalanche(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ word >> 33) &* 0xFF51_AFD7_ED55_8CCD
    word = (word ^ word >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return word ^ word >> 33
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  /// Little-endian.
  private static func word(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(bytes[start + index]) << UInt64(index * 8) }
    return word
  }
}
