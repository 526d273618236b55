import SystemBase

/// Identifies a track by its place: a file, a part of a file, or a stream on the network.
package struct TrackLocation: Hashable, Sendable {
  /// The path of the file, or the address of a stream: see `address`.
  package var path: FilePath
  /// The part of the file; nil is all of it.
  package var section: TrackSection?

  package init(path: FilePath, section: TrackSection? = nil) { (self.path, self.section) = (path, section) }

  /// Returns the track with an absolute path; a relative one is resolved against a folder.
  package func inside(_ folder: FilePath) -> TrackLocation {
    address != nil ? self : TrackLocation(path: folder.appending(path), section: section)
  }
}

/// The part of a file that is a track, as a CUE sheet states it.
package struct TrackSection: Hashable, Sendable {
  /// The time of its first frame.
  package let start: DiscTime
  /// The time after its last frame; nil is the file's end.
  package let end: DiscTime?

  /// Creates the section between two times of a CUE sheet. Returns nil if it would be empty or is not within the
  /// first 10,000 hours.
  package init?(start: DiscTime, end: DiscTime? = nil) {
    let limit = DiscTime(frames: 36_000_000 * DiscTime.perSecond)
    guard start.frames >= 0, start <= limit, end.map({ $0 > start && $0 <= limit }) ?? true else {
      return nil
    }
    (self.start, self.end) = (start, end)
  }

  /// The duration in seconds; nil if it goes to the file's end.
  package var duration: Double? { end.map { DiscTime(frames: $0.frames - start.frames).seconds } }
}

/// A time in frames of a compact disc, as CUE sheets count: 75 per second.
///
/// At 44.1 and 48 kHz a disc frame is a whole number of audio frames (588 and 640).
package struct DiscTime: Hashable, Comparable, Sendable {
  /// Disc frames per second.
  package static let perSecond = 75

  package let frames: Int

  package init(frames: Int) { self.frames = frames }

  /// Creates the disc frame that is nearest to a time in seconds, limited to ±2^52.
  package init(seconds: Double) {
    frames = FrameCount(seconds: seconds, at: SampleRate(DiscTime.perSecond)).value
  }

  package var seconds: Double { Double(frames) / Double(DiscTime.perSecond) }

  package static func < (left: DiscTime, right: DiscTime) -> Bool { left.frames < right.frames }

  /// Returns the nearest audio frame at a rate. Two sections that meet have the same frame there.
  package func position(at rate: SampleRate) -> FrameCount {
    FrameCount((frames * rate.hertz + DiscTime.perSecond / 2) / DiscTime.perSecond)
  }
}
