import AudioBase
import SystemBase

/// Joins of tracks whose rate is converted. Separate converters would see silence at the end of one track and at the
/// beginning of the next one, which distorts a tone that continues; therefore the converter of the first track also
/// takes the first frames of the next one.
extension TrackStream {
  /// Sets the track that follows without a gap; nil for none. May be called again at any time.
  func join(_ next: TrackStream?) {
    // Once frames of a successor were converted, no other one can follow.
    if end != nil && next !== successor { return successor = nil }
    let fits = !converter.isPlain && next?.format.sampleRate == format.sampleRate
    // The converter of a section is fed with its neighbours in the file instead.
    successor = fits && outputLeft == nil && next?.leadLeft == 0 ? next : nil
  }

  /// Continues after the track before, whose converter may have taken the first frames of this track.
  func follow(_ previous: TrackStream) throws(FileError) {
    guard fedAhead > 0 else { return }
    guard previous.successor === self, previous.end == previous.converter.made, !previous.converter.isDrained
    else {
      return try seek(to: .zero)
    }
    converter = previous.converter
    fedAhead = 0
  }

  /// Prepares the last frames when all frames of the track are decoded.
  func prepareEnd() throws(FileError) {
    guard let successor else { return }
    if successor.fedAhead > 0 { try successor.seek(to: .zero) }
    end = converter.expectedOutput
  }

  /// Reads the last frames, which the converter outputs when it takes the successor's frames, or is drained. Returns
  /// the number of frames, 0 at the end; nil if the track is not at its end or has no successor.
  func readEnd(into out: UnsafeMutableBufferPointer<Frame>) -> Int? {
    guard let end else { return nil }
    while converter.made < end {
      let room = UnsafeMutableBufferPointer(rebasing: out.prefix(end - converter.made))
      let made = successor?.feed(to: converter, into: room) ?? converter.drain(into: room)
      if made > 0 || converter.isDrained { return made }
    }
    return 0
  }

  /// Feeds frames of this track to the converter of the track before. Returns how many frames that converter made;
  /// nil if no frames wait.
  private func feed(to converter: ConverterChain, into out: UnsafeMutableBufferPointer<Frame>) -> Int? {
    if waiting.isEmpty { return nil }
    let (taken, made) = converter.convert(UnsafeBufferPointer(rebasing: stereo[waiting]), into: out)
    waiting = (waiting.lowerBound + taken)..<waiting.upperBound
    fedAhead += taken
    return made
  }
}
