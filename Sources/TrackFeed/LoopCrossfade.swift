import AudioBase
import Glibc

/// How the end of a range that is repeated leads over into its beginning: what stands before the range's first frame
/// comes up under the last milliseconds before its end, at equal power.
///
/// So no frame moves, the range begins as it was recorded, an attack on its first frame included, and where two
/// sounds would have met with a step, one has become the other.
struct LoopCrossfade: Equatable {
  /// In frames of the output; the range's last ones.
  let length: Int
  /// The frames of the track before the range that are heard; fewer where the track begins too soon, none where it
  /// begins with the range. The rest of the seam is silence that comes up.
  let leadTrackFrames: Int
  /// The same in frames of the output: exact, so that the range's first frame follows.
  let leadLength: Int

  /// 5 ms, or a little more to be exact in both rates.
  private static let perSecond = 200
  /// Rates that have their first common multiple later are taken to the nearest frame.
  private static let largestStep = 1024

  /// - Parameters:
  ///   - start: the range's first frame, in the track's own frames.
  ///   - trackRate: the track's.
  ///   - rate: the output's.
  init(before start: Int, trackRate: SampleRate, rate: SampleRate) {
    let wanted = rate.hertz / LoopCrossfade.perSecond
    let common = LoopCrossfade.commonDivisor(trackRate.hertz, rate.hertz)
    let step = rate.hertz / common
    guard step <= LoopCrossfade.largestStep else {
      let track = FrameCount(seconds: Double(wanted) / Double(rate.hertz), at: trackRate).value
      length = wanted
      leadTrackFrames = start >= track ? track : 0
      leadLength = start >= track ? wanted : 0
      return
    }
    let trackStep = trackRate.hertz / common
    let steps = (wanted + step - 1) / step
    length = steps * step
    leadTrackFrames = min(steps, start / trackStep) * trackStep
    leadLength = min(steps, start / trackStep) * step
  }

  private static func commonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : commonDivisor(other, one % other)
  }

  /// - Parameters:
  ///   - end: the last frames of the range, at most `length`; they become the seam.
  ///   - lead: the frames before its start, at most as many.
  static func mix(_ end: UnsafeMutableBufferPointer<Frame>, with lead: UnsafeBufferPointer<Frame>) {
    let silent = end.count - lead.count
    for index in end.indices {
      let angle = (Float(index) + 0.5) / Float(end.count) * Float.pi / 2
      end[index] *= cosf(angle)
      if index >= silent { end[index] += lead[index - silent] * sinf(angle) }
    }
  }
}
