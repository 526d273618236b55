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

  private let usual: StretchWindow
  private let short: StretchWindow
  private var current: StretchWindow
  /// The number of frames of the output that precede the first frame.
  private var toSkip = 0

  init(rate: SampleRate) throws(FileError) {
    usual = StretchWindow(
      try RubberBandHandle(rate: rate, largest: TimeStretcher.largest), lag: StretchLag.usual)
    short = StretchWindow(
      try RubberBandHandle(rate: rate, largest: TimeStretcher.largest, hasShortWindow: true),
      lag: StretchLag.short)
    current = usual
  }

  func start(speed: Double) {
    current = speed < TimeStretcher.shortFrom ? usual : short
    current.handle.reset(ratio: 1 / speed)
    let delay = Double(current.handle.startDelay)
    toSkip = Int((delay * (1 + current.lag.share(at: speed))).rounded())
    current.handle.feedSilence(current.handle.startPad)
  }

  func feed(_ input: UnsafeBufferPointer<Frame>) {
    precondition(input.count <= TimeStretch.largestInput)
    current.handle.feed(input)
  }

  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int {
    while toSkip > 0 {
      let count = current.handle.read(
        into: UnsafeMutableBufferPointer(rebasing: output[..<min(toSkip, output.count)]))
      if count == 0 { return 0 }
      toSkip -= count
    }
    return current.handle.read(into: output)
  }
}

/// A stretcher and its delay.
private final class StretchWindow {
  let handle: RubberBandHandle
  let lag: StretchLag

  init(_ handle: consuming RubberBandHandle, lag: StretchLag) {
    self.handle = handle
    self.lag = lag
  }
}

package struct TimeStretcherMaker: TimeStretcherMaking {
  package init() {}

  package func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching {
    try TimeStretcher(rate: rate)
  }
}
