import AudioBase
import TrackFeed

extension LocalTransport {
  /// What is fed ahead of what is heard, at speed 1, in seconds.
  private static let fedAhead = 2.5

  /// Plays a range of the current track again and again; nil lets it go on.
  ///
  /// - Parameter range: in the track's own frames, not empty.
  package func setLoop(_ range: Range<Int>?) {
    guard let current, let range, let format = names[current]?.format else {
      feed([.setLoop(nil)])
      return
    }
    feed([.setLoop(StreamLoop(stream: current, frames: range))])
    // Where the end of the range has been fed already, or the music is elsewhere, it has to be fed anew.
    guard let place = engine.timeline.position(atOutputFrame: engine.clock.outputFrame) else { return }
    let fed = place.trackFrame + Int(LocalTransport.fedAhead * Double(format.sampleRate.hertz))
    let isInside = range.contains(place.trackFrame)
    if isInside && fed < range.upperBound { return }
    let target = isInside ? place.trackFrame : range.lowerBound
    seek(to: FrameCount(target).seconds(at: format.sampleRate))
  }
}
