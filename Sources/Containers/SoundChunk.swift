import SystemBase

/// Where a chunked file keeps its samples, and how many bytes of them its header claims.
///
/// The claim is read here because libsndfile corrects a wrong one without notice, so that a file that was cut off
/// could not be told from a whole one.
package struct SoundChunk {
  /// The file offset of the first sample.
  package let start: Int
  /// The number of bytes that the header claims; nil where it leaves that open, as a stream's does.
  package let claimedBytes: Int?
  /// The whole content of the chunk, up to the file's end at most.
  package let content: Range<Int>
  /// The size of a frame; nil where the samples are packed in a way that only a decoder can count.
  private var bytesPerFrame: Int?
  /// The WAVE format tag, 0 elsewhere.
  package private(set) var formatTag = 0
  /// Where a wrong claim stands, and the bytes of the true one.
  package private(set) var correction: (offset: Int, bytes: [UInt8])?

  /// Whether the file ends before the claim does.
  package func isCut(fileSize: Int) -> Bool {
    guard let claimedBytes else { return false }
    return claimedBytes > fileSize - start
  }

  package var claimedFrames: Int? {
    guard let claimedBytes, let bytesPerFrame, bytesPerFrame > 0 else { return nil }
    return claimedBytes / bytesPerFrame
  }
}

extension SoundChunk {
  /// Finds the chunk with the samples; nil where there is none or the kind has no chunks.
  package init?(of file: borrowing RegularFile, kind: FileKind) throws(FileError) {
    if kind == .au {
      try self.init(au: file)
    } else if let layout = kind.chunkLayout {
      try self.init(of: file, layout)
    } else {
      return nil
    }
  }

  private init?(of file: borrowing RegularFile, _ layout: ChunkLayout) throws(FileError) {
    var chunks = ChunkReader(layout)
    var format: [UInt8] = []
    var wideSize: Int?
    while let chunk = try chunks.next(in: file) {
      if chunk.name == layout.soundName {
        let claim = chunk.size == 0xFFFF_FFFF ? wideSize ?? chunk.size : chunk.size
        try self.init(chunk, layout, claim: claim, format: format, file)
        return
      }
      if chunk.name == layout.formatName { format = chunk.head }
      // RF64: the size of the whole, then that of the data chunk.
      if chunk.name == "ds64" { wideSize = chunk.head.span.little(8, 8) }
    }
    return nil
  }

  private init(
    _ chunk: ChunkReader.Chunk, _ layout: ChunkLayout, claim: Int, format: [UInt8],
    _ file: borrowing RegularFile
  ) throws(FileError) {
    let prefix = layout.prefix(chunk.head)
    let present = max(file.size - chunk.content, 0)
    let isOpen = try SoundChunk.isOpen(claim, present: present, layout, file)
    let size = isOpen || claim <= 0 ? present : min(claim, present)
    start = chunk.content + prefix
    claimedBytes = isOpen ? nil : max(claim - prefix, 0)
    content = chunk.content..<(chunk.content + size)
    bytesPerFrame = layout.bytesPerFrame(format)
    formatTag = layout.waveTag(format)
    if isCut(fileSize: file.size) || isOpen && claim == 0 {
      let size = layout.countsHeader ? present + layout.headerSize : present
      correction = (chunk.offset + layout.nameSize, layout.bytes(size, size: layout.sizeSize))
    }
  }

  /// au(5): the offset of the samples, their size, their encoding, the rate, the channels.
  private init?(au file: borrowing RegularFile) throws(FileError) {
    let header = try file.read(at: 0, count: 24)
    guard header.count == 24 else { return nil }
    let layout = ChunkLayout.au(header)
    let size = layout.number(header, 4, at: 8)
    let widths = [1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 4, 7: 8, 27: 1]
    let width = widths[layout.number(header, 4, at: 12)]
    start = layout.number(header, 4, at: 4)
    claimedBytes = size == 0xFFFF_FFFF ? nil : size
    let present = max(file.size - start, 0)
    content = min(start, file.size)..<(min(start, file.size) + min(claimedBytes ?? present, present))
    bytesPerFrame = width.map { $0 * layout.number(header, 4, at: 20) }
  }

  /// Whether a size stands for "not known": 0 where the writer never came back to the header, all ones, or sox's
  /// two gigabytes less some.
  private static func isOpen(
    _ size: Int, present: Int, _ layout: ChunkLayout, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    if layout.sizeSize == 8 { return size < 0 }
    if size >= 0x7FFF_0000 { return size > present }
    guard size == 0, present > 0 else { return false }
    // No samples and other chunks after them: then the size of the whole is right.
    return abs(layout.number(try file.read(at: 0, count: 12), 4, at: 4) + 8 - file.size) > 1
  }
}
