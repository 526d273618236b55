import SystemBase

/// A text of a tag as bytes of the file.
package struct RawTagText: Hashable {
  /// TagLib's name of the property.
  package let name: String
  package let bytes: [UInt8]
  /// Whether TagLib drops the text, because it is not UTF-8 or not declared as UTF-8.
  package let isDropped: Bool

  init(name: String, bytes: [UInt8], isDeclared: Bool = true) {
    (self.name, self.bytes) = (name, bytes)
    isDropped = !isDeclared || String(validating: bytes, as: UTF8.self) == nil
  }
}

/// Reads the comments of FLAC and Ogg files (https://xiph.org/vorbis/doc/v-comment.html).
enum VorbisComment {
  /// The limit in bytes; larger comments contain pictures, which are not read here.
  private static let limit = 1 << 20

  static func flac(_ file: borrowing RegularFile, start: Int) throws(FileError) -> [RawTagText] {
    var blocks = try FLACBlocks(file, start: start)
    while let block = try blocks.next(in: file) {
      if block.kind != 4 { continue }
      return texts(
        try file.read(at: block.content.lowerBound, count: min(block.content.count, limit)), from: 0)
    }
    return []
  }

  /// Reads the comments of the stream that begins at an offset: the second packet, which begins on the second page.
  static func ogg(
    _ file: borrowing RegularFile, _ kind: FileKind, start: Int = 0
  ) throws(FileError) -> [RawTagText] {
    guard let first = try OggPage(file, at: start) else { return [] }
    var bytes: [UInt8] = []
    var offset = first.end
    while bytes.count < limit, let page = try OggPage(file, at: offset) {
      if page.serial == first.serial {
        bytes += try file.read(at: page.body.lowerBound, count: page.body.count)
        if page.packetsEnded > 0 { break }
      }
      offset = page.end
    }
    let header =
      switch kind {
      case .oggVorbis: 7
      case .oggOpus: 8
      case .oggFLAC: 4
      default: 0
      }
    return texts(bytes, from: header)
  }

  private static func texts(_ bytes: [UInt8], from start: Int) -> [RawTagText] {
    guard let vendor = bytes.span.little(start, 4) else { return [] }
    var offset = start + 4 + vendor
    guard let count = bytes.span.little(offset, 4) else { return [] }
    offset += 4
    var texts: [RawTagText] = []
    for _ in 0..<min(count, 10_000) {
      guard let length = bytes.span.little(offset, 4), offset + 4 + length <= bytes.count else { break }
      let entry = bytes[(offset + 4)..<(offset + 4 + length)]
      offset += 4 + length
      guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: entry[..<sign], as: UTF8.self).uppercased()
      if name == "METADATA_BLOCK_PICTURE" || name == "COVERART" { continue }
      texts.append(RawTagText(name: name, bytes: Array(entry[(sign + 1)...])))
    }
    return texts
  }
}

/// Reads the texts of APE tags (version 2) at the end and at the start of a file.
enum APEText {
  private static let names = [
    "ALBUM ARTIST": "ALBUMARTIST", "TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER", "YEAR": "DATE",
  ]

  /// Returns the texts of the tag at the end, and those of the tag at the start whose names it does not have.
  static func all(of file: borrowing RegularFile, after start: Int) throws(FileError) -> [RawTagText] {
    var found: [RawTagText] = []
    // Only an ID3v1 tag, of 128 bytes, may follow the footer.
    for end in [file.size, file.size - 128] where end - 32 >= start && found.isEmpty {
      found = try texts(of: file, footer: end - 32, after: start)
    }
    let leading = try FileTags.leadingTags(of: file)
    guard let footer = try ExtraTags.apeFooter(of: leading, in: file) else { return found }
    let names = Set(found.map(\.name))
    return found + (try texts(of: file, footer: footer, after: 0)).filter { !names.contains($0.name) }
  }

  private static func texts(
    of file: borrowing RegularFile, footer offset: Int, after start: Int
  ) throws(FileError) -> [RawTagText] {
    let footer = try file.read(at: offset, count: 32)
    let end = offset + 32
    guard footer.span.has("APETAGEX"), let size = footer.span.little(12, 4),
      let count = footer.span.little(16, 4), size >= 32, end - size >= start
    else { return [] }
    return texts(try file.read(at: end - size, count: min(size - 32, 1 << 20)), count: count)
  }

  private static func texts(_ bytes: [UInt8], count: Int) -> [RawTagText] {
    var offset = 0
    var texts: [RawTagText] = []
    for _ in 0..<min(count, 1_000) {
      guard let length = bytes.span.little(offset, 4), let flags = bytes.span.little(offset + 4, 4),
        let end = bytes[min(offset + 8, bytes.count)...].firstIndex(of: 0), end + 1 + length <= bytes.count
      else { break }
      let name = String(decoding: bytes[(offset + 8)..<end], as: UTF8.self).uppercased()
      let value = bytes[(end + 1)..<(end + 1 + length)]
      offset = end + 1 + length
      guard flags >> 1 & 3 == 0 else { continue }
      for part in value.split(separator: 0) {
        texts.append(RawTagText(name: names[name] ?? name, bytes: Array(part)))
      }
    }
    return texts
  }
}

/// Reads the text chunks of an AIFF file.
package enum ChunkText {
  private static let names = ["NAME": "TITLE", "AUTH": "ARTIST"]

  package static func aiff(of file: borrowing RegularFile) throws(FileError) -> [RawTagText] {
    let chunks = try ChunkReader.all(of: file, .aiff)
    var texts: [RawTagText] = []
    for (name, property) in names {
      guard let chunk = chunks[name], chunk.size > 0 else { continue }
      let bytes = try file.read(at: chunk.content, count: min(chunk.size, 4_096))
      texts.append(RawTagText(name: property, bytes: Array(bytes.prefix { $0 != 0 })))
    }
    return texts
  }
}
