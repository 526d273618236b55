import SystemBase

/// The format and the size in pixels that the first bytes of a picture contain.
package struct PictureHeader: Hashable {
  package let mimeType: String
  package var width: Int?
  package var height: Int?

  /// Fails for an unknown format; width and height are nil if the header is incomplete or damaged.
  package init?(_ bytes: Span<UInt8>) {
    if bytes.big(0, 4) == 0x8950_4E47 {
      // ISO 15948, section 11.2.2: IHDR comes first.
      self.init("image/png", bytes.has("IHDR", at: 12) ? (bytes.big(16, 4), bytes.big(20, 4)) : (nil, nil))
    } else if bytes.big(0, 3) == 0xFF_D8FF {
      self.init("image/jpeg", PictureHeader.jpeg(bytes))
    } else if bytes.has("GIF8") {
      self.init("image/gif", (bytes.little(6, 2), bytes.little(8, 2)))
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self.init("image/webp", PictureHeader.webP(bytes))
    } else if bytes.has("BM") {
      self.init("image/bmp", PictureHeader.bitmap(bytes))
    } else {
      return nil
    }
  }

  private init(_ mimeType: String, _ size: (width: Int?, height: Int?)) {
    self.mimeType = mimeType
    guard let width = size.width, let height = size.height, width > 0, height > 0 else { return }
    (self.width, self.height) = (width, height)
  }

  /// Walks the segments up to the frame header (ISO 10918-1, annex B).
  private static func jpeg(_ bytes: Span<UInt8>) -> (Int?, Int?) {
    var offset = 2
    while let mark = bytes.byte(offset), mark == 0xFF, let kind = bytes.byte(offset + 1) {
      switch kind {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD8: offset += 2
      case 0xC4, 0xC8, 0xCC: offset += 2 + max(bytes.big(offset + 2, 2) ?? 0, 2)
      case 0xC0...0xCF: return (bytes.big(offset + 7, 2), bytes.big(offset + 5, 2))
      case 0xD9, 0xDA: return (nil, nil)
      default: offset += 2 + max(bytes.big(offset + 2, 2) ?? 0, 2)
      }
    }
    return (nil, nil)
  }

  /// Returns width and height of a WebP picture. Source: RFC 9649, sections 2.5 to 2.7.
  private static func webP(_ bytes: Span<UInt8>) -> (Int?, Int?) {
    if bytes.has("VP8X", at: 12) {
      return (bytes.little(24, 3).map { $0 + 1 }, bytes.little(27, 3).map { $0 + 1 })
    }
    if bytes.has("VP8L", at: 12), bytes.byte(20) == 0x2F, let bits = bytes.little(21, 4) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard bytes.has("VP8 ", at: 12), bytes.big(23, 3) == 0x9D_012A else { return (nil, nil) }
    return (bytes.little(26, 2).map { $0 & 0x3FFF }, bytes.little(28, 2).map { $0 & 0x3FFF })
  }

  private static func bitmap(_ bytes: Span<UInt8>) -> (Int?, Int?) {
    // The oldest header has 12 bytes and 16-bit numbers. In the others, a negative height means rows from top
    // to bottom.
    if bytes.little(14, 4) == 12 { return (bytes.little(18, 2), bytes.little(20, 2)) }
    guard let width = bytes.little(18, 4), let height = bytes.little(22, 4) else { return (nil, nil) }
    return (width, Int(Int32(truncatingIfNeeded: height).magnitude))
  }
}

/// Identifies a picture by a hash of its length and its first, middle and last 4 KiB. Pictures are
/// compressed, so any change affects all bytes after it.
enum PictureHash {
  private static let part = 4096

  /// Returns the hash; never 0.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let starts = bytes.count <= part * 3 ? [] : [0, (bytes.count - part) / 2, bytes.count - part]
    if starts.isEmpty { return max(ContentHash(bytes).low, 1) }
    let hash = starts.reduce(UInt64(bytes.count)) { seed, start in
      ContentHash(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + part)]), seed: seed).low
    }
    return max(hash, 1)
  }
}
