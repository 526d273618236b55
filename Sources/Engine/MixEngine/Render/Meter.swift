import AudioBase
import Glibc

/// The level of a signal as a meter shows it: linear, full scale 1.
public struct MeterLevel: Hashable, Sendable, BitwiseCopyable {
  /// The recent peak of the samples; it falls by 20 dB in 1.7 s, as a peak programme meter does (IEC 60268-10, type
  /// I).
  public var peak = Frame.zero
  /// The mean of the squares over about 0.3 s.
  public var meanSquare = Frame.zero
}

/// The meters of the mix.
public struct MeterReading: Hashable, Sendable, BitwiseCopyable {
  public var music = MeterLevel()
  public var pads = MeterLevel()
  public var master = MeterLevel()
}

/// The levels of the output: linear, full scale 1.
package struct MasterReading: Hashable, Sendable {
  /// The largest sample behind the limiter.
  package var peak: Float
  /// The smallest gain of the limiter in the last block, and since the levels were cleared.
  package var gain: Float
  package var smallestGain: Float
  package var limiter: LimiterSettings

  package init(
    peak: Float = 0, gain: Float = 1, smallestGain: Float = 1, limiter: LimiterSettings = .standard
  ) {
    (self.peak, self.gain, self.smallestGain, self.limiter) = (peak, gain, smallestGain, limiter)
  }

  /// The reduction of the limiter in the last block.
  package var reduction: Decibels { MasterReading.reduction(gain) }
  /// The largest reduction of the limiter.
  package var largestReduction: Decibels { MasterReading.reduction(smallestGain) }
  /// Whether the sound before the limiter was above full scale.
  package var isClipped: Bool { smallestGain < limiter.factor }

  private static func reduction(_ gain: Float) -> Decibels { Decibels(-20 * log10(Double(gain))) }
}

/// Measures one signal, block by block. Audio thread.
struct Meter: BitwiseCopyable {
  private(set) var level = MeterLevel()
  /// The largest sample of the last block.
  private(set) var blockPeak: Float = 0
  /// The share of the peak and of the mean that is lost with each frame.
  private let peakFall: Float
  private let meanFall: Float

  init(rate: SampleRate) {
    let frames = Float(rate.hertz)
    peakFall = 2.302_585 / (1.7 * frames)
    meanFall = 1 / (0.3 * frames)
  }

  mutating func measure(_ frames: UnsafePointer<Frame>, count: Int) {
    let levels = FrameScan.levels(frames, count: count)
    update(peak: levels.peak, squares: levels.squares, count: count)
  }

  mutating func measureSilence(count: Int) { update(peak: .zero, squares: .zero, count: count) }

  private mutating func update(peak: Frame, squares: Frame, count: Int) {
    blockPeak = max(peak.x, peak.y)
    let kept = max(0, 1 - peakFall * Float(count))
    level.peak = Frame(max(peak.x, level.peak.x * kept), max(peak.y, level.peak.y * kept))
    let share = min(1, meanFall * Float(count))
    level.meanSquare += (squares / Float(max(count, 1)) - level.meanSquare) * share
  }
}
