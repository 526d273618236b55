import AudioBase

/// What the output holds when: the one owner of conversions between host time, output frames and track frames.
///
/// The engine's music events are appended in the order in which they come. A value; kept by the main thread.
package struct Timeline: Sendable {
  /// A place in a track.
  package struct Position: Hashable, Sendable {
    package var stream: StreamID
    /// In the track's own frames.
    package var trackFrame: Int
    /// Track frames for each output frame; 0 while the track stands still.
    package var ratio: Double
  }

  /// What is heard lags behind what is rendered by a few blocks: old segments are soon of no use.
  private static let kept = 64
  private var segments: [MusicSegment] = []

  package init() {}

  package mutating func append(_ segment: MusicSegment) {
    segments.append(segment)
    if segments.count > Timeline.kept { segments.removeFirst(segments.count - Timeline.kept) }
  }

  /// What stands at an output frame; nil before the first track.
  package func position(atOutputFrame frame: Int) -> Position? {
    guard let segment = segments.last(where: { $0.outputFrame <= frame }) else { return nil }
    let passed = Double(frame - segment.outputFrame) * segment.ratio
    return Position(
      stream: segment.stream, trackFrame: segment.trackFrame + Int(passed), ratio: segment.ratio)
  }

  /// What is heard at a time.
  package func position(heardAt time: HostTime, clock: ClockReport) -> Position? {
    position(atOutputFrame: clock.outputFrame(heardAt: time))
  }
}
