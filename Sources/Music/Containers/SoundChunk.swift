import SystemBase

/// The position of the samples in a file of chunks, and the number of bytes in its header.
///
/// The number is read here because libsndfile corrects a wrong one silently, so that a truncated file could
/// not be detected.
package struct SoundChunk {
  /// The file offset of the first sample.
  package let start: Int
  /// The number of bytes in the header; nil if it is unknown, as in streams.
  package let claimedBytes: Int?
  /// The content of the chunk, up to the end of the file at most.
  package let content: Range<Int>
  /// The size of a frame in bytes; nil for compressed samples.
  private var bytesPerFrame: Int?
  /// The WAVE format tag, 0 elsewhere.
  package private(set) var formatTag = 0
  /// The offset of a wrong number of bytes and the correct bytes.
  package private(set) var correction: (offset: Int, bytes: [UInt8])?
  /// The ranges of the file's header, of the format chunk and of the sound chunk of an AIFF file in which others stand
  /// between them or the sound stands first; nil if there are no others. libsndfile refuses some of these files.
  package private(set) var essentials: [Range<Int>]?
  /// The offset of the number of bits, and 32 in its place, for samples of 24 bits in the upper bytes of four.
  package private(set) var wideSamples: (offset: Int, bytes: [UInt8])?

  /// Returns whether the file ends before the samples do.
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
  /// Finds the chunk with the samples; fails if there is none or the kind has no chunks.
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
    var (format, sound): (ChunkReader.Chunk?, ChunkReader.Chunk?)
    var hasOthers = false
    // Only the chunks of AIFF stand in any order.
    while sound == nil || format == nil && layout.family == .aiff, let chunk = try chunks.next(in: file) {
      switch chunk.name {
      case layout.soundName: sound = sound ?? chunk
      case layout.formatName: format = chunk
      default: hasOthers = true
      }
    }
    guard let sound else { return nil }
    let head = format?.head ?? []
    try self.init(sound, layout, format: head, file)
    wideSamples = try SoundChunk.wideSamples(head, format?.content ?? 0, layout, file, start)
    guard layout.family == .aiff, let format,
      hasOthers || !chunks.isRegular || format.offset > sound.offset
    else { return }
    let end = min(format.content + format.size + format.size % 2, file.size)
    essentials = [0..<layout.first, format.offset..<end, sound.offset..<content.upperBound]
  }

  private init(
    _ chunk: ChunkReader.Chunk, _ layout: ChunkLayout, format: [UInt8], _ file: borrowing RegularFile
  ) throws(FileError) {
    let claim = chunk.size
    let prefix = layout.prefix(chunk.head)
    let present = max(file.size - chunk.content, 0)
    let isOpen = try SoundChunk.isOpen(claim, present: present, layout, file)
    let size = isOpen || claim <= 0 ? present : min(claim, present)
    start = chunk.content + prefix
    claimedBytes = isOpen ? nil : max(claim - prefix, 0)
    content = chunk.content..<(chunk.content + size)
    bytesPerFrame = layout.bytesPerFrame(format)
    formatTag = layout.waveTag(format)
    if isCut(fileSize: file.size) || isOpen && (claim == 0 || layout.sizeSize == 8) {
      let size = layout.countsHeader ? present + layout.headerSize : present
      correction = (chunk.offset + layout.nameSize, layout.bytes(size, size: layout.sizeSize))
    }
  }

  /// Returns a correction of the header for samples of 24 bits in four bytes; nil for other samples.
  ///
  /// libsndfile reads samples by the number of bits, not by the size of a frame, so that the result would be noise.
  private static func wideSamples(
    _ format: [UInt8], _ offset: Int, _ layout: ChunkLayout, _ file: borrowing RegularFile, _ start: Int
  ) throws(FileError) -> (offset: Int, bytes: [UInt8])? {
    guard layout.family == .wave, layout.waveTag(format) == 1, layout.number(format, 2, at: 14) == 24,
      layout.number(format, 2, at: 12) == 4 * layout.number(format, 2, at: 2)
    else { return nil }
    let samples = try file.read(at: start, count: 4_096)
    let lowest = layout.bigEndian ? 3 : 0
    guard stride(from: lowest, to: samples.count, by: 4).allSatisfy({ samples[$0] == 0 }) else {
      throw FileError(.unsupported, file.subject, detail: "24 bits in the lower bytes of four")
    }
    return (offset + 14, layout.bytes(32, size: 2))
  }

  /// Reads the header of an AU file. Source: au(5): the offset of the samples, their size, their encoding, the rate, the
  /// channels.
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

  /// Returns whether a size means "unknown": 0 if the writer did not update the header, all ones, or the
  /// value of sox just below two gigabytes.
  private static func isOpen(
    _ size: Int, present: Int, _ layout: ChunkLayout, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    // Writers to pipes state -1 or the largest number.
    if layout.sizeSize == 8 { return !(0..<1 << 62).contains(size) }
    // The size of an RF64 file.
    if size > 0xFFFF_FFFF { return false }
    if size >= 0x7F00_0000 { return size > present }
    guard size == 0, present > 0 else { return false }
    // If there are other chunks but no samples, the size of the file is correct.
    return abs(layout.number(try file.read(at: 0, count: 12), 4, at: 4) + 8 - file.size) > 1
  }
}
