import SystemBase

/// An ID3v2 tag as its frames.
///
/// Sources: ID3v2.3.0, sections 3.1, 3.3.1 and 5; ID3v2.4.0-structure, sections 3.1, 4.1.2 and 6.
struct ID3Tag {
  private let version: Int
  private let flags: UInt8
  private(set) var frames: [ID3Frame] = []
  /// The source of the frames: memory if unsynchronisation applies to the whole tag.
  private var source = ID3Frame.Source.file
  private var extended = 0
  /// Whether the flag for unsynchronisation of the tag does not mean what its version requires.
  private var isMisflagged = false

  private init(version: Int, flags: UInt8) { (self.version, self.flags) = (version, flags) }

  private var isUnsynchronised: Bool { flags & 0x80 != 0 }

  /// Reads a tag; nil for another kind of tag, an unknown version and for the compressed tags of version 2.
  static func read(_ range: Range<Int>, of file: borrowing RegularFile) throws(FileError) -> ID3Tag? {
    let head = try file.read(at: range.lowerBound, count: 10)
    guard head.count == 10, head.span.has("ID3"), (2...4).contains(head[3]),
      head[3] > 2 || head[5] & 0x40 == 0
    else { return nil }
    let start = range.lowerBound + 10
    let place = start..<max(min(range.upperBound, file.size), start)
    var tag = ID3Tag(version: Int(head[3]), flags: head[5])
    var isRead = false
    // Version 4 applies it to each frame.
    if !tag.isUnsynchronised || tag.version == 4 {
      isRead = try tag.readFrames(in: place, file)
      let isWhole = tag.isUnsynchronised ? try !tag.isComplete(place, file) : false
      if !isWhole { return isRead ? tag : nil }
    }
    var whole = tag
    let bytes = try file.read(at: start, count: place.count)
    let decoded = ID3Frame.synchronised(bytes)
    whole.isMisflagged = decoded == nil || tag.version == 4
    whole.source = .bytes(decoded ?? bytes)
    let all = 0..<(decoded ?? bytes).count
    let isWholeRead = try whole.readFrames(in: all, file)
    if tag.version < 4 { return isWholeRead ? whole : nil }
    // Some programs apply it to the whole tag there, too.
    if decoded != nil, isWholeRead, try whole.isComplete(all, file) { return whole }
    return isRead ? tag : nil
  }

  /// Reads the frames in a part of the source; false if the extended header is longer than it.
  private mutating func readFrames(
    in place: Range<Int>, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    extended = try extendedHeader(at: place.lowerBound, file)
    guard extended <= place.count else { return false }
    frames = try ID3Frame.all(in: place.dropFirst(extended), version: version, source, file)
    return true
  }

  /// Returns whether the frames that were read reach the padding or the end.
  private func isComplete(_ place: Range<Int>, _ file: borrowing RegularFile) throws(FileError) -> Bool {
    let end = frames.last?.content.upperBound ?? place.lowerBound
    return try ID3Frame.isPadding(end..<place.upperBound, source, file)
  }

  /// Whether TagLib misreads the tag.
  var isOdd: Bool {
    extended > 0 || isMisflagged || version == 4 && isUnsynchronised
      || frames.contains {
        $0.isEmpty(version: version) || $0.lacksByteOrderMark || $0.hasPlainSize
          || $0.hasCodedContent(version: version)
      }
  }

  /// Returns the size of the extended header; 0 if there is none. Version 3 does not count the four bytes of the size.
  private func extendedHeader(at offset: Int, _ file: borrowing RegularFile) throws(FileError) -> Int {
    guard version > 2, flags & 0x40 != 0 else { return 0 }
    let bytes = try source.read(file, offset, 4)
    return version == 3
      ? (bytes.span.big(0, 4) ?? 0) + 4 : FileTags.synchsafe(bytes.span, at: 0) ?? bytes.span.big(0, 4) ?? 0
  }

  /// Returns the tag without extended header, empty frames, padding, unsynchronisation, and UTF-16 without a byte order
  /// mark.
  func rewritten(_ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in frames {
      if !frame.isEmpty(version: version) { bytes += try written(frame, file) }
    }
    return Array("ID3".utf8) + [UInt8(version), 0, 0] + ID3Tag.synchsafe(bytes.count) + bytes
  }

  /// Returns the bytes of a frame after its header.
  func content(of frame: ID3Frame, _ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    try source.read(file, frame.content.lowerBound, frame.content.count)
  }

  private func written(_ frame: ID3Frame, _ file: borrowing RegularFile) throws(FileError) -> [UInt8] {
    let content = try content(of: frame, file)
    let isCoded = version == 4 && isUnsynchronised && !isMisflagged
    let plain = frame.decoded(content, version: version, isUnsynchronised: isCoded)
    let text = plain.frame.lacksByteOrderMark ? plain.frame.withoutMarks(plain.content) : plain.content
    if text.isEmpty { return [] }
    let shifts = version == 2 ? [16, 8, 0] : [24, 16, 8, 0]
    let size = version == 4 ? ID3Tag.synchsafe(text.count) : shifts.map { UInt8(text.count >> $0 & 0xFF) }
    return frame.id + size + plain.frame.flags + text
  }

  private static func synchsafe(_ size: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
  }
}

/// The bytes that flags of a frame add to its content, or put between its bytes.
extension ID3Frame {
  /// The flags in their second byte: grouping, compression, encryption, unsynchronisation and the data length.
  private typealias Format = (group: UInt8, packed: UInt8, unsynchronised: UInt8, length: UInt8)

  private static func format(_ version: Int) -> Format {
    switch version {
    case 4: (0x40, 0x0C, 0x02, 0x01)
    case 3: (0x20, 0xC0, 0, 0)
    default: (0, 0, 0, 0)
    }
  }

  /// Whether TagLib may misread the content: a group, a data length that may be wrong, or unsynchronisation. TagLib reads
  /// compressed frames.
  func hasCodedContent(version: Int) -> Bool {
    let (format, bits) = (ID3Frame.format(version), flags.last ?? 0)
    return bits & format.unsynchronised != 0
      || bits & format.packed == 0 && bits & (format.group | format.length) != 0
  }

  /// Returns the frame and its content without these bytes; compressed and encrypted frames keep all but
  /// unsynchronisation.
  ///
  /// - Parameter isUnsynchronised: whether the tag is; otherwise the frame states it.
  func decoded(
    _ content: [UInt8], version: Int, isUnsynchronised: Bool
  ) -> (frame: ID3Frame, content: [UInt8]) {
    let (format, bits) = (ID3Frame.format(version), flags.last ?? 0)
    var content = content
    if isUnsynchronised || bits & format.unsynchronised != 0 {
      content = ID3Frame.synchronised(content) ?? content
    }
    var rest = bits & ~format.unsynchronised
    if bits & format.packed == 0 {
      let added = (bits & format.group != 0 ? 1 : 0) + (bits & format.length != 0 ? 4 : 0)
      content.removeFirst(min(added, content.count))
      rest &= ~(format.group | format.length)
    }
    let frame = ID3Frame(
      id: id, flags: Array(flags.dropLast()) + (flags.isEmpty ? [] : [rest]), content: self.content,
      head: Array(content.prefix(16)))
    return (frame, content)
  }

  /// Removes the zero after each byte 0xFF that unsynchronisation has inserted; nil if it was not applied, which a byte
  /// with three high bits after 0xFF shows.
  static func synchronised(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var follows = false
    for byte in bytes {
      if follows, byte >= 0xE0 { return nil }
      if !(follows && byte == 0) { result.append(byte) }
      follows = byte == 0xFF
    }
    return result
  }
}
