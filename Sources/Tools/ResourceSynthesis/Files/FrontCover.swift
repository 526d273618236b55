/// A PNG picture as the front cover block of a FLAC file.
///
/// Source: RFC 9639, section 8.8.
struct FrontCover {
  let png: [UInt8]
  let width: Int
  let height: Int

  var body: [UInt8] {
    let frontCover = 3
    let bitsPerPixel = 24
    let mimeType = Array("image/png".utf8)
    let description = Array("Front cover".utf8)
    var body = FrontCover.number(frontCover) + FrontCover.number(mimeType.count) + mimeType
    body += FrontCover.number(description.count) + description
    for value in [width, height, bitsPerPixel, 0, png.count] { body += FrontCover.number(value) }
    return body + png
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
