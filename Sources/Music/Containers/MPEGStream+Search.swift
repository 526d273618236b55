import SystemBase

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
