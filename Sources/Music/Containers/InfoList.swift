import SystemBase

/// The texts of the lists INFO of a WAVE file, and the code page that its chunk CSET states; those of the summary list of a
/// Wave64 file.
///
/// Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", chapters 2 and 3; Sony, "Wave64
/// File Format".
package struct InfoList {
  /// A text by the name of its chunk, up to its first zero byte.
  package struct Item: Hashable {
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
  }

  /// The items in the order of the file; a later list adds only those that no earlier list has.
  package private(set) var items: [Item] = []
  /// The code page of the texts; nil if none is stated.
  package private(set) var codePage: Int?
  /// Whether the lists, as TagLib reads them, have these items.
  package private(set) var isRegular = true

  /// The names of the items by TagLib's names of the properties, the preferred one first.
  package static let names = [
    "TITLE": ["INAM"], "ARTIST": ["IART"], "ALBUM": ["IPRD"], "COMMENT": ["ICMT"], "GENRE": ["IGNR"],
    "DATE": ["ICRD"], "TRACKNUMBER": ["ITRK", "IPRT"],
  ]

  /// The limit of a list in bytes.
  private static let limit = 1 << 20
  private static let mostItems = 1_000

  /// Reads the lists of a file; they are empty for a file without RIFF chunks.
  package init(of file: borrowing RegularFile, _ kind: FileKind) throws(FileError) {
    guard let layout = kind.chunkLayout, layout.family == .wave else { return }
    guard layout.hasPlainHeaders else {
      items = try InfoList.summary(of: file, layout)
      return
    }
    var reader = ChunkReader(layout)
    var lists = 0
    while let chunk = try reader.next(in: file) {
      if chunk.name == "CSET", codePage == nil {
        codePage = layout.number(chunk.head, 2, at: 0)
      }
      guard chunk.name == "LIST", chunk.head.span.has("INFO") else { continue }
      lists += 1
      let bytes = try file.read(at: chunk.content, count: min(chunk.size, InfoList.limit))
      let known = Set(items.map(\.name))
      let isCut = chunk.size > file.size - chunk.content
      let found = read(bytes, layout, isCut: isCut)
      items += found.filter { !known.contains($0.name) }
    }
    isRegular = isRegular && lists < 2
  }

  /// Returns the items of the summary lists of a Wave64 file. A list has their number, then of each four letters, the size in
  /// bytes, and a text in UTF-16.
  private static func summary(
    of file: borrowing RegularFile, _ layout: ChunkLayout
  ) throws(FileError) -> [Item] {
    var reader = ChunkReader(layout)
    var found: [Item] = []
    // The first letters of the name 925F94BC-525A-11D2-86DC-00C04F8EDB8A.
    let summary = String(decoding: [0xBC, 0x94, 0x5F, 0x92], as: UTF8.self)
    while let chunk = try reader.next(in: file) {
      guard chunk.name == summary, chunk.size > 4 else { continue }
      let bytes = try file.read(at: chunk.content, count: min(chunk.size, limit))
      var offset = 4
      while offset + 8 <= bytes.count, found.count < mostItems {
        let start = offset + 8
        let end = start + min(layout.number(bytes, 4, at: offset + 4), bytes.count - start)
        let units = stride(from: start, to: end - 1, by: 2).map { UInt16(layout.number(bytes, 2, at: $0)) }
        let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
        let name = String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
        found.append(Item(name: name, bytes: Array(text.utf8)))
        offset = end
      }
    }
    return found
  }

  /// Returns the texts under TagLib's names of the properties.
  package var texts: [RawTagText] {
    InfoList.names.sorted { $0.key < $1.key }.flatMap { key, names -> [RawTagText] in
      let name = names.first { name in items.contains { $0.name == name } }
      return items.filter { $0.name == name }.map { RawTagText(name: key, bytes: $0.bytes) }
    }
  }

  /// Returns the content of a list with all items.
  var content: [UInt8] {
    var list = Array("INFO".utf8)
    for item in items {
      list += Array(item.name.utf8) + ChunkLayout.wave.bytes(item.bytes.count + 1, size: 4) + item.bytes
      list += item.bytes.count % 2 == 0 ? [0, 0] : [0]
    }
    return list
  }

  /// Reads the items of a list, which begins with its type. Other chunks of the file may follow one that is cut.
  private mutating func read(_ bytes: [UInt8], _ layout: ChunkLayout, isCut: Bool) -> [Item] {
    var found: [Item] = []
    var offset = 4
    var isLost = false
    while offset + 8 <= bytes.count, found.count < InfoList.mostItems {
      let rest = bytes.count - offset - 8
      let size = layout.number(bytes, 4, at: offset + 4)
      let fits = layout.fits(bytes, at: offset, rest: rest)
      let isNamed = InfoList.hasName(bytes, offset)
      if isCut, !isNamed || layout.hasUsualName(bytes, at: offset) { break }
      // The last item of a list that is cut ends with it.
      guard isLost ? fits && isNamed : fits || isNamed && bytes[offset] == UInt8(ascii: "I") else {
        (offset, isLost, isRegular) = (offset + 1, true, false)
        continue
      }
      isLost = false
      let start = offset + 8
      let end = start + min(size, rest)
      found.append(
        Item(
          name: String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self),
          bytes: Array(bytes[start..<end].prefix { $0 != 0 })))
      offset = end + end % 2
      // Some programs write no byte of padding.
      if end % 2 == 1, end < bytes.count, bytes[end] != 0, InfoList.isItem(bytes, end, layout),
        !InfoList.isItem(bytes, end + 1, layout)
      {
        offset = end
      }
      // A list that is longer than the limit is not written again.
      let isShort = size > rest && bytes.count < InfoList.limit
      if isShort || offset == end && end % 2 == 1 { isRegular = false }
    }
    return found
  }

  private static func isItem(_ bytes: [UInt8], _ offset: Int, _ layout: ChunkLayout) -> Bool {
    hasName(bytes, offset) && layout.fits(bytes, at: offset, rest: bytes.count - offset - 8)
  }

  private static func hasName(_ bytes: [UInt8], _ offset: Int) -> Bool {
    guard offset + 4 <= bytes.count else { return false }
    return bytes[offset..<(offset + 4)].allSatisfy { byte in
      (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x20
    }
  }
}
