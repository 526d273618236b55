/// The tags of a FLAC file: ordered names and values, and the name of the encoder.
///
/// Source: RFC 9639, section 8.6. Its numbers are little-endian, unlike all others of FLAC.
package struct VorbisComment: Equatable {
  package var vendor: String
  package var tags: [Tag]

  package struct Tag: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(vendor: String, tags: [Tag]) {
    self.vendor = vendor
    self.tags = tags
  }

  /// Reads a block; nil if it is truncated.
  package init?(_ body: [UInt8]) {
    var rest = body[...]
    guard let vendor = VorbisComment.takeText(&rest), let count = VorbisComment.takeNumber(&rest) else {
      return nil
    }
    self.vendor = vendor
    tags = []
    for _ in 0..<count {
      guard let line = VorbisComment.takeText(&rest) else { return nil }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      tags.append(Tag(String(parts[0]), String(parts[1])))
    }
  }

  package var body: [UInt8] {
    var body = VorbisComment.text(vendor) + VorbisComment.number(tags.count)
    for tag in tags { body += VorbisComment.text("\(tag.name)=\(tag.value)") }
    return body
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  private static func takeNumber(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func takeText(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let length = takeNumber(&rest), rest.count >= length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return String(validating: rest.prefix(length), as: UTF8.self)
  }
}
