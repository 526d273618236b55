import SystemBase
import Testing

struct ContentHashTests {
  /// SMHasher's own check: the hashes of 0, 0 1, 0 1 2, … with the seeds 256, 255, … are hashed together; the first
  /// four bytes of that are 0x6384BA69 for this function.
  @Test func hashAgreesWithTheCheckOfSMHasher() {
    var hashes: [UInt8] = []
    for length in 0..<256 {
      let hash = ContentHash((0..<length).map(UInt8.init), seed: UInt64(256 - length))
      for word in [hash.high, hash.low] {
        for shift in 0..<8 { hashes.append(UInt8(truncatingIfNeeded: word >> (8 * shift))) }
      }
    }
    #expect(UInt32(truncatingIfNeeded: ContentHash(hashes).high) == 0x6384_BA69)
  }

  @Test func hashOfNoBytesIsZero() {
    #expect(ContentHash([]) == ContentHash(high: 0, low: 0))
  }

  @Test func hashOfUnalignedBytesEqualsThatOfAlignedOnes() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sliced = bytes.withUnsafeBytes { ContentHash(UnsafeRawBufferPointer(rebasing: $0[3...])) }
    #expect(sliced == ContentHash(Array(bytes[3...])))
    #expect(sliced != ContentHash(bytes))
  }

  @Test func textOfAHashHas32Digits() {
    #expect(ContentHash(high: 1, low: 0xAB).description == "000000000000000100000000000000ab")
  }
}
