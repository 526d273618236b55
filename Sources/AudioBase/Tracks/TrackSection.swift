/// The part of a file that is a track of its own, as a CUE sheet says.
package struct TrackSection: Hashable, Sendable {
  /// Of its first frame.
  package let start: DiscTime
  /// Behind its last frame; nil goes to the file's end.
  package let end: DiscTime?

  /// Nil where it would be empty, or not in the first 10,000 hours.
  package init?(start: DiscTime, end: DiscTime? = nil) {
    let limit = DiscTime(frames: 36_000_000 * DiscTime.perSecond)
    guard start.frames >= 0, start <= limit, end.map({ $0 > start && $0 <= limit }) ?? true else {
      return nil
    }
    self.start = start
    self.end = end
  }

  /// Seconds; nil where it goes to the file's end.
  package var duration: Double? { end.map { DiscTime(frames: $0.frames - start.frames).seconds } }
}
