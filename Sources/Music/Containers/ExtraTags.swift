import SystemBase

/// Tags that TagLib passes over or misreads, in a form that it reads.
///
/// TagLib stops at an empty frame, reads only the first ID3v2 tag, misreads extended headers, drops
/// UTF-16 without a byte order mark, reads APE tags only at the end of a file, and ignores chunks that the end of the
/// file cuts.
package struct ExtraTags {
  /// The ID3v2 tags, written again without what TagLib misreads; empty if it reads them as they are.
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
      if head.span.has("ID3") {
        tags.append(tag)
        continue
      }
      let footer = try file.read(at: tag.upperBound - 32, count: 8)
      if apeFooter == nil, footer.span.has("APETAGEX") { apeFooter = tag.upperBound - 32 }
    }
    try readID3(tags, of: file, areAllRead: all.count < 2)
  }

  /// Reads the ID3v2 tag in a chunk of an AIFF or WAV file.
  package init(inChunksOf file: borrowing RegularFile, _ kind: FileKind) throws(FileError) {
    let chunks = try ChunkReader.all(of: file, kind == .aiff ? .aiff : .wave)
    guard let chunk = chunks["ID3 "] ?? chunks["id3 "] else { return }
    try readID3(at: chunk.content, of: file)
  }

  /// Reads the ID3v2 tag at an offset.
  package init(at offset: Int, of file: borrowing RegularFile) throws(FileError) {
    try readID3(at: offset, of: file)
  }

  private mutating func readID3(at offset: Int, of file: borrowing RegularFile) throws(FileError) {
    let head = try file.read(at: offset, count: 10)
    guard head.span.has("ID3"), let size = FileTags.synchsafe(head.span, at: 6) else { return }
    try readID3([offset..<(offset + 10 + size)], of: file, areAllRead: true)
  }

  /// Reads ID3 tags; `areAllRead` is whether TagLib finds all of them.
  private mutating func readID3(
    _ tags: [Range<Int>], of file: borrowing RegularFile, areAllRead: Bool
  ) throws(FileError) {
    var isOdd = !areAllRead
    var rewritten: [UInt8] = []
    for range in tags {
      let tag = range.count <= ExtraTags.limit ? try ID3Tag.read(range, of: file) : nil
      isOdd = isOdd || tag?.isOdd == true || range.upperBound > file.size
      if isOdd, let tag { rewritten += try tag.rewritten(file) }
    }
    if isOdd { id3 = rewritten }
  }
}

/// An ID3v2 tag as its frames.
struct ID3Tag {
  private let version: Int
  private let flags: UInt8
  private(set) var frames: [ID3Frame] = []
  /// The source of the frames: memory if unsynchronisation applies to the whole tag.
  private var source = ID3Frame.Source.file
  private var extended = 0

  private init(version: Int, flags: UInt8) { (self.version, self.flags) = (version, flags) }

  /// Reads a tag; nil for another kind of tag, an unknown version and for the compressed tags of version 2.
  static func read(_ range: Range<Int>, of file: borrowing RegularFile) throws(FileError) -> ID3Tag? {
    let head = try file.read(at: range.lowerBound, count: 10)
    guard head.count == 10, head.span.has("ID3"), (2...4).contains(head[3]),
      head[3] > 2 || head[5] & 0x40 == 0
    else { return nil }
    var tag = ID3Tag(version: Int(head[3]), flags: head[5])
    let start = range.lowerBound + 10
    var place = start..<max(min(range.upperBound, file.size), start)
    if tag.version < 4, tag.flags & 0x80 != 0 {
      let decoded = synchronised(try file.read(at: start, count: place.count))
      tag.source = .bytes(decoded)
      place = 0..<decoded.count
    }
    tag.extended = try tag.extendedHeader(at: place.lowerBound, file)
    guard tag.extended <= place.count else { return nil }
    tag.frames = try ID3Frame.all(
      in: place.dropFirst(tag.extended), version: tag.version, tag.source, file)
    return tag
  }

  /// Whether TagLib misreads the tag.
  var isOdd: Bool {
    extended > 0
      || frames.contains { $0.isEmpty(version: version) || $0.lacksByteOrderMark }
  }

  /// Returns the size of the extended header; 0 if there is none. Version 3 does not count the four bytes of the size.
  private func extendedHeader(at offset: Int, _ file: borrowing RegularFile) throws(FileError) -> Int {
    guard version > 2, flags & 0x40 != 0 else { return 0 }
    let bytes = try source.read(file, offset, 4)
    return version == 3
      ? (bytes.span.big(0, 4) ?? 0) + 4 : FileTags.synchsafe(bytes.span, at: 0) ?? bytes.span.big(0, 4) ?? 0
  }

  /// Returns the tag without extended header, empty frames, padding, and UTF-16 without a byte order mark.
  func rewritten(_ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in frames {
      if !frame.isEmpty(version: version) { bytes += try written(frame, file) }
    }
    return Array("ID3".utf8) + [UInt8(version), 0, version == 4 ? flags & 0x80 : 0]
      + ID3Tag.synchsafe(bytes.count) + bytes
  }

  /// Returns the bytes of a frame after its header.
  func content(of frame: ID3Frame, _ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    try source.read(file, frame.content.lowerBound, frame.content.count)
  }

  private func written(_ frame: ID3Frame, _ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    let content = try content(of: frame, file)
    let text = frame.lacksByteOrderMark ? frame.withoutMarks(content) : content
    let shifts = version == 2 ? [16, 8, 0] : [24, 16, 8, 0]
    let size = version == 4 ? ID3Tag.synchsafe(text.count) : shifts.map { UInt8(text.count >> $0 & 0xFF) }
    return frame.id + size + frame.flags + text
  }

  private static func synchsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  }

  /// Removes the zero after each byte 0xFF that unsynchronisation has inserted (ID3v2.3.0, section 5).
  private static func synchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var follows = false
    for byte in bytes {
      if !(follows && byte == 0) { result.append(byte) }
      follows = byte == 0xFF
    }
    return result
  }
}
