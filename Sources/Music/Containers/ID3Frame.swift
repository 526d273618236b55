import SystemBase

/// A frame of an ID3v2 tag, without its content.
///
/// Sources: ID3v2.2.0, section 3.2; ID3v2.3.0, section 3.3; ID3v2.4.0-structure, section 4.
struct ID3Frame {
  /// The source of the bytes of a tag: decoded, or in the file.
  enum Source {
    case file
    case bytes([UInt8])

    /// Reads bytes at an offset; fewer at the end.
    func read(_ file: borrowing RegularFile, _ offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
      switch self {
      case .file: return try file.read(at: offset, count: count)
      case .bytes(let bytes):
        return offset < bytes.count ? Array(bytes[offset..<min(offset + count, bytes.count)]) : []
      }
    }
  }

  /// The name: three letters in version 2, otherwise four.
  let id: [UInt8]
  /// The two bytes of flags; empty in version 2.
  let flags: [UInt8]
  let content: Range<Int>
  /// The first bytes of the content, 16 at most.
  let head: [UInt8]
  /// Whether the size of a frame of version 4 has eight bits a byte, and seven would mean another one.
  var hasPlainSize = false

  /// The largest number of frames that are read of a tag.
  private static let limit = 1_000

  /// Returns the frames in a part of a tag, up to the padding or the first frame that is not valid.
  static func all(
    in range: Range<Int>, version: Int, _ source: Source, _ file: borrowing RegularFile
  ) throws(FileError) -> [ID3Frame] {
    let header = version == 2 ? 6 : 10
    var frames: [ID3Frame] = []
    var offset = range.lowerBound
    while frames.count < limit, offset + header <= range.upperBound {
      let bytes = try source.read(file, offset, header + 16)
      let start = offset + header
      guard hasName(bytes, version),
        let size = try size(bytes, version, start..<range.upperBound, source, file),
        start + size <= range.upperBound
      else { break }
      var frame = ID3Frame(
        id: Array(bytes[..<(version == 2 ? 3 : 4)]), flags: version == 2 ? [] : Array(bytes[8..<10]),
        content: start..<(start + size), head: Array(bytes[header...].prefix(size)))
      frame.hasPlainSize =
        version == 4 && FileTags.synchsafe(bytes.span, at: 4).map { $0 != size } ?? false
      frames.append(frame)
      offset = start + size
    }
    return frames
  }

  /// Returns whether bytes begin with the name of a frame. Some writers use the names of version 2 in version 3.
  private static func hasName(_ bytes: [UInt8], _ version: Int) -> Bool {
    guard bytes.count >= (version == 2 ? 6 : 10) else { return false }
    let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) }
    return bytes[..<3].allSatisfy(isLetter) && (version == 2 || isLetter(bytes[3]) || bytes[3] == 0)
  }

  private static func size(
    _ bytes: [UInt8], _ version: Int, _ range: Range<Int>, _ source: Source, _ file: borrowing RegularFile
  ) throws(FileError) -> Int? {
    if version == 2 { return bytes.span.big(3, 3) }
    guard let plain = bytes.span.big(4, 4), version == 4, plain > 0x7F else { return bytes.span.big(4, 4) }
    let (start, end) = (range.lowerBound, range.upperBound)
    guard let safe = FileTags.synchsafe(bytes.span, at: 4), start + safe <= end else { return plain }
    // Some versions of iTunes write plain sizes in version 4.
    if try endsFrame(start + safe, end: end, source, file) { return safe }
    return try endsFrame(start + plain, end: end, source, file) ? plain : safe
  }

  /// Returns whether a frame, the padding or the end of the tag is at an offset.
  private static func endsFrame(
    _ offset: Int, end: Int, _ source: Source, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    guard offset < end else { return offset == end }
    if hasName(try source.read(file, offset, 10), 4) { return true }
    return try isPadding(offset..<end, source, file)
  }

  /// Returns whether a part of a tag is padding or empty, by its first 4 KiB.
  static func isPadding(
    _ range: Range<Int>, _ source: Source, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    try source.read(file, range.lowerBound, min(range.count, 4_096)).allSatisfy { $0 == 0 }
  }

  /// Returns whether the content is empty, or only the data length that a flag of version 4 announces.
  func isEmpty(version: Int) -> Bool {
    content.count <= (version == 4 && (flags.last ?? 0) & 1 != 0 ? 4 : 0)
  }
}

/// UTF-16 without a byte order mark.
extension ID3Frame {
  /// The offset of the text after the encoding byte and the language; nil for frames without text, and for
  /// compressed, encrypted and unsynchronised ones.
  private var textOffset: Int? {
    guard (flags.last ?? 0) == 0 else { return nil }
    if id.first == UInt8(ascii: "T") { return 1 }
    return ["USLT", "COMM", "ULT", "COM"].contains(String(decoding: id, as: UTF8.self)) ? 4 : nil
  }

  /// Whether the text is UTF-16 without the byte order mark that its encoding requires.
  var lacksByteOrderMark: Bool {
    guard head.first == 1, let start = textOffset, start + 1 < head.count else { return false }
    let unit = (head[start], head[start + 1])
    // An empty description needs no mark. Unsynchronisation writes the mark as FF 00 FE.
    return unit != (0, 0) && unit != (0xFE, 0xFF) && unit != (0xFF, 0xFE)
      && !(unit == (0xFF, 0) && head.dropFirst(start + 2).first == 0xFE)
  }

  /// Converts the content to the encoding 2, big-endian UTF-16 without byte order marks.
  func withoutMarks(_ content: [UInt8]) -> [UInt8] {
    guard let start = textOffset, start < content.count else { return content }
    // The high byte of most letters is 0.
    var isBig = content[start] == 0
    var result = [2] + content[1..<start]
    for index in stride(from: start, to: content.count - 1, by: 2) {
      let pair = (content[index], content[index + 1])
      let (high, low) = isBig ? pair : (pair.1, pair.0)
      switch (high, low) {
      case (0xFE, 0xFF): continue
      case (0xFF, 0xFE): isBig.toggle()
      case _: result += [high, low]
      }
    }
    return result
  }
}
