import SystemBase

/// Iterates over the metadata blocks of a FLAC file. Source: RFC 9639, section 8.
package struct FLACBlocks {
  /// The type and position of a block.
  package struct Block {
    /// The type: 0 for STREAMINFO, 5 for CUESHEET.
    package let kind: Int
    /// The offsets of the content in the file.
    package let content: Range<Int>
  }

  /// The number of bytes that are read at once; most blocks begin there.
  private static let window = 4 << 10

  private let head: [UInt8]
  private let start: Int
  private var offset: Int
  private var isAtEnd = false
  /// The number of blocks that may still be read; it limits the work for damaged files.
  private var rest = 1_000

  /// Reads the metadata blocks of the stream at an offset in the file.
  package init(_ file: borrowing RegularFile, start: Int) throws(FileError) {
    self.start = start
    head = try file.read(at: start, count: FLACBlocks.window)
    offset = start + 4
  }

  /// The offset after the last block that was returned.
  package var end: Int { offset }

  /// Returns the next block; nil after the last one.
  package mutating func next(in file: borrowing RegularFile) throws(FileError) -> Block? {
    guard !isAtEnd, rest > 0 else { return nil }
    rest -= 1
    let place = offset - start
    let isInHead = place + 4 <= head.count
    let bytes = isInHead ? Array(head[place..<(place + 4)]) : try file.read(at: offset, count: 4)
    guard let flags = bytes.span.byte(0), let length = bytes.span.big(1, 3) else { return nil }
    let content = (offset + 4)..<(offset + 4 + length)
    offset = content.upperBound
    isAtEnd = flags & 0x80 != 0
    return Block(kind: flags & 0x7F, content: content)
  }
}

/// Detects a FLAC file that ends early, by the headers of its last frames and the checksum of the last one (RFC 9639,
/// sections 9.1 and 9.3).
enum FLACTail {
  private static let windows = [16 << 10, 128 << 10]

  static func isCut(_ file: borrowing RegularFile, start: Int, sound: Range<Int>) throws(FileError) -> Bool {
    let info = try file.read(at: start + 8, count: 18)
    guard let largest = info.span.big(2, 2), let high = info.span.byte(13), let low = info.span.big(14, 4)
    else {
      return true
    }
    let total = (high & 15) << 32 | low
    if total == 0 { return false }
    var hasFrame = false
    for window in windows {
      let from = max(sound.lowerBound, sound.upperBound - window)
      let bytes = try file.read(at: from, count: max(sound.upperBound - from, 0))
      var end = bytes.count
      // From the end, where the last frame of a complete file is found at once.
      while let offset = lastSync(in: bytes, before: end) {
        end = offset
        guard let samples = FLACTail.end(ofFrame: bytes.span, at: offset, block: largest) else { continue }
        if samples == total { return !isWhole(bytes.span, from: offset, largest: info.span.big(7, 3) ?? 0) }
        // Sound may look like a header, but its number is past the length.
        if samples < total { hasFrame = true }
      }
    }
    // If no frame header is in the window, the frames are larger and the end is unknown.
    return sound.count < 16 << 10 || hasFrame
  }

  /// Returns the last offset of the code that a frame begins with.
  private static func lastSync(in bytes: [UInt8], before end: Int) -> Int? {
    bytes.withUnsafeBytes { bytes -> Int? in
      var end = min(end, bytes.count - 6)
      while end > 0, let offset = bytes[..<end].lastIndex(of: 0xFF) {
        if bytes[offset + 1] & 0xFE == 0xF8 { return offset }
        end = offset
      }
      return nil
    }
  }

  private static func end(ofFrame bytes: Span<UInt8>, at offset: Int, block: Int) -> Int? {
    guard let codes = bytes.byte(offset + 2), let first = bytes.byte(offset + 4) else { return nil }
    // The number is coded like a character in UTF-8, with up to 36 bits.
    let extra = first < 0x80 ? 0 : max((~UInt8(first)).leadingZeroBitCount - 1, 0)
    var number = first < 0x80 ? first : first & (0x3F >> extra)
    var place = offset + 5
    for _ in 0..<extra {
      guard let byte = bytes.byte(place), byte & 0xC0 == 0x80 else { return nil }
      number = number << 6 | byte & 0x3F
      place += 1
    }
    let (sizeCode, rateCode) = (codes >> 4, codes & 15)
    let samples: Int
    switch sizeCode {
    case 0: return nil
    case 1: samples = 192
    case 2...5: samples = 576 << (sizeCode - 2)
    case 6, 7:
      guard let size = bytes.big(place, sizeCode - 5) else { return nil }
      samples = size + 1
      place += sizeCode - 5
    default: samples = 256 << (sizeCode - 8)
    }
    place += rateCode == 12 ? 1 : rateCode == 13 || rateCode == 14 ? 2 : 0
    guard bytes.byte(place) == checksum(bytes, offset..<place) else { return nil }
    return (bytes[offset + 1] & 1 == 0 ? number * block : number) + samples
  }

  /// Returns whether the last frame is complete: the CRC-16 of a frame and its checksum is 0. Zeros may follow it, or so
  /// many other bytes that they are no part of it.
  ///
  /// - Parameter largest: the size in bytes of the largest frame; 0 if it is unknown.
  private static func isWhole(_ bytes: Span<UInt8>, from offset: Int, largest: Int) -> Bool {
    if largest > 0, bytes.count - offset > largest { return true }
    var sum: UInt16 = 0
    for index in offset..<bytes.count { sum = sum << 8 ^ table[Int(sum >> 8) ^ Int(bytes[index])] }
    return sum == 0
  }

  /// The CRC-16 of each byte, with the polynomial x¹⁶ + x¹⁵ + x² + 1.
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte) << 8) { sum, _ in sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1 }
  }

  /// Returns the CRC-8 with the polynomial x⁸ + x² + x + 1.
  private static func checksum(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var sum: UInt8 = 0
    for index in range {
      sum ^= bytes[index]
      for _ in 0..<8 { sum = sum & 0x80 != 0 ? sum << 1 ^ 7 : sum << 1 }
    }
    return Int(sum)
  }
}
