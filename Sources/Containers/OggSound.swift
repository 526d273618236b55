import SystemBase

/// The sound of the first stream of an Ogg file, as bytes of packets (RFC 3533).
///
/// Programs that write comments number the pages anew, and some lay the packets out on other pages: so neither the
/// pages' headers nor the number of bytes count. What counts are the first and the last 16 KiB of the packets, and the
/// last page's position, which is the number of frames. The middle cannot be found without reading all.
struct OggSound {
  private(set) var head: [UInt8] = []
  private(set) var tail: [UInt8] = []
  private(set) var lastGranule: UInt64 = 0

  /// Nil where the pages are not as they should be.
  init?(_ file: borrowing RegularFile) throws(FileError) {
    guard let first = try OggPage(file, at: 0), let headers = try OggSound.headers(file, first) else {
      return nil
    }
    guard let sound = try OggSound.skip(headers, of: first.serial, in: file) else { return nil }
    var offset = sound
    while head.count < TrackKeyReader.part, let page = try OggPage(file, at: offset) {
      if page.serial == first.serial {
        head += try file.read(at: page.body.lowerBound, count: page.body.count)
      }
      offset = page.body.upperBound
    }
    head = Array(head.prefix(TrackKeyReader.part))
    try readTail(file, from: sound, serial: first.serial)
    guard !tail.isEmpty else { return nil }
  }

  /// The number of packets before the sound.
  private static func headers(_ file: borrowing RegularFile, _ page: OggPage) throws(FileError) -> Int? {
    let bytes = try file.read(at: page.body.lowerBound, count: 80)
    if bytes.span.has("\u{1}vorbis") { return 3 }
    if bytes.span.has("OpusHead") { return 2 }
    if bytes.span.has("Speex   ") { return bytes.span.little(68, 4).map { 2 + min($0, 100) } }
    // RFC 9639, section 10.1: the number of packets behind this one; 0 where it is not known.
    if bytes.span.has("\u{7F}FLAC"), let count = bytes.span.big(7, 2), count > 0 { return count + 1 }
    return nil
  }

  /// Where the first page with sound begins: behind the page on which the last header ends.
  private static func skip(
    _ headers: Int, of serial: Int, in file: borrowing RegularFile
  ) throws(FileError) -> Int? {
    var (offset, ended) = (0, 0)
    while ended < headers {
      guard let page = try OggPage(file, at: offset) else { return nil }
      if page.serial == serial { ended += page.packetsEnded }
      offset = page.body.upperBound
    }
    return offset
  }

  /// Looks for a row of pages that ends where the file ends, within what three of the largest take.
  private mutating func readTail(
    _ file: borrowing RegularFile, from sound: Int, serial: Int
  ) throws(FileError) {
    for length in [24 << 10, 200 << 10] {
      let start = max(sound, file.size - length)
      let bytes = try file.read(at: start, count: file.size - start)
      // The earliest row of pages that is whole: a mark may stand in the sound by chance.
      for offset in bytes.indices
      where bytes[offset] == UInt8(ascii: "O") && bytes.span.has("OggS", at: offset) {
        if take(bytes, from: offset, serial: serial) { break }
      }
      tail = Array(tail.suffix(TrackKeyReader.part))
      if tail.count == TrackKeyReader.part || start == sound { return }
    }
  }

  /// - Returns: whether the pages from this one on are whole.
  private mutating func take(_ all: [UInt8], from offset: Int, serial: Int) -> Bool {
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
