import SystemBase

/// Tags that TagLib passes over or misreads, in a form that it reads.
///
/// TagLib stops at an empty frame, reads only the first ID3v2 tag, misreads extended headers and some sizes of frames,
/// drops UTF-16 without a byte order mark, loses chunks that do not follow each other or that the end of the file cuts,
/// and reads APE tags only at the end of a file.
package struct ExtraTags {
  /// All ID3v2 tags, written again without what TagLib misreads; empty if it reads them as they are.
  package private(set) var id3: [UInt8] = []
  /// The file offset of the footer of an APE tag before the sound.
  package private(set) var apeFooter: Int?

  /// The size in bytes above which tags are left to TagLib.
  private static let limit = 64 << 20

  package init(before file: borrowing RegularFile) throws(FileError) {
    let all = try FileTags.leadingTags(of: file)
    var tags: [Range<Int>] = []
    for tag in all {
      let head = try file.read(at: tag.lowerBound, count: 3)
      if head.span.has("ID3") { tags.append(tag) }
    }
    apeFooter = try ExtraTags.apeFooter(of: all, in: file)
    try readID3(tags, of: file, areAllRead: all.count < 2)
  }

  /// Returns the offset of the footer of the first APE tag among those at the start of a file; nil if there is none.
  static func apeFooter(
    of leadingTags: [Range<Int>], in file: borrowing RegularFile
  ) throws(FileError) -> Int? {
    var found: Int?
    for tag in leadingTags where found == nil {
      let head = try file.read(at: tag.lowerBound, count: 3)
      let footer = try file.read(at: tag.upperBound - 32, count: 8)
      if !head.span.has("ID3"), footer.span.has("APETAGEX") { found = tag.upperBound - 32 }
    }
    return found
  }

  /// Reads the ID3v2 tag in a chunk of an AIFF or WAV file.
  package init(inChunksOf file: borrowing RegularFile, _ kind: FileKind) throws(FileError) {
    guard let found = try ExtraTags.id3Chunk(of: file, kind) else { return }
    try readID3(at: found.offset, of: file, isFound: found.isRegular)
  }

  /// Returns the offset of the ID3v2 tag in a chunk, and whether all chunks follow each other as the format requires;
  /// nil if there is no such chunk.
  package static func id3Chunk(
    of file: borrowing RegularFile, _ kind: FileKind
  ) throws(FileError) -> (offset: Int, isRegular: Bool)? {
    guard let layout = kind.chunkLayout else { return nil }
    var chunks = ChunkReader(layout)
    var offset: Int?
    while let chunk = try chunks.next(in: file) {
      let isTag = (chunk.name == "ID3 " || chunk.name == "id3 ") && chunk.head.span.has("ID3")
      if isTag, offset == nil { offset = chunk.content }
    }
    return offset.map { ($0, chunks.isRegular) }
  }

  /// Reads the ID3v2 tag at an offset.
  package init(at offset: Int, of file: borrowing RegularFile) throws(FileError) {
    try readID3(at: offset, of: file, isFound: true)
  }

  private mutating func readID3(
    at offset: Int, of file: borrowing RegularFile, isFound: Bool
  ) throws(FileError) {
    let head = try file.read(at: offset, count: 10)
    guard head.span.has("ID3"), let size = FileTags.synchsafe(head.span, at: 6) else { return }
    try readID3([offset..<(offset + 10 + size)], of: file, areAllRead: isFound)
  }

  /// Reads ID3 tags; `areAllRead` is whether TagLib finds all of them.
  private mutating func readID3(
    _ tags: [Range<Int>], of file: borrowing RegularFile, areAllRead: Bool
  ) throws(FileError) {
    var isOdd = !areAllRead
    var rewritten: [UInt8] = []
    for range in tags {
      guard range.count <= ExtraTags.limit else { return }
      let tag = try ID3Tag.read(range, of: file)
      isOdd = isOdd || tag?.isOdd == true || range.upperBound > file.size
      if isOdd, let tag { rewritten += try tag.rewritten(file) }
    }
    if isOdd { id3 = rewritten }
  }
}
