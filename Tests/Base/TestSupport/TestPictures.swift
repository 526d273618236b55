/// The headers of pictures of 2 by 3 pixels, or of another size.
package enum TestPictures {
  package static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 0, 2, 0, 0, 0, 3, 8, 2, 0, 0, 0,
    ]
  /// A JPEG header with a segment before the frame header.
  package static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0,
  ]
  package static let gif: [UInt8] = Array("GIF89a".utf8) + [2, 0, 3, 0]
  package static let bmp: [UInt8] =
    Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0, 2, 0, 0, 0, 0xFD, 0xFF, 0xFF, 0xFF]
  package static let webPExtended: [UInt8] = webP("VP8X", [0, 0, 0, 0, 1, 0, 0, 2, 0, 0])
  package static let webPLossless: [UInt8] = webP("VP8L", [0x2F, 1, 0x80, 0, 0])
  package static let webPLossy: [UInt8] = webP("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 2, 0, 3, 0])

  private static func webP(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [
      UInt8(content.count), 0, 0, 0,
    ] + content
  }
}
