import AudioBase
import SystemBase

/// The frames of a track around one part after the other, in any order. Used by one thread.
struct PartSound {
  private let samples: TrackSamples
  /// The frames of the track from `start` on, interleaved.
  private(set) var values: [Float] = []
  private var start = 0
  /// The frame of the track that is decoded next.
  private(set) var next = 0
  /// The frames of the track; nil until its end was reached.
  private(set) var end: Int?

  init(_ samples: TrackSamples) { self.samples = samples }

  private var channels: Int { samples.format.channels }

  /// Reads frames of the track, as many as there are until it is cancelled. Those before the track are silent.
  ///
  /// - Returns: false if the track ends before them.
  /// - Throws: the errors of the decoder.
  mutating func read(_ range: Range<Int>, isCancelled: () -> Bool) throws(FileError) -> Bool {
    var isSought = false
    if (start...start + values.count / channels).contains(range.lowerBound), !values.isEmpty {
      values.removeFirst((range.lowerBound - start) * channels)
    } else {
      values = []
      // A part is large at high rates, and a growing array may reserve twice its size.
      values.reserveCapacity((range.count + TrackSamples.chunk) * channels)
      values += repeatElement(0, count: max(0, -range.lowerBound) * channels)
      let first = max(0, range.lowerBound)
      if first != next {
        try samples.seek(to: first)
        isSought = first > 0
      }
      next = first
    }
    start = range.lowerBound
    let first = next
    while next < range.upperBound, !isCancelled() {
      let count = try samples.read(from: next, onto: &values)
      next += count
      if count > 0 { continue }
      // A decoder seeks to the end for frames behind it. Without a seek, the frames before this one were decoded.
      if isSought, first == next, end == nil { return false }
      end = next
      break
    }
    return true
  }
}
