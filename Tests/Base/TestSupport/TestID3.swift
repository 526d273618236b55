/// Builds ID3v2 tags byte by byte.
package enum TestID3 {
  /// - Parameters:
  ///   - version: 2, 3 or 4.
  ///   - extended: the extended header; empty if there is none.
  ///   - isUnsynchronised: whether to apply unsynchronisation: to the whole tag, in version 4 to each frame.
  ///   - hasPlainSizes: whether the sizes of frames have eight bits a byte in version 4, too.
  ///   - padding: the number of zeros behind the frames.
  package static func tag(
    version: UInt8, _ frames: [(id: String, content: [UInt8])], extended: [UInt8] = [],
    isUnsynchronised: Bool = false, hasPlainSizes: Bool = false, padding: Int = 0
  ) -> [UInt8] {
    let isWhole = isUnsynchronised && version < 4
    let plain =
      extended
      + frames.flatMap { frame(version, $0.id, $0.content, isUnsynchronised && !isWhole, hasPlainSizes) }
      + [UInt8](repeating: 0, count: padding)
    let body = isWhole ? unsynchronised(plain) : plain
    let flags: UInt8 = (isWhole ? 0x80 : 0) | (extended.isEmpty ? 0 : 0x40)
    return Array("ID3".utf8) + [version, 0, flags] + size(body.count, safe: true) + body
  }

  private static func frame(
    _ version: UInt8, _ id: String, _ content: [UInt8], _ isUnsynchronised: Bool, _ hasPlainSize: Bool
  ) -> [UInt8] {
    let name = Array(id.utf8)
    if version == 2 { return name + size(content.count, safe: false).dropFirst() + content }
    let written = isUnsynchronised ? unsynchronised(content) : content
    return name + size(written.count, safe: version == 4 && !hasPlainSize) + [0, isUnsynchronised ? 2 : 0]
      + written
  }

  /// Inserts a zero after each 0xFF before a zero or a byte with three high bits.
  package static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    bytes.indices.flatMap { index -> [UInt8] in
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      return bytes[index] == 0xFF && (next == 0 || next >= 0xE0) ? [0xFF, 0] : [bytes[index]]
    }
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
