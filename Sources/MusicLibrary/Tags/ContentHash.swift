/// Names a picture by its length and its first, middle and last 4 KiB: pictures are compressed, so that any change
/// changes all that follows.
enum ContentHash {
  private static let part = 4096

  /// FNV-1a over words of eight bytes (Fowler, Noll, Vo; RFC 9923), its bits then mixed; never 0.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    if bytes.count <= part * 3 {
      add(UnsafeRawBufferPointer(bytes), to: &hash)
    } else {
      for start in [0, (bytes.count - part) / 2, bytes.count - part] {
        add(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<(start + part)])), to: &hash)
      }
    }
    hash = (hash ^ (hash >> 32)) &* 0x9E37_79B9_7F4A_7C15
    return max(hash ^ (hash >> 29), 1)
  }

  private static func add(_ bytes: UnsafeRawBufferPointer, to hash: inout UInt64) {
    var place = 0
    while place + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      hash = (hash ^ word) &* 0x0000_0100_0000_01B3
      // The multiplication carries upwards only.
      hash ^= hash >> 37
      place += 8
    }
    while place < bytes.count {
      hash = (hash ^ UInt64(bytes[place])) &* 0x0000_0100_0000_01B3
      place += 1
    }
  }
}
