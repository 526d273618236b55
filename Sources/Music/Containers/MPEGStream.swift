import SystemBase

/// The MPEG or ADTS frames of a file, without the tags and other bytes around them.
package struct MPEGStream {
  /// The first frame up to the end of the last one.
  package let range: Range<Int>
  let first: MPEGFrame
  /// The numbers of bytes and frames in the Xing or Info header.
  private(set) var claimedBytes: Int?
  private(set) var claimedFrames: Int?
  /// The encoder delay and padding in LAME's tag, in samples.
  private(set) var trimmedSamples = 0
  /// Whether there is LAME's tag, which other encoders write, too.
  private(set) var hasEncoderTag = false
  /// Whether the first frame holds a Xing, Info or VBRI header in place of sound.
  private(set) var beginsWithHeader = false

  /// The number of bytes in which the first frame is searched for.
  static let junkLimit = 64 << 10
  /// The size of the longest frame in bytes.
  static let longestFrame = 8_192

  /// Finds the frames in a part of a file after the leading tags; fails if none begin there or soon after.
  package init?(in part: Range<Int>, of file: borrowing RegularFile) throws(FileError) {
    let start = part.lowerBound
    let end = try FileTags.startOfTrailingTags(of: file, in: part)
    // The first pages are nearly always enough.
    for window in [4 << 10, MPEGStream.junkLimit + 3 * MPEGStream.longestFrame] {
      let bytes = try file.read(at: start, count: min(window, end - start))
      if let offset = MPEGStream.firstFrame(in: bytes.span, isWhole: bytes.count == end - start),
        let first = MPEGFrame(bytes.span, at: offset)
      {
        self.first = first
        range = start + offset..<end
        readXing(bytes.span, at: offset)
        return
      }
    }
    return nil
  }

  package var isADTS: Bool { first.layer == 0 }

  /// The frames with sound, without a header frame: programs that copy frames write their own.
  var sound: Range<Int> {
    let header = beginsWithHeader ? first.length ?? 0 : 0
    return min(range.lowerBound + header, range.upperBound)..<range.upperBound
  }

  /// Whether the header contains the length: false without a header, and if much more data follows than it
  /// states, as in joined files.
  package var tellsLength: Bool {
    guard claimedFrames != nil else { return false }
    guard let claimedBytes else { return true }
    return range.count < claimedBytes + claimedBytes / 8 + 65_536
  }

  /// Returns the note on priming and padding in the tags of a stream without LAME's tag; nil if there is none.
  package func gaplessNote(of file: borrowing RegularFile) throws(FileError) -> GaplessNote? {
    guard !hasEncoderTag, isADTS || first.layer == 3 else { return nil }
    return try GaplessNote(inTagsOf: file)
  }

  /// Reads a Xing or Info header: flags, then the frames, bytes, table of 100 bytes and quality that the flags
  /// announce.
  private mutating func readXing(_ bytes: Span<UInt8>, at start: Int) {
    guard !isADTS else { return }
    let header = start + first.xingOffset
    beginsWithHeader = bytes.has("VBRI", at: start + 36)
    guard bytes.has("Xing", at: header) || bytes.has("Info", at: header) else { return }
    beginsWithHeader = true
    guard let flags = bytes.big(header + 4, 4) else { return }
    if flags & 1 != 0 { claimedFrames = bytes.big(header + 8, 4) }
    if flags & 2 != 0 { claimedBytes = bytes.big(header + (flags & 1 != 0 ? 12 : 8), 4) }
    // LAME's tag follows: nine letters, twelve bytes, then the delay and the padding with 12 bits each.
    let fields = [4, 4, 100, 4].enumerated().filter { flags >> $0.offset & 1 == 1 }
    let lame = header + 8 + fields.reduce(0) { $0 + $1.element }
    guard first.layer == 3, bytes.byte(lame) ?? 0 > 0, let trims = bytes.big(lame + 21, 3) else { return }
    trimmedSamples = trims >> 12 + trims & 0xFFF
    hasEncoderTag = true
  }
}

/// Finds the first frame of a stream.
///
/// Tables of numbers in programs and fonts can look like a few consecutive frames, so a longer run is required.
extension MPEGStream {
  /// The number of consecutive frames of one version, layer and rate that are required at the start of the bytes, and
  /// after other bytes.
  private static let run = 4
  private static let runAfterJunk = 10

  /// Returns the offset of the first run of frames; nil if there is none.
  ///
  /// After other bytes, layer I and free formats are not accepted: their headers resemble tables of negative numbers.
  ///
  /// - Parameter isWhole: whether the bytes end with the stream, so that fewer frames are enough.
  static func firstFrame(in bytes: Span<UInt8>, isWhole: Bool) -> Int? {
    if hasFrames(run, in: bytes, at: 0, isWhole: isWhole) { return 0 }
    for start in 1..<max(min(junkLimit, bytes.count), 1) where bytes[start] == 0xFF {
      guard let first = MPEGFrame(bytes, at: start), first.layer != 1, first.length != nil else { continue }
      if hasFrames(runAfterJunk, in: bytes, at: start, isWhole: isWhole) { return start }
    }
    return nil
  }

  private static func hasFrames(_ wanted: Int, in bytes: Span<UInt8>, at start: Int, isWhole: Bool) -> Bool {
    guard let first = MPEGFrame(bytes, at: start) else { return false }
    guard first.length != nil else { return freeFormatLength(first, in: bytes, at: start) != nil }
    var offset = start
    for done in 0..<wanted {
      guard let frame = MPEGFrame(bytes, at: offset) else {
        // The last frame may be cut off.
        let least = offset > bytes.count || start > 0 ? 2 : 1
        return isWhole && offset + 3 >= bytes.count && done >= least
      }
      guard frame.isConsistent(with: first), let length = frame.length else { return false }
      offset += length
    }
    return true
  }

  /// Returns the length of the frames of a free format without the padding byte; nil if the run is too short.
  ///
  /// All frames of such a stream have one size, with or without a padding byte.
  static func freeFormatLength(_ first: MPEGFrame, in bytes: Span<UInt8>, at start: Int) -> Int? {
    func isFrame(_ offset: Int) -> Bool { MPEGFrame(bytes, at: offset)?.isConsistent(with: first) == true }
    for size in 24..<max(min(longestFrame, bytes.count - start), 24) where isFrame(start + size) {
      var offset = start + size
      var found = 2
      while found < run, let next = [size, size + 1, size - 1].first(where: { isFrame(offset + $0) }) {
        offset += next
        found += 1
      }
      if found == run { return size }
    }
    return nil
  }
}
