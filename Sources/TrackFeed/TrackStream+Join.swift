import AudioBase
import SystemBase

/// Joins in another rate: apart from each other, each track's converter would hear silence behind its end and before its
/// beginning, and a tone that goes on would bend there.
extension TrackStream {
  /// Says what follows without a gap; nil is nothing. May be said anew at any time.
  func join(_ next: TrackStream?) {
    // Once frames of one have gone in, it is that one or none.
    if end != nil && next !== successor { return successor = nil }
    let fits = !line.isPlain && next?.format.sampleRate == format.sampleRate
    // Sections hear what stands beside them in their file.
    successor = fits && outputLeft == nil && next?.leadLeft == 0 ? next : nil
  }

  /// Goes on where the track before ended; its first frames may have gone into that one's converter already.
  func follow(_ previous: TrackStream) throws(FileError) {
    guard lent > 0 else { return }
    guard previous.successor === self, previous.end == previous.line.made, !previous.line.isDrained else {
      return try seek(to: .zero)
    }
    line = previous.line
    lent = 0
  }

  /// At the end of what is decoded.
  func beginEnd() throws(FileError) {
    guard let successor else { return }
    if successor.lent > 0 { try successor.seek(to: .zero) }
    end = line.madeOfAllTaken
  }

  /// Gives the last frames, pushed out by the successor's, or by silence where there are too few of those.
  ///
  /// - Returns: how many, 0 at the end; nil where the end has not begun, or nothing follows.
  func pushOut(into out: UnsafeMutableBufferPointer<Frame>) -> Int? {
    guard let end else { return nil }
    while line.made < end {
      let room = UnsafeMutableBufferPointer(rebasing: out.prefix(end - line.made))
      let made = successor?.lend(to: line, into: room) ?? line.drain(into: room)
      if made > 0 || line.isDrained { return made }
    }
    return 0
  }

  /// - Returns: how many frames the other track's converter made of some of this one's; nil where none wait.
  private func lend(to line: ConverterChain, into out: UnsafeMutableBufferPointer<Frame>) -> Int? {
    if waiting.isEmpty { return nil }
    let (taken, made) = line.convert(UnsafeBufferPointer(rebasing: stereo[waiting]), into: out)
    waiting = (waiting.lowerBound + taken)..<waiting.upperBound
    lent += taken
    return made
  }
}
