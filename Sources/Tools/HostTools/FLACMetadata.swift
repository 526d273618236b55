import SystemBase

/// A FLAC file as metadata blocks and audio, which stays unchanged. Source: RFC 9639, section 8.
package struct FLACMetadata {
  package struct Block {
    package let type: UInt8
    package let body: [UInt8]
  }

  package static let streamInfo: UInt8 = 0
  package static let padding: UInt8 = 1
  package static let vorbisComment: UInt8 = 4
  package static let picture: UInt8 = 6

  private static let marker = Array("fLaC".utf8)

  /// The metadata blocks; the first one is STREAMINFO.
  package private(set) var blocks: [Block] = []
  private let audio: ArraySlice<UInt8>

  /// Reads the metadata blocks of a file. Throws `damaged` if their sizes are wrong.
  package init(_ file: [UInt8], subject: String) throws(FileError) {
    var rest = file[...]
    let damaged = FileError(.damaged, subject, detail: "FLAC metadata")
    guard rest.starts(with: FLACMetadata.marker) else { throw damaged }
    rest = rest.dropFirst(4)
    var isLast = false
    while !isLast {
      let header = Array(rest.prefix(4))
      guard header.count == 4 else { throw damaged }
      let length = Int(header[1]) << 16 | Int(header[2]) << 8 | Int(header[3])
      guard rest.count >= 4 + length else { throw damaged }
      blocks.append(Block(type: header[0] & 0x7F, body: Array(rest.dropFirst(4).prefix(length))))
      isLast = header[0] & 0x80 != 0
      rest = rest.dropFirst(4 + length)
    }
    guard blocks.first?.type == FLACMetadata.streamInfo else { throw damaged }
    audio = rest
  }

  /// Replaces all blocks of a type, and all padding, by a block.
  package mutating func replace(_ type: UInt8, with body: [UInt8]) {
    precondition(type != FLACMetadata.streamInfo && body.count < 1 << 24)
    blocks.removeAll { $0.type == type || $0.type == FLACMetadata.padding }
    blocks.append(Block(type: type, body: body))
  }

  package var bytes: [UInt8] {
    var file = FLACMetadata.marker
    for (index, block) in blocks.enumerated() {
      let length = block.body.count
      file.append(block.type | (index == blocks.count - 1 ? 0x80 : 0))
      file += [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
      file += block.body
    }
    return file + audio
  }
}

/// The tags of a FLAC file: ordered names and values, and the name of the encoder.
///
/// Source: RFC 9639, section 8.6. Its numbers are little-endian, unlike all others of FLAC.
package struct VorbisComment: Equatable {
  package var vendor: String
  package var tags: [Tag]

  package struct Tag: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package init(vendor: String, tags: [Tag]) { (self.vendor, self.tags) = (vendor, tags) }

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
