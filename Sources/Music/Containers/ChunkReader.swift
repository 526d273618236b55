import SystemBase

/// Reads the chunks of a file one after the other.
///
/// Finds chunks that do not stand where the format requires them, too: behind bytes that are no chunk, without the byte
/// of padding, or behind a chunk that is longer than the file.
struct ChunkReader {
  struct Chunk {
    /// The first four letters of its name.
    let name: String
    /// The file offset of its name.
    let offset: Int
    /// The file offset of its content.
    let content: Int
    /// The size of its content in its header; negative if it is unknown.
    let size: Int
    /// The first bytes of its content, 64 at most.
    let head: [UInt8]
  }

  private let layout: ChunkLayout
  private var offset: Int
  private var isAtEnd = false
  /// Whether the next chunk must be searched for, since the last one claims more bytes than the file has.
  private var isLost = false
  /// The size of the samples in the chunk ds64 of an RF64 file (EBU Tech 3306, section 4).
  private var wideSize: Int?
  /// Whether all chunks so far follow each other as the format requires.
  private(set) var isRegular = true
  /// Files have a dozen chunks; one that claims thousands is damaged or hostile.
  private var rest = 4_096

  /// The number of bytes in which a chunk is searched for, and that of a block of them.
  private static let searched = 1 << 20
  private static let block = 64 << 10

  init(_ layout: ChunkLayout) { (self.layout, offset) = (layout, layout.first) }

  mutating func next(in file: borrowing RegularFile) throws(FileError) -> Chunk? {
    guard !isAtEnd, rest > 0 else { return nil }
    rest -= 1
    var bytes = try file.read(at: offset, count: layout.headerSize + 64)
    if layout.hasPlainHeaders, isLost || !isHeader(bytes, at: 0, rest: file.size - offset - 8) {
      guard bytes.count >= 8, let found = try search(file) else { return nil }
      (offset, isLost, isRegular) = (found, false, false)
      bytes = try file.read(at: offset, count: layout.headerSize + 64)
    }
    guard bytes.count >= layout.headerSize else { return nil }
    var size = layout.number(bytes, layout.sizeSize, at: layout.nameSize)
    if layout.countsHeader { size = max(size, 0) - layout.headerSize }
    if size == 0xFFFF_FFFF, bytes.span.has("data"), let wideSize { size = wideSize }
    let head = Array(bytes.dropFirst(layout.headerSize).prefix(max(size, 0)))
    let chunk = Chunk(
      name: String(decoding: bytes[..<4], as: UTF8.self), offset: offset,
      content: offset + layout.headerSize, size: size, head: head)
    // RF64 has the size of the file, then that of the data chunk.
    if chunk.name == "ds64" { wideSize = head.span.little(8, 8) }
    try advance(past: chunk, in: file)
    return chunk
  }

  /// Returns the first chunk of each name.
  static func all(of file: borrowing RegularFile, _ layout: ChunkLayout) throws(FileError) -> [String: Chunk]
  {
    var chunks: [String: Chunk] = [:]
    var reader = ChunkReader(layout)
    while let chunk = try reader.next(in: file) {
      if chunks[chunk.name] == nil { chunks[chunk.name] = chunk }
    }
    return chunks
  }

  /// Moves behind a chunk, or into one that is longer than the file, which may hide others.
  private mutating func advance(past chunk: Chunk, in file: borrowing RegularFile) throws(FileError) {
    let isLong = chunk.size > file.size - chunk.content
    if layout.hasPlainHeaders, isLong, chunk.name != layout.soundName {
      (offset, isLost, isRegular) = (chunk.content, true, false)
      return
    }
    isAtEnd = chunk.size < 0 || isLong
    if isAtEnd { return }
    let end = chunk.content + chunk.size
    offset = end + (layout.alignment - end % layout.alignment) % layout.alignment
    if offset > end, layout.hasPlainHeaders, try !isPadded(end, file) {
      (offset, isRegular) = (end, false)
    }
  }

  /// Returns the offset of the next usual chunk that ends within the file; nil if there is none.
  private func search(_ file: borrowing RegularFile) throws(FileError) -> Int? {
    let end = min(offset + ChunkReader.searched, file.size)
    for start in stride(from: offset, to: end, by: ChunkReader.block) {
      let bytes = try file.read(at: start, count: ChunkReader.block + 7)
      for index in 0..<max(bytes.count - 7, 0) where layout.hasUsualName(bytes, at: index) {
        if layout.fits(bytes, at: index, rest: file.size - start - index - 8) { return start + index }
      }
    }
    return nil
  }

  /// Returns whether a byte of padding follows the odd end of a chunk. Some programs write none.
  private func isPadded(_ end: Int, _ file: borrowing RegularFile) throws(FileError) -> Bool {
    let bytes = try file.read(at: end, count: 9)
    guard let first = bytes.first, first != 0 else { return true }
    let rest = file.size - end - 8
    return !isHeader(bytes, at: 0, rest: rest) || isHeader(bytes, at: 1, rest: rest - 1)
  }

  /// Returns whether a chunk begins at an index: a usual one, or any that has at most `rest` bytes.
  private func isHeader(_ bytes: [UInt8], at index: Int, rest: Int) -> Bool {
    layout.hasUsualName(bytes, at: index) || layout.fits(bytes, at: index, rest: rest)
  }
}

extension ChunkLayout {
  /// Whether chunks begin with four letters and a size of four bytes, as in RIFF and AIFF.
  var hasPlainHeaders: Bool { nameSize == 4 && sizeSize == 4 }

  /// The names of usual chunks, as big-endian numbers.
  private static let usualNames = Set(
    [
      "fmt ", "data", "LIST", "id3 ", "ID3 ", "CSET", "fact", "bext", "JUNK", "junk", "PAD ", "FLLR", "iXML",
      "axml", "_PMX", "smpl", "inst", "cue ", "cart", "DISP", "PEAK", "acid", "ds64", "chna", "COMM", "SSND",
      "NAME", "AUTH", "(c) ", "ANNO", "MARK", "INST", "FVER", "CHAN", "COMT", "APPL",
    ].map { $0.utf8.reduce(0) { $0 << 8 | Int($1) } })

  func hasUsualName(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes.span.big(index, 4).map(ChunkLayout.usualNames.contains) ?? false
  }

  /// Returns whether four printable characters and a size of at most `rest` bytes are at an index.
  func fits(_ bytes: [UInt8], at index: Int, rest: Int) -> Bool {
    guard index >= 0, index + 8 <= bytes.count else { return false }
    return bytes[index..<(index + 4)].allSatisfy { (0x20...0x7E).contains($0) }
      && number(bytes, 4, at: index + 4) <= rest
  }
}
