import SystemBase

/// The header of a page of an Ogg stream (RFC 3533, section 6).
package struct OggPage {
  /// The largest size of a page, in bytes.
  static let maximumSize = 65_307
  private static let headerSize = 27

  /// The number of the logical stream that the page belongs to.
  let serial: Int
  /// The position at the end of the last packet that ends on the page, in units of the codec; −1 if none
  /// ends.
  package let granule: Int64
  /// The number of packets that end on the page.
  let packetsEnded: Int
  /// The bytes of the page's packets, as offsets in the file.
  let body: Range<Int>
  private let flags: Int

  /// The offset in the file at which the next page begins.
  var end: Int { body.upperBound }
  /// Whether the page is the last one of its stream.
  var endsStream: Bool { flags & 4 != 0 }

  /// Reads the header of the page at an offset of a file; nil if no page begins there.
  init?(_ file: borrowing RegularFile, at offset: Int) throws(FileError) {
    let bytes = try file.read(at: offset, count: OggPage.headerSize + 255)
    self.init(bytes, at: 0, origin: offset)
  }

  /// Reads the header of a page from bytes of a file; nil if no page begins there.
  ///
  /// - Parameters:
  ///   - offset: the index in `bytes` at which the page begins.
  ///   - origin: the offset in the file of the first of `bytes`.
  init?(_ bytes: [UInt8], at offset: Int, origin: Int) { self.init(bytes.span, at: offset, origin: origin) }

  /// Reads the header of a page from bytes of a file; nil if no page begins there.
  init?(_ bytes: Span<UInt8>, at offset: Int, origin: Int) {
    guard bytes.has("OggS", at: offset), bytes.byte(offset + 4) == 0, let flags = bytes.byte(offset + 5),
      let low = bytes.little(offset + 6, 4), let high = bytes.little(offset + 10, 4),
      let serial = bytes.little(offset + 14, 4), let count = bytes.byte(offset + 26),
      offset + OggPage.headerSize + count <= bytes.count
    else { return nil }
    let lengths = (0..<count).map { Int(bytes[offset + OggPage.headerSize + $0]) }
    let start = origin + offset + OggPage.headerSize + count
    self.serial = serial
    self.flags = flags
    granule = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    packetsEnded = lengths.count { $0 < 255 }
    body = start..<(start + lengths.reduce(0, +))
  }
}

extension OggPage {
  /// Returns the last page of a file; nil where it does not end a stream or is incomplete.
  static func end(of file: borrowing RegularFile) throws(FileError) -> OggPage? {
    // The last page is mostly a small one.
    for window in [8 << 10, 2 * OggPage.maximumSize] {
      let origin = max(file.size - window, 0)
      let tail = try file.read(at: origin, count: file.size - origin)
      for start in stride(from: tail.count - 27, through: 0, by: -1) where tail[start] == UInt8(ascii: "O") {
        guard let page = OggPage(tail, at: start, origin: origin) else { continue }
        return page.endsStream && page.end <= file.size ? page : nil
      }
    }
    return nil
  }
}

extension FileWindow {
  func oggPage(at offset: Int) throws(FileError) -> OggPage? {
    OggPage(try bytes(at: offset, count: 27 + 255), at: 0, origin: offset)
  }

  /// Returns the last page of the file; nil if it does not end a stream or is incomplete.
  package func oggEnd() throws(FileError) -> OggPage? { try OggPage.end(of: file) }

  /// Returns the bodies of the pages of the stream that begins at an offset, up to the first incomplete page.
  package func oggBodies(from start: Int) throws(FileError) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var offset = start
    var serial: Int?
    while let page = try oggPage(at: offset), page.end <= fileSize {
      if page.serial == serial ?? page.serial { bodies.append(page.body) }
      serial = serial ?? page.serial
      offset = page.end
      if page.serial == serial && page.endsStream { break }
    }
    return bodies
  }
}
