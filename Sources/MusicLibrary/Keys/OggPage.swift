import AudioBase

/// The header of a page of Ogg (RFC 3533, section 6).
struct OggPage {
  let serial: Int
  /// The position after the page's last packet that ends on it; all ones where none ends.
  let granule: UInt64
  let packetsEnded: Int
  /// Where its packets' bytes lie.
  let body: Range<Int>

  init?(_ file: borrowing RegularFile, at offset: Int) throws(AudioError) {
    let bytes = try file.read(at: offset, count: 27 + 255)
    guard let page = OggPage(bytes.span, at: 0) else { return nil }
    self = page.moved(by: offset)
  }

  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard bytes.has("OggS", at: offset), bytes.byte(offset + 4) == 0, let low = bytes.little(offset + 6, 4),
      let high = bytes.little(offset + 10, 4), let serial = bytes.little(offset + 14, 4),
      let count = bytes.byte(offset + 26), offset + 27 + count <= bytes.count
    else { return nil }
    let lengths = (0..<count).map { Int(bytes[offset + 27 + $0]) }
    let start = offset + 27 + count
    self.init(
      serial: serial, granule: UInt64(high) << 32 | UInt64(low),
      packetsEnded: lengths.count { $0 < 255 }, body: start..<(start + lengths.reduce(0, +)))
  }

  private init(serial: Int, granule: UInt64, packetsEnded: Int, body: Range<Int>) {
    (self.serial, self.granule, self.packetsEnded, self.body) = (serial, granule, packetsEnded, body)
  }

  private func moved(by offset: Int) -> OggPage {
    OggPage(
      serial: serial, granule: granule, packetsEnded: packetsEnded,
      body: (body.lowerBound + offset)..<(body.upperBound + offset))
  }
}
