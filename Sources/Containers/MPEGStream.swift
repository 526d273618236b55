import SystemBase

/// The MPEG or ADTS frames of a file, without the tags and other bytes around them.
package struct MPEGStream {
  /// The first frame up to the end of the last one.
  package let range: Range<Int>
  let first: MPEGFrame
  /// The numbers of bytes and frames that a Xing or Info header claims.
  private(set) var claimedBytes: Int?
  private(set) var claimedFrames: Int?
  /// Whether the first frame holds a Xing, Info or VBRI header in place of sound.
  private(set) var beginsWithHeader = false

  /// The number of bytes before the first frame in which it is searched.
  private static let junkLimit = 64 << 10
  /// The size of the longest frame in bytes.
  private static let longestFrame = 8_192

  /// Finds the frames in a part of a file whose leading tags are left out; nil where none begin there or soon after.
  package init?(in part: Range<Int>, of file: borrowing RegularFile) throws(FileError) {
    let start = part.lowerBound
    let end = try FileTags.startOfTrailingTags(of: file, in: part)
    // The first pages nearly always show it.
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

  /// The frames that hold sound: programs that copy the sound write a header frame of their own.
  var sound: Range<Int> {
    let header = beginsWithHeader ? first.length ?? 0 : 0
    return min(range.lowerBound + header, range.upperBound)..<range.upperBound
  }

  /// Whether the header tells the length: not without one, nor where far more follows than it claims, as when files
  /// were joined.
  package var tellsLength: Bool {
    guard claimedFrames != nil else { return false }
    guard let claimedBytes else { return true }
    return range.count < claimedBytes + claimedBytes / 8 + 65_536
  }

  /// Reads Xing or Info: flags, then frames and bytes where the flags say so.
  private mutating func readXing(_ bytes: Span<UInt8>, at start: Int) {
    guard !isADTS else { return }
    let header = start + first.xingOffset
    beginsWithHeader = bytes.has("VBRI", at: start + 36)
    guard bytes.has("Xing", at: header) || bytes.has("Info", at: header) else { return }
    beginsWithHeader = true
    guard let flags = bytes.big(header + 4, 4) else { return }
    if flags & 1 != 0 { claimedFrames = bytes.big(header + 8, 4) }
    if flags & 2 != 0 { claimedBytes = bytes.big(header + (flags & 1 != 0 ? 12 : 8), 4) }
  }
}

extension MPEGStream {
  /// Returns the first offset at which frames follow one another: two at the very beginning, three after other
  /// bytes, since a search of noise finds two.
  ///
  /// - Parameter isWhole: whether the bytes end where the stream does, so that its last frame may end with them.
  static func firstFrame(in bytes: Span<UInt8>, isWhole: Bool) -> Int? {
    for start in 0..<min(junkLimit, bytes.count) where bytes[start] == 0xFF {
      if hasFrames(start == 0 ? 2 : 3, in: bytes, at: start, isWhole: isWhole) { return start }
    }
    return nil
  }

  private static func hasFrames(_ wanted: Int, in bytes: Span<UInt8>, at start: Int, isWhole: Bool) -> Bool {
    guard let first = MPEGFrame(bytes, at: start) else { return false }
    guard first.length != nil else { return hasFreeFormatFrames(first, in: bytes, at: start) }
    var offset = start
    for done in 0..<wanted {
      guard let frame = MPEGFrame(bytes, at: offset) else {
        return isWhole && offset == bytes.count && (done > 1 || start == 0)
      }
      guard frame.isConsistent(with: first), let length = frame.length else { return false }
      offset += length
    }
    return true
  }

  /// Frames of a free format are all of one size but for a padding byte; three are wanted.
  private static func hasFreeFormatFrames(_ first: MPEGFrame, in bytes: Span<UInt8>, at start: Int) -> Bool {
    func isFrame(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
      MPEGFrame(bytes, at: offset)?.isConsistent(with: first) == true
    }
    for size in 24..<longestFrame where isFrame(bytes, start + size) {
      let second = start + size
      if (-1...1).contains(where: { isFrame(bytes, second + size + $0) }) { return true }
    }
    return false
  }
}
