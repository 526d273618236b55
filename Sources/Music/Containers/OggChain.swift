import SystemBase

/// Finds the links of a chained Ogg file: streams that follow each other, as recordings of radio have them (RFC 3533,
/// section 4). A link begins with pages that begin streams; its serial numbers should differ from those of other links.
///
/// Any thread. Ordinary files cost the reading of two pages, or of three if their pages are large. Of others, about twenty
/// pages are read for each link, or the headers of all pages if links that follow each other have one serial number.
struct OggChain {
  /// More are read as part of the last one.
  private static let mostLinks = 1_000
  /// The size in bytes of a range whose pages are read one after the other.
  private static let walked = 2 * OggPage.maximumSize

  /// The bytes of each link, as ranges of the file; one if the file is not chained.
  private(set) var links: [Range<Int>] = []

  /// Finds the links of a file whose first page is at an offset.
  init(_ file: borrowing RegularFile, from start: Int) throws(FileError) {
    var start = start
    if let last = try OggPage.last(of: file, in: start..<file.size) {
      while links.count + 1 < OggChain.mostLinks,
        let end = try OggChain.end(ofLinkAt: start, before: last, in: file)
      {
        if let last = try OggPage.last(of: file, in: start..<end) {
          start = try addRepeated(from: start, last, isChained: true, of: file)
        }
        // The last page of a damaged link may state an end within the next one.
        if start < end { links.append(start..<end) }
        start = max(start, end)
      }
      start = try addRepeated(from: start, last, isChained: !links.isEmpty, of: file)
    }
    if links.isEmpty || start < file.size { links.append(min(start, file.size)..<file.size) }
  }

  /// Adds links that have the same serial number as the one that ends with `last` and precede it. Reads the headers of all
  /// pages, if a serial number may be repeated. Returns the start of the link that ends with `last`.
  private mutating func addRepeated(
    from first: Int, _ last: OggPage, isChained: Bool, of file: borrowing RegularFile
  ) throws(FileError) -> Int {
    guard let head = try OggPage(file, at: first), head.serial == last.serial,
      try OggChain.mayRepeatNumber(head, last, isChained: isChained, file)
    else { return first }
    var (start, offset, hasSound) = (first, first, false)
    while links.count + 1 < OggChain.mostLinks, offset < last.end,
      let page = try OggChain.page(from: offset, to: last.end, of: file)
    {
      if page.beginsStream, hasSound {
        links.append(start..<page.start)
        start = page.start
      }
      hasSound = !page.beginsStream
      offset = page.end
    }
    return start
  }

  /// Returns whether streams of one serial number may follow each other. Each counts its pages from 0, so that the number
  /// of the last page is too small: the pages would be larger than those in the middle of the file are. A link before the
  /// last one that has less than a fifth of the file is not noticed.
  private static func mayRepeatNumber(
    _ first: OggPage, _ last: OggPage, isChained: Bool, _ file: borrowing RegularFile
  ) throws(FileError) -> Bool {
    let size = (last.end - first.start) / (last.number + 1)
    // Encoders of Vorbis end a page with little more than four kilobytes: most files need no more reading.
    guard isChained || size > 5_000 else { return false }
    let middle = first.start + (last.start - first.start) / 2
    guard let one = try OggPage.first(of: file, in: middle..<last.start) else { return true }
    var (page, count) = (one, 1)
    while count < 8, page.end < last.start, let next = try OggPage(file, at: page.end) {
      (page, count) = (next, count + 1)
    }
    return one.number > last.number || size > (page.end - one.start) / count * 5 / 4
  }

  /// Returns the offset at which the next link begins; nil if the last page belongs to this one.
  private static func end(
    ofLinkAt start: Int, before last: OggPage, in file: borrowing RegularFile
  ) throws(FileError) -> Int? {
    guard var page = try OggPage(file, at: start), page.serial != last.serial else { return nil }
    var serials: Set<Int> = []
    while page.beginsStream, !page.endsStream {
      serials.insert(page.serial)
      guard let next = try OggPage(file, at: page.end) else { break }
      page = next
    }
    serials.insert(page.serial)
    guard !serials.contains(last.serial) else { return nil }
    // Pages before `low` belong to this link, the page at `bound` does not; those between are searched up to `high`.
    var (low, high, bound) = (page.start, last.start, last.start)
    while high - low > OggChain.walked {
      let middle = low + (high - low) / 2
      guard let page = try OggPage.first(of: file, in: middle..<high) else {
        high = middle
        continue
      }
      if serials.contains(page.serial) { low = page.start } else { (high, bound) = (middle, page.start) }
    }
    while low < bound, let page = try OggChain.page(from: low, to: bound, of: file) {
      guard serials.contains(page.serial) else { return page.start }
      low = page.end
    }
    return bound
  }

  /// Returns the page at an offset, or the first one after damage.
  private static func page(
    from start: Int, to end: Int, of file: borrowing RegularFile
  ) throws(FileError) -> OggPage? {
    if let page = try OggPage(file, at: start) { return page }
    // The page before may be cut.
    if start >= end { return nil }
    return try OggPage.first(of: file, in: start..<end)
  }
}

extension FileContent {
  /// Returns whether only a decoder finds the length of an Ogg file: the file is chained, or does not begin at the position
  /// 0. Other readers take the last position for the length.
  package func needsDecodedLength(_ file: borrowing RegularFile) throws(FileError) -> Bool {
    guard [.oggVorbis, .oggOpus, .oggFLAC, .oggSpeex].contains(kind),
      let first = try OggPage(file, at: start)
    else { return false }
    if try OggChain(file, from: start).links.count > 1 { return true }
    switch kind {
    case .oggOpus: return try OpusPages(file, in: start..<file.size)?.start ?? 0 != 0
    case .oggVorbis: return try beginsLate(first, file)
    default: return false
    }
  }
}

extension FileWindow {
  /// Returns the bytes of each link of an Ogg file that begins at an offset; one range if it is not chained.
  package func oggLinks(from start: Int) throws(FileError) -> [Range<Int>] {
    try OggChain(file, from: start).links
  }

  /// Returns the frames of the FLAC stream in a range by the positions of its pages, the first of which may be late; nil if
  /// it is cut. Blocks of equal size are needed to find where the first page begins (RFC 9639, sections 8.2 and 10.1).
  package func oggFLACLength(in range: Range<Int>) throws(FileError) -> Int64? {
    guard let end = try oggEnd(in: range), let head = try OggPage(file, at: range.lowerBound) else {
      return nil
    }
    let sizes = try file.read(at: head.body.lowerBound + 9 + 8, count: 4)
    guard let block = sizes.span.big(0, 2), block == sizes.span.big(2, 2),
      let headers = try OggSound.headers(file, head),
      var offset = try OggSound.skip(headers, of: head.serial, in: file, from: range.lowerBound)
    else { return end.granule }
    while offset < end.start, let page = try OggPage(file, at: offset) {
      if page.serial == head.serial, page.packetsEnded > 0 {
        return end.granule - max(page.granule - Int64(page.packetsEnded * block), 0)
      }
      offset = page.end
    }
    return end.granule
  }

  /// Returns the comments of the Ogg stream that begins at an offset.
  package func oggComments(at start: Int) throws(FileError) -> [RawTagText] {
    let head = try file.read(at: start, count: 512)
    return try VorbisComment.ogg(file, FileKind.firstOggStream(head.span), start: start)
  }
}
