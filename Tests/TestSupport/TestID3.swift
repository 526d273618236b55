/// Builds ID3v2 tags byte by byte.
package enum TestID3 {
  /// - Parameter version: 3 or 4.
  package static func tag(version: UInt8, _ frames: [(id: String, content: [UInt8])]) -> [UInt8] {
    let body = frames.flatMap { frame in
      Array(frame.id.utf8) + size(frame.content.count, safe: version == 4) + [0, 0] + frame.content
    }
    return Array("ID3".utf8) + [version, 0, 0] + size(body.count, safe: true) + body
  }

  package static func latin1(_ bytes: [UInt8]) -> [UInt8] { [0] + bytes }
  package static func utf8(_ text: String) -> [UInt8] { [3] + Array(text.utf8) }
  package static func utf16(_ units: [UInt16]) -> [UInt8] {
    [1, 0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  package static func picture(_ mimeType: String, type: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0] + Array(mimeType.utf8) + [0, type, 0] + bytes
  }

  private static func size(_ size: Int, safe: Bool) -> [UInt8] {
    let bits = safe ? 7 : 8
    return [3, 2, 1, 0].map { UInt8(size >> ($0 * bits) & (safe ? 0x7F : 0xFF)) }
  }
}
