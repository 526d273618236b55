import SystemBase

/// The header of a page of an Ogg stream (RFC 3533, section 6).
package struct OggPage {
  /// The largest size of a page, in bytes.
  static let maximumSize = 65_307
  private static let headerSize = 27

  /// The number of the logical stream that the page belongs to.
  let serial: Int
  /// The number of the page in its stream, from 0 on.
  let number: Int
  /// The position at the end of the last packet that ends on the page, in units of the codec; −1 if none
  /// ends.
  package let granule: Int64
  let packetsEnded: Int
  /// The offset in the file at which the page begins.
  let start: Int
  /// The bytes of the page's packets, as offsets in the file.
  let body: Range<Int>
  /// The lengths of the segments of which packets consist: a packet ends with one of fewer than 255 bytes.
  let segments: [Int]
  let flags: Int

  /// The offset in the file at which the next page begins.
  var end: Int { body.upperBound }
  /// Whether the page begins within a packet.
  var isContinued: Bool { flags & 1 != 0 }
  var beginsStream: Bool { flags & 2 != 0 }
  var endsStream: Bool { flags & 4 != 0 }

  /// Reads the header of the page at an offset of a file; nil if no page begins there.
  init?(_ file: borrowing RegularFile, at offset: Int) throws(FileError) {
    let bytes = try file.read(at: offset, count: OggPage.headerSize + 255)
    self.init(bytes.span, at: 0, origin: offset)
  }

  /// Reads the header of a page from bytes of a file; nil if no page begins there.
  ///
  /// - Parameters:
  ///   - offset: the index in `bytes` at which the page begins.
  ///   - origin: the offset in the file of the first of `bytes`.
  init?(_ bytes: Span<UInt8>, at offset: Int, origin: Int) {
    guard bytes.has("OggS", at: offset), bytes.byte(offset + 4) == 0, let flags = bytes.byte(offset + 5),
      let low = bytes.little(offset + 6, 4), let high = bytes.little(offset + 10, 4),
      let serial = bytes.little(offset + 14, 4), let number = bytes.little(offset + 18, 4),
      let count = bytes.byte(offset + 26),
      offset + OggPage.headerSize + count <= bytes.count
    else { return nil }
    let lengths = (0..<count).map { Int(bytes[offset + OggPage.headerSize + $0]) }
    let content = origin + offset + OggPage.headerSize + count
    start = origin + offset
    segments = lengths
    (self.serial, self.number) = (serial, number)
    self.flags = flags
    granule = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    packetsEnded = lengths.count { $0 < 255 }
    body = content..<(content + lengths.reduce(0, +))
  }
}

extension OggPage {
  /// Returns the last page of a range of a file; nil where it is incomplete. A stream that was recorded until it was
  /// switched off has no mark of its end; it is complete if its last page ends with the range.
  static func end(of file: borrowing RegularFile, in range: Range<Int>? = nil) throws(FileError) -> OggPage? {
    let range = range ?? 0..<file.size
    guard let page = try OggPage.last(of: file, in: range) else { return nil }
    let isComplete = page.endsStream ? page.end <= range.upperBound : page.end == range.upperBound
    return isComplete ? page : nil
  }

  /// Returns the last page of a range of a file whose header is complete; nil if there is none near its end.
  static func last(of file: borrowing RegularFile, in range: Range<Int>) throws(FileError) -> OggPage? {
    // The last page is mostly a small one.
    for window in [8 << 10, 2 * OggPage.maximumSize] {
      let origin = max(range.upperBound - window, range.lowerBound)
      let tail = try file.read(at: origin, count: range.upperBound - origin)
      for start in stride(from: tail.count - 27, through: 0, by: -1) where tail[start] == UInt8(ascii: "O") {
        if let page = OggPage(tail.span, at: start, origin: origin) { return page }
      }
    }
    return nil
  }

  /// Returns the first page that begins in a range of a file; nil if there is none.
  static func first(of file: borrowing RegularFile, in range: Range<Int>) throws(FileError) -> OggPage? {
    var origin = range.lowerBound
    while origin < range.upperBound {
      // A page that begins before the end of the range may be longer than it.
      let bytes = try file.read(at: origin, count: OggPage.maximumSize)
      for start in bytes.indices where bytes[start] == UInt8(ascii: "O") && origin + start < range.upperBound
      {
        if let page = OggPage(bytes.span, at: start, origin: origin) { return page }
      }
      if bytes.count < OggPage.maximumSize { return nil }
      // The header of a page has 282 bytes at most.
      origin += bytes.count - 282
    }
    return nil
  }
}

extension FileWindow {
  /// Returns the last page of a range of the file; nil if it is incomplete.
  package func oggEnd(in range: Range<Int>) throws(FileError) -> OggPage? {
    try OggPage.end(of: file, in: range)
  }

  /// Returns the bodies of the pages of the stream that begins in a range, up to the first incomplete page.
  package func oggBodies(in range: Range<Int>) throws(FileError) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var offset = range.lowerBound
    var serial: Int?
    while offset < range.upperBound, let page = try OggPage(file, at: offset), page.end <= range.upperBound {
      if page.serial == serial ?? page.serial { bodies.append(page.body) }
      serial = serial ?? page.serial
      offset = page.end
      if page.serial == serial && page.endsStream { break }
    }
    return bodies
  }
}

/// The bytes of the packets of the first stream in an Ogg file that identify its sound (RFC 3533).
///
/// Programs that write comments renumber the pages, and some move packets to other pages, so page headers and
/// the number of bytes are not used. The key uses the first and the last bytes of the packets, and the
/// position of the last page, which is the number of frames. The middle cannot be found without reading the
/// whole file.
struct OggSound {
  private(set) var head: [UInt8] = []
  private(set) var tail: [UInt8] = []
  private(set) var lastGranule: UInt64 = 0

  private let part: Int

  /// Fails if the pages are invalid.
  ///
  /// - Parameter part: the number of bytes that count at the start and at the end of the packets.
  init?(_ file: borrowing RegularFile, part: Int) throws(FileError) {
    self.part = part
    guard let first = try OggPage(file, at: 0), let headers = try OggSound.headers(file, first) else {
      return nil
    }
    guard let sound = try OggSound.skip(headers, of: first.serial, in: file) else { return nil }
    var offset = sound
    while head.count < part, let page = try OggPage(file, at: offset) {
      if page.serial == first.serial {
        head += try file.read(at: page.body.lowerBound, count: page.body.count)
      }
      offset = page.body.upperBound
    }
    head = Array(head.prefix(part))
    try readTail(file, from: sound, serial: first.serial)
    guard !tail.isEmpty else { return nil }
  }

  /// Returns the number of header packets.
  static func headers(_ file: borrowing RegularFile, _ page: OggPage) throws(FileError) -> Int? {
    let bytes = try file.read(at: page.body.lowerBound, count: 80)
    if bytes.span.has("\u{1}vorbis") { return 3 }
    if bytes.span.has("OpusHead") { return 2 }
    if bytes.span.has("Speex   ") { return bytes.span.little(68, 4).map { 2 + min($0, 100) } }
    // RFC 9639, section 10.1: the number of packets after this one; 0 if it is unknown.
    if bytes.span.has("\u{7F}FLAC"), let count = bytes.span.big(7, 2), count > 0 { return count + 1 }
    return nil
  }

  /// Returns the offset of the first page with sound, after the page on which the last header ends.
  static func skip(
    _ headers: Int, of serial: Int, in file: borrowing RegularFile, from start: Int = 0
  ) throws(FileError) -> Int? {
    try lastHeaderPage(headers, of: serial, in: file, from: start)?.end
  }

  static func lastHeaderPage(
    _ headers: Int, of serial: Int, in file: borrowing RegularFile, from start: Int
  ) throws(FileError) -> OggPage? {
    var (offset, ended) = (start, 0)
    while let page = try OggPage(file, at: offset) {
      if page.serial == serial { ended += page.packetsEnded }
      if ended >= headers { return page }
      offset = page.end
    }
    return nil
  }

  /// Finds consecutive pages that end with the file, in the size of three of the largest pages.
  private mutating func readTail(
    _ file: borrowing RegularFile, from sound: Int, serial: Int
  ) throws(FileError) {
    for length in [24 << 10, 200 << 10] {
      let start = max(sound, file.size - length)
      let bytes = try file.read(at: start, count: file.size - start)
      // The earliest offset of complete pages: the sound may contain the capture pattern by chance.
      for offset in bytes.indices
      where bytes[offset] == UInt8(ascii: "O") && bytes.span.has("OggS", at: offset) {
        if append(bytes, from: offset, serial: serial) { break }
      }
      tail = Array(tail.suffix(part))
      if tail.count == part || start == sound { return }
    }
  }

  /// Appends the pages from an offset on. Returns whether the pages from this offset on are complete.
  private mutating func append(_ all: [UInt8], from offset: Int, serial: Int) -> Bool {
    let bytes = all.span
    var offset = offset
    var packets: [UInt8] = []
    var granule: Int64 = 0
    while offset < bytes.count {
      guard let page = OggPage(bytes, at: offset, origin: 0), page.body.upperBound <= bytes.count else {
        return false
      }
      if page.serial == serial {
        packets += all[page.body]
        if page.granule != -1 { granule = page.granule }
      }
      offset = page.body.upperBound
    }
    (tail, lastGranule) = (packets, UInt64(bitPattern: granule))
    return true
  }
}
