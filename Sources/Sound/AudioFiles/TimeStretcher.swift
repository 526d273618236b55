import AudioBase
import SystemBase

/// Changes the speed through Rubber Band: its faster engine (R2) in real-time mode, which uses 1.5 % of a core; the finer
/// engine uses 8 % and has twice the delay.
///
/// From 1.5 times the speed on, it uses short windows: onsets are then up to 1.1 ms from their positions (nine of ten
/// within 0.7 ms), with usual windows up to 1.9 ms. Below that speed, the usual windows are as exact and separate low
/// notes better.
final class TimeStretcher: TimeStretching {
  private static let largest = 1024
  private static let shortFrom = 1.5

  private let usual: RubberBandHandle
  private let short: RubberBandHandle
  private var current: RubberBandHandle
  /// The number of frames of the output that precede the first frame.
  private var toSkip = 0

  init(rate: SampleRate) throws(FileError) {
    usual = try RubberBandHandle(rate: rate, largest: TimeStretcher.largest)
    short = try RubberBandHandle(rate: rate, largest: TimeStretcher.largest, hasShortWindow: true)
    current = usual
  }

  func start(speed: Double) {
    current = speed < TimeStretcher.shortFrom ? usual : short
    current.reset(ratio: 1 / speed)
    let delay = Double(current.startDelay)
    toSkip = Int((delay * (1 + current.lag.share(at: speed))).rounded())
    current.feedSilence(current.startPad)
  }

  func feed(_ input: UnsafeBufferPointer<Frame>) {
    precondition(input.count <= TimeStretch.largestInput)
    current.feed(input)
  }

  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    while toSkip > 0 {
      let count = current.read(
        into: UnsafeMutableBufferPointer(rebasing: output[..<min(toSkip, output.count)]))
      if count == 0 { return 0 }
      toSkip -= count
    }
    return current.read(into: output)
  }
}

package struct TimeStretcherMaker: TimeStretcherMaking {
  package init() {}

  package func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
    try TimeStretcher(rate: rate)
  }
}
