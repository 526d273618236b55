extension MPEGFrame {
  /// Finds a stream of frames, at the start or after some bytes of another kind.
  ///
  /// One header may stand in any bytes by chance; so others have to follow where it says: one at the very start,
  /// two elsewhere, or the end of the file.
  package static func find(in head: Span<UInt8>, isWhole: Bool) -> FileKind? {
    guard head.count >= 4 else { return nil }
    for offset in 0..<(head.count - 3) where head[offset] == 0xFF {
      guard let first = MPEGFrame(head, at: offset) else { continue }
      let followers = offset == 0 ? 1 : 2
      if first.isFollowed(from: offset, by: followers, in: head, isWhole: isWhole) {
        return first.layer == 0 ? .adts : .mpeg
      }
    }
    return nil
  }

  private func isFollowed(from offset: Int, by count: Int, in head: Span<UInt8>, isWhole: Bool) -> Bool {
    var next = offset + length
    for done in 0..<count {
      guard next + 4 <= head.count else { return isWhole && (done > 0 || offset == 0) }
      guard let frame = MPEGFrame(head, at: next), fits(frame) else { return false }
      next += frame.length
    }
    return true
  }
}
