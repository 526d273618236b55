import SystemBase

/// A part of a file, or bytes in its place.
package enum FilePiece: Hashable {
  case bytes([UInt8])
  case part(Range<Int>)

  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .part(let range): range.count
    }
  }
}

extension FilePiece {
  /// Returns the pieces of a file in which its tags have the form that TagLib reads as this program does; nil if they
  /// have it already, or cannot have it.
  ///
  /// - Throws: the errors of `FileContent`.
  package static func clean(of path: FilePath) throws(FileError) -> [FilePiece]? {
    let file = try RegularFile(withContent: path)
    let content = try FileContent(of: file)
    switch content.kind {
    case .wav, .aiff: return try chunks(of: file, content.kind)
    case .mpeg, .adts, .flac, .trueAudio: return try leadingTag(of: file)
    default: return nil
    }
  }

  /// A file with several ID3v2 tags is left as it is: TagLib reads the first one.
  private static func leadingTag(of file: borrowing RegularFile) throws(FileError) -> [FilePiece]? {
    var tags: [Range<Int>] = []
    for range in try FileTags.leadingTags(of: file) {
      let name = try file.read(at: range.lowerBound, count: 3)
      if name == Array("ID3".utf8) { tags.append(range) }
    }
    let rewritten = try ExtraTags(before: file).id3
    guard tags.count == 1, !rewritten.isEmpty else { return nil }
    // The end of the file may cut the tag.
    let end = min(tags[0].upperBound, file.size)
    return [.part(0..<tags[0].lowerBound), .bytes(rewritten), .part(end..<file.size)]
  }

  /// Bytes that are no chunk become the content of a chunk JUNK.
  private static func chunks(
    of file: borrowing RegularFile, _ kind: FileKind
  ) throws(FileError) -> [FilePiece]? {
    guard let layout = kind.chunkLayout else { return nil }
    var reader = ChunkReader(layout)
    var chunks: [ChunkReader.Chunk] = []
    while let chunk = try reader.next(in: file) { chunks.append(chunk) }
    let info = try InfoList(of: file, kind)
    var id3 = try ExtraTags(inChunksOf: file, kind).id3
    if reader.isRegular, info.isRegular, id3.isEmpty { return nil }
    var lists = 0
    var pieces: [FilePiece] = []
    var end = layout.first
    for (index, chunk) in chunks.enumerated() {
      if chunk.offset - end > end % 2 { pieces += piece("JUNK", .part(end..<chunk.offset), layout) }
      let next = index + 1 < chunks.count ? chunks[index + 1].offset : file.size
      end = chunk.content + min(max(chunk.size, 0), next - chunk.content)
      var content = FilePiece.part(chunk.content..<end)
      if kind == .wav, chunk.name == "LIST", chunk.head.span.has("INFO") {
        lists += 1
        if lists > 1 { continue }
        if !info.isRegular { content = .bytes(info.content) }
      } else if chunk.name == "ID3 " || chunk.name == "id3 ", chunk.head.span.has("ID3"), !id3.isEmpty {
        content = .bytes(id3)
        id3 = []
      }
      pieces += piece(chunk.name, content, layout)
    }
    if file.size - end > end % 2 { pieces += piece("JUNK", .part(end..<file.size), layout) }
    let size = 4 + pieces.reduce(0) { $0 + $1.count }
    let head = try file.read(at: 0, count: 4)
    pieces.insert(contentsOf: [.bytes(head + layout.bytes(size, size: 4)), .part(8..<12)], at: 0)
    return pieces
  }

  private static func piece(_ name: String, _ content: FilePiece, _ layout: ChunkLayout) -> [FilePiece] {
    let header = FilePiece.bytes(Array(name.utf8) + layout.bytes(content.count, size: 4))
    return content.count % 2 == 1 ? [header, content, .bytes([0])] : [header, content]
  }
}
