import AudioBase

extension StreamFiller {
  /// Frames of the output until the end of the range that is repeated; nil where nothing is.
  ///
  /// Who began behind the range plays on.
  func framesToTurn(_ source: Source) -> Int? {
    guard let loop, loop.stream == source.item.id, beginning.trackFrame < loop.frames.upperBound else {
      return nil
    }
    let trackRate = Double(source.stream.format.sampleRate.hertz)
    let whole = Double(loop.frames.upperBound - beginning.trackFrame) * Double(rate.hertz) / trackRate
    return max(0, Int(whole.rounded()) - (frames.written - beginning.ring))
  }

  /// Goes on with the first frame of the range, right behind its last.
  func turnBack(_ source: Source) throws(AudioError) -> Outcome {
    guard let loop else { return .more }
    // A range in which the track has nothing would turn for ever.
    if frames.written == beginning.ring {
      self.loop = nil
      return .more
    }
    try source.stream.seek(to: FrameCount(loop.frames.lowerBound))
    start(source)
    return .more
  }
}
