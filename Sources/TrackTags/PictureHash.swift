import SystemBase

/// Names a picture by its length and its first, middle and last 4 KiB: pictures are compressed, so that any change
/// changes all that follows.
enum PictureHash {
  private static let part = 4096

  /// Never 0.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let starts = bytes.count <= part * 3 ? [] : [0, (bytes.count - part) / 2, bytes.count - part]
    if starts.isEmpty { return max(ContentHash(bytes).low, 1) }
    let hash = starts.reduce(UInt64(bytes.count)) { seed, start in
      ContentHash(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + part)]), seed: seed).low
    }
    return max(hash, 1)
  }
}
