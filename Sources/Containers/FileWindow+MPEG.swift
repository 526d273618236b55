import SystemBase

/// Where the MPEG frames of a file are.
package struct MPEGStream {
  /// Frames only: no tag before them, none after.
  package var range: Range<Int>
  /// The bytes and frames that a Xing or Info header claims.
  package var claimedBytes: Int?
  package var claimedFrames: Int?

  /// Whether its header tells the length: not without one, nor where far more follows than it speaks of, as when
  /// files were joined.
  package var tellsLength: Bool {
    guard claimedFrames != nil else { return false }
    guard let claimedBytes else { return true }
    return range.count < claimedBytes + claimedBytes / 8 + 65_536
  }
}

extension FileWindow {
  /// How much that is no frame may stand before the first one.
  private static let junkLimit = 65_536

  /// The offset after the ID3v2 tags at the beginning (id3v2.4.0-structure, section 3.1).
  package func endOfLeadingTags() throws(FileError) -> Int {
    var offset = 0
    while true {
      let header = try bytes(at: offset, count: 10)
      guard header.count == 10, header.has("ID3"), header[6...].allSatisfy({ $0 < 0x80 }) else {
        return offset
      }
      let size = header[6...].reduce(0) { $0 << 7 | Int($1) }
      offset += 10 + size + (header[5] & 0x10 != 0 ? 10 : 0)
    }
  }

  /// The MPEG frames from an offset on; nil where none begin there or soon after.
  package func mpegStream(in range: Range<Int>) throws(FileError) -> MPEGStream? {
    let end = try startOfTrailingTags(before: range.upperBound)
    guard range.lowerBound < end else { return nil }
    let bytes = try bytes(
      at: range.lowerBound, count: min(FileWindow.junkLimit + 3 * 8_192, end - range.lowerBound))
    guard
      let first = bytes.firstMPEGFrame(
        limit: FileWindow.junkLimit, isWhole: bytes.count == end - range.lowerBound)
    else { return nil }
    var stream = MPEGStream(range: range.lowerBound + first..<end)
    bytes.readXing(at: first, into: &stream)
    return stream
  }

  /// The offset before ID3v1, APE and Lyrics3 tags at the end.
  package func startOfTrailingTags(before end: Int) throws(FileError) -> Int {
    var end = end
    while end > 128 {
      let tail = try bytes(at: end - 128, count: 128)
      if tail.has("TAG") {
        end -= 128
      } else if tail.has("APETAGEX", at: 96), let size = tail.little(4, at: 96 + 12), size <= UInt64(end) {
        let hasHeader = (tail.little(4, at: 96 + 20) ?? 0) & 0x8000_0000 != 0
        end -= Int(size) + (hasHeader ? 32 : 0)
      } else if tail.has("LYRICS200", at: 119),
        let size = Int(String(decoding: tail[113..<119], as: UTF8.self)),
        size >= 0
      {
        end -= size + 15
      } else {
        break
      }
    }
    return max(end, 0)
  }
}

extension [UInt8] {
  /// The first place where frames follow each other: two at the very beginning, three after junk, for whoever
  /// searches long enough finds two in noise.
  ///
  /// - Parameter isWhole: whether the bytes end where the stream does, so that its last frame may end with them.
  fileprivate func firstMPEGFrame(limit: Int, isWhole: Bool) -> Int? {
    for start in 0..<Swift.min(limit, count) where self[start] == 0xFF {
      if hasMPEGFrames(start == 0 ? 2 : 3, at: start, isWhole: isWhole) { return start }
    }
    return nil
  }

  private func hasMPEGFrames(_ wanted: Int, at start: Int, isWhole: Bool) -> Bool {
    guard let first = MPEGHeader(self[start...]) else { return false }
    guard !first.isFreeFormat else { return hasFreeFormatFrames(first, at: start) }
    var offset = start
    for _ in 0..<wanted {
      guard let header = MPEGHeader(self[Swift.min(offset, count)...]) else {
        return isWhole && offset == count
      }
      guard header.isConsistent(with: first), let size = header.frameSize else { return false }
      offset += size
    }
    return true
  }

  /// Frames of a free format are all of one size but for a padding byte; three are wanted.
  private func hasFreeFormatFrames(_ first: MPEGHeader, at start: Int) -> Bool {
    func isFrame(_ offset: Int) -> Bool {
      offset < count && MPEGHeader(self[offset...])?.isConsistent(with: first) == true
    }
    for size in stride(from: 24, to: 8_192, by: 1) where isFrame(start + size) {
      let second = start + size
      if (-1...1).contains(where: { isFrame(second + size + $0) }) { return true }
    }
    return false
  }

  /// Xing or Info, flags, then frames and bytes where the flags say so.
  fileprivate func readXing(at start: Int, into stream: inout MPEGStream) {
    guard let header = MPEGHeader(self[start...]) else { return }
    let tag = start + header.xingOffset
    guard has("Xing", at: tag) || has("Info", at: tag), let flags = big(4, at: tag + 4) else { return }
    if flags & 1 != 0 { stream.claimedFrames = big(4, at: tag + 8).map { Int($0) } }
    if flags & 2 != 0 { stream.claimedBytes = big(4, at: tag + (flags & 1 != 0 ? 12 : 8)).map { Int($0) } }
  }
}
