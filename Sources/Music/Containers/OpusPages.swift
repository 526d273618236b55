import SystemBase

/// The first page with sound of an Opus stream in Ogg (RFC 7845, section 4).
struct OpusPages {
  let first: OggPage
  /// The frames at 48 kHz of the packets that end on the page.
  let firstFrames: Int64

  /// Reads the first page of the stream that begins a range of a file; fails if it is not found.
  init?(_ file: borrowing RegularFile, in range: Range<Int>) throws(FileError) {
    guard let head = try OggPage(file, at: range.lowerBound),
      let sound = try OggSound.skip(2, of: head.serial, in: file, from: range.lowerBound),
      let first = try OpusPages.page(of: head.serial, from: sound, to: range.upperBound, of: file),
      !first.isContinued
    else { return nil }
    self.first = first
    firstFrames = try OpusPages.frames(on: first, of: file)
  }

  /// The position at which the stream begins; negative for a page that states fewer frames than it holds. A stream of
  /// one page begins at 0: its position may be lower, since it states how much of the last packet counts.
  var start: Int64 {
    let start = first.granule &- firstFrames
    return first.endsStream ? max(start, 0) : start
  }

  /// Returns whether the page after a faulty first one is not faulty in the same way.
  func isFollowed(before end: Int, in file: borrowing RegularFile) throws(FileError) -> Bool {
    guard let page = try OpusPages.page(of: first.serial, from: first.end, to: end, of: file) else {
      return true
    }
    let frames = firstFrames + (try OpusPages.frames(on: page, of: file))
    return page.endsStream || page.granule >= frames
  }

  /// Returns the first page of a stream on which a packet ends.
  private static func page(
    of serial: Int, from start: Int, to end: Int, of file: borrowing RegularFile
  ) throws(FileError) -> OggPage? {
    var offset = start
    while offset < end, let page = try OggPage(file, at: offset), page.end <= end {
      if page.serial == serial, page.packetsEnded > 0 { return page }
      offset = page.end
    }
    return nil
  }

  private static func frames(on page: OggPage, of file: borrowing RegularFile) throws(FileError) -> Int64 {
    let bytes = try file.read(at: page.body.lowerBound, count: page.body.count)
    var (frames, start, length) = (0, 0, 0)
    var isCounted = !page.isContinued
    for segment in page.segments {
      length += segment
      guard segment < 255 else { continue }
      if isCounted { frames += OpusPages.frames(of: bytes.span, at: start, length: length) }
      isCounted = true
      start += length
      length = 0
    }
    return Int64(frames)
  }

  /// Returns the frames at 48 kHz of a packet; 0 for an invalid one (RFC 6716, section 3.1).
  static func frames(of bytes: Span<UInt8>, at start: Int, length: Int) -> Int {
    guard length > 0, let head = bytes.byte(start) else { return 0 }
    let (configuration, code) = (head >> 3, head & 3)
    let size =
      switch configuration {
      case 0..<12: [480, 960, 1_920, 2_880][configuration & 3]
      case 12..<16: [480, 960][configuration & 1]
      default: 120 << (configuration & 3)
      }
    guard code == 3 else { return code == 0 ? size : 2 * size }
    guard length > 1, let count = bytes.byte(start + 1) else { return 0 }
    let frames = size * (count & 63)
    return frames > 5_760 ? 0 : frames
  }
}

extension FileWindow {
  /// Narrows the window to the complete pages of a range, and marks the last one as the end of its stream: without the mark,
  /// decoders do not drop what an encoder has added to the last packet, or drop the packet. libsndfile finds no length
  /// in a file that is cut within a page.
  ///
  /// - Returns: the range of the complete pages.
  @discardableResult
  package func markOggEnd(in range: Range<Int>) throws(FileError) -> Range<Int> {
    guard let first = try OggPage(file, at: range.lowerBound),
      var last = try OggPage.last(of: file, in: range)
    else { return range }
    if last.end > range.upperBound {
      guard let whole = try OggPage.last(of: file, in: range.lowerBound..<last.start), whole.end <= last.start
      else { return range }
      last = whole
    }
    let whole = range.lowerBound..<last.end
    if whole != range { narrow(to: [whole]) }
    if last.serial == first.serial, !last.endsStream, last.granule > 0 {
      try patch(last, granule: last.granule, flags: last.flags | 4)
    }
    return whole
  }

  /// Marks the end of an Opus stream, and corrects the position of the first page where libsndfile rejects it although the
  /// sound can be decoded.
  ///
  /// - Returns: false if more pages have wrong positions.
  package func admitOpus(in range: Range<Int>) throws(FileError) -> Bool {
    let pages = try OpusPages(file, in: range)
    // The mark would hide what the first page tells if it is the only one.
    let end = try markOggEnd(in: range).upperBound
    guard let pages else { return true }
    let isLast = pages.first.end == end
    guard isLast ? pages.start > 0 : pages.start < 0 else { return true }
    guard try pages.isFollowed(before: end, in: file) else { return false }
    let flags = pages.first.flags
    try patch(pages.first, granule: pages.firstFrames, flags: isLast ? flags | 4 : flags)
    return true
  }

  /// Replaces the position and the flags of a page, and its checksum, which covers them.
  private func patch(_ page: OggPage, granule: Int64, flags: Int) throws(FileError) {
    var bytes = try bytes(at: page.start, count: page.end - page.start)
    guard bytes.count == page.end - page.start else { return }
    bytes[5] = UInt8(truncatingIfNeeded: flags)
    for index in 0..<8 { bytes[6 + index] = UInt8(truncatingIfNeeded: granule >> (8 * index)) }
    for index in 22..<26 { bytes[index] = 0 }
    let checksum = OggPage.checksum(bytes)
    for index in 0..<4 { bytes[22 + index] = UInt8(truncatingIfNeeded: checksum >> (8 * index)) }
    patch(at: page.start + 5, with: Array(bytes[5..<26]))
  }
}

extension OggPage {
  /// Returns the checksum of a page whose field of it is 0: polynomial 0x04C11DB7, not reflected, begun with 0 (RFC 3533,
  /// section 6).
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(into: 0) { sum, byte in
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
    }
  }
}
