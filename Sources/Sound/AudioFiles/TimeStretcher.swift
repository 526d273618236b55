import AudioBase
import SystemBase

/// Changes speed and pitch through Rubber Band.
///
/// At the pitch of the track, by its faster engine (R2) in real-time mode, which uses 1.5 % of a core; the finer engine (R3)
/// uses 8 % and has twice the delay. From 1.5 times the speed on, the faster one uses short windows: onsets are then up to
/// 1.1 ms from their positions (nine of ten within 0.7 ms), with usual windows up to 1.9 ms. Below that speed, the usual
/// windows are as exact and separate low notes better.
///
/// At another pitch, by the finer engine: the faster one begins its phases anew where it takes a steady tone for an onset,
/// by which a sine of 440 Hz that is transposed by −5 semitones is 25 cents too high.
final class TimeStretcher: TimeStretching {
  private static let largest = 1024
  private static let shortFrom = 1.5

  private let rate: SampleRate
  private let usual: RubberBandHandle
  private let short: RubberBandHandle
  /// Made for the first other pitch.
  private var finer: RubberBandHandle?
  private var current: RubberBandHandle
  /// The number of frames of the output that precede the first frame.
  private var toSkip = 0

  init(rate: SampleRate) throws(FileError) {
    self.rate = rate
    usual = try RubberBandHandle(rate: rate, largest: TimeStretcher.largest, method: .usual)
    short = try RubberBandHandle(rate: rate, largest: TimeStretcher.largest, method: .short)
    current = usual
  }

  func start(speed: Double, pitch: Double) {
    current = handle(speed, pitch)
    current.reset(ratio: 1 / speed, pitch: pitch)
    let delay = Double(current.startDelay)
    // The library divides the delay of its windows by the factor of the pitch.
    let lag = delay * pitch * current.lag.share(at: speed, pitch: pitch)
    toSkip = max(Int((delay + lag).rounded()), 0)
    current.feedSilence(current.startPad)
  }

  private func handle(_ speed: Double, _ pitch: Double) -> RubberBandHandle {
    if pitch == 1 { return speed < TimeStretcher.shortFrom ? usual : short }
    if finer == nil {
      finer = try? RubberBandHandle(rate: rate, largest: TimeStretcher.largest, method: .finer)
    }
    return finer ?? usual
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
