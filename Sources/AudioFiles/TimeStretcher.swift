import AudioBase

/// Another speed by Rubber Band: its faster engine (R2) in real-time mode, which takes 1.5 % of a core where the finer one
/// takes 8 % and twice the delay.
final class TimeStretcher: TimeStretching {
  private static let largest = 1024

  private let handle: RubberBandHandle
  /// Frames of the output that come before the first frame.
  private var toSkip = 0

  init(rate: SampleRate) throws(AudioError) {
    handle = try RubberBandHandle(rate: rate, largest: TimeStretcher.largest)
  }

  func start(speed: Double) {
    handle.reset(ratio: 1 / speed)
    let delay = Double(handle.startDelay)
    toSkip = Int((delay * (1 + TimeStretcher.lag(at: speed))).rounded())
    handle.feedSilence(handle.startPad)
  }

  func feed(_ input: UnsafeBufferPointer<Frame>) {
    precondition(input.count <= TimeStretch.largestInput)
    handle.feed(input)
  }

  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    while toSkip > 0 {
      let count = handle.read(
        into: UnsafeMutableBufferPointer(rebasing: output[..<min(toSkip, output.count)]))
      if count == 0 { return 0 }
      toSkip -= count
    }
    return handle.read(into: output)
  }

  /// How much later than `rubberband_get_start_delay` says an onset comes out, as a share of that delay.
  ///
  /// Measured on bursts of noise, 5 ms long, with Rubber Band 3.1.2 at 48 kHz, where the delay is 1024 frames: the
  /// engine holds on to onsets, and the slower it plays, the later it lets them come. What is left is no delay: single
  /// onsets scatter around their places by where they fall in its windows, which grow with the speed.
  private static let lags: [(speed: Double, frames: Double)] = [
    (0.5, 357), (0.55, 245), (0.6, 128), (0.65, 66), (0.7, 30), (0.75, 3), (0.9, 0), (0.95, 5), (1.05, 24),
    (1.1, 33), (1.25, 50), (1.5, 60), (1.7, 66), (2, 53),
  ]

  private static func lag(at speed: Double) -> Double {
    guard let after = lags.firstIndex(where: { $0.speed >= speed }), after > 0 else {
      return lags[0].frames / 1024
    }
    let (low, high) = (lags[after - 1], lags[after])
    let share = (speed - low.speed) / (high.speed - low.speed)
    return (low.frames + (high.frames - low.frames) * share) / 1024
  }
}

package struct TimeStretcherMaker: TimeStretcherMaking {
  package init() {}

  package func makeStretcher(at rate: SampleRate) throws(AudioError) -> any TimeStretching {
    try TimeStretcher(rate: rate)
  }
}
