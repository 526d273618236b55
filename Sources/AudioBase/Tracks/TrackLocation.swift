import SystemBase

/// What takes and plays belong to: a file, or the part of one that is a track of its own.
package struct TrackLocation: Hashable, Sendable {
  package var path: FilePath
  package var section: TrackSection?

  package init(path: FilePath, section: TrackSection? = nil) {
    self.path = path
    self.section = section
  }

  package init(_ track: TrackInfo) { self.init(path: track.path, section: track.section) }
}

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

/// A place on a compact disc in its own frames: 75 in a second, as CUE sheets count.
///
/// At 44.1 and 48 kHz each is a whole number of sound frames (588 and 640).
package struct DiscTime: Hashable, Comparable, Sendable {
  package static let perSecond = 75

  package let frames: Int

  package init(frames: Int) { self.frames = frames }

  /// The nearest to a time in seconds, limited as frames of a sound are.
  package init(seconds: Double) {
    frames = FrameCount(seconds: seconds, at: SampleRate(DiscTime.perSecond)).value
  }

  package var seconds: Double { Double(frames) / Double(DiscTime.perSecond) }

  package static func < (left: DiscTime, right: DiscTime) -> Bool { left.frames < right.frames }

  /// The nearest frame of a sound of that rate. The same place gives the same frame, whatever begins or ends there.
  package func position(at rate: SampleRate) -> FrameCount {
    FrameCount((frames * rate.hertz + DiscTime.perSecond / 2) / DiscTime.perSecond)
  }
}
