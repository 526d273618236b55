import AudioBase
import Glibc

/// The crossfade at the end of a repeated range: the frames before the first frame of the range fade in under its
/// last milliseconds, at equal power.
///
/// The crossfade changes neither the length of the range nor its beginning, so an attack on the first frame is kept.
struct LoopCrossfade: Equatable {
  /// The length in output frames, up to the end of the range.
  let length: Int
  /// The track frames before the range that fade in; fewer if the range begins close to the track's beginning.
  /// Silence fills the rest.
  let leadTrackFrames: Int
  /// The same in output frames; a whole number, so that the first frame of the range follows exactly.
  let leadLength: Int

  /// 5 ms, or a little more so that it is whole in both rates.
  private static let perSecond = 200
  /// The largest number of output frames that is whole in both rates; beyond it, the nearest frame is used.
  private static let largestStep = 1024

  /// Creates a crossfade at the start of a range.
  ///
  /// - Parameters:
  ///   - start: the range's first frame, in the track's own frames.
  ///   - trackRate: the rate of the track.
  ///   - rate: the rate of the output.
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

  /// Crossfades in place.
  ///
  /// - Parameters:
  ///   - end: the last frames of the range, at most `length`.
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
