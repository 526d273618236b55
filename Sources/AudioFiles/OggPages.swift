import AudioBase

/// One page of an Ogg stream (RFC 3533, section 6).
struct OggPage {
  static let maximumSize = 65_307

  let offset: Int
  let headerSize: Int
  let bodySize: Int
  let serial: UInt64
  /// The samples up to its end, as its codec counts them; -1 where no packet ends in it.
  let granule: Int64
  private let flags: UInt8

  var end: Int { offset + headerSize + bodySize }
  var body: Range<Int> { offset + headerSize..<end }
  var beginsStream: Bool { flags & 2 != 0 }
  var endsStream: Bool { flags & 4 != 0 }

  /// - Parameter start: the index in `bytes` at which the page is thought to begin.
  /// - Parameter origin: the file offset of `bytes`.
  init?(_ bytes: [UInt8], at start: Int = 0, origin: Int) {
    guard bytes.has("OggS", at: start), start + 27 <= bytes.count, bytes[start + 4] == 0 else { return nil }
    let segments = Int(bytes[start + 26])
    guard start + 27 + segments <= bytes.count else { return nil }
    offset = origin + start
    headerSize = 27 + segments
    bodySize = bytes[start + 27..<start + 27 + segments].reduce(0) { $0 + Int($1) }
    serial = bytes.little(4, at: start + 14) ?? 0
    granule = Int64(bitPattern: bytes.little(8, at: start + 6) ?? 0)
    flags = bytes[start + 5]
  }
}

extension FileWindow {
  func oggPage(at offset: Int) throws(AudioError) -> OggPage? {
    OggPage(try bytes(at: offset, count: 27 + 255), origin: offset)
  }

  /// The last page of the file, where that is the end of a stream and all there.
  func oggEnd() throws(AudioError) -> OggPage? {
    let origin = max(fileSize - 2 * OggPage.maximumSize, 0)
    let tail = try bytes(at: origin, count: fileSize - origin)
    for start in stride(from: tail.count - 27, through: 0, by: -1) where tail[start] == UInt8(ascii: "O") {
      guard let page = OggPage(tail, at: start, origin: origin) else { continue }
      return page.endsStream && page.end <= fileSize ? page : nil
    }
    return nil
  }

  /// The bodies of the pages of one stream, in order, up to the first page that is not whole.
  func oggBodies(from start: Int) throws(AudioError) -> [Range<Int>] {
    var bodies: [Range<Int>] = []
    var offset = start
    var serial: UInt64?
    while let page = try oggPage(at: offset), page.end <= fileSize {
      if page.serial == serial ?? page.serial { bodies.append(page.body) }
      serial = serial ?? page.serial
      offset = page.end
      if page.serial == serial && page.endsStream { break }
    }
    return bodies
  }
}
