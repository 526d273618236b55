import AudioBase
import Glibc

/// The strength of onsets over a track: how much louder each band has become in each step of about 10 ms.
struct OnsetCurve {
  /// The strength of the onsets below 160 Hz (bass drum, bass), up to 2 kHz (snare, voices), and above.
  private(set) var low: [Float] = []
  private(set) var middle: [Float] = []
  private(set) var high: [Float] = []
  /// Frames of the track in a step.
  let step: Double
  /// The frame of the first step, where an onset has the largest strength in it.
  let start: Double
  let rate: SampleRate

  var count: Int { low.count }
  /// Steps in a second.
  var stepRate: Double { Double(rate.hertz) / step }

  /// The number of onsets that are three times as strong as the mean of all steps.
  ///
  /// In five minutes of noise that is white, pink or brown there are 2, 2 and 12 of them; a held sound has its first one.
  var clearOnsets: Int {
    let sums = low.indices.map { low[$0] + middle[$0] + high[$0] }
    let limit = 3 * sums.reduce(0, +) / Float(max(count, 1))
    return sums.indices.dropFirst().dropLast().count { step in
      sums[step] > limit && sums[step] >= sums[step - 1] && sums[step] > sums[step + 1]
    }
  }

  mutating func append(low: Float, middle: Float, high: Float) {
    self.low.append(low)
    self.middle.append(middle)
    self.high.append(high)
  }

  /// Returns the frame of a step and a part of one.
  func frame(ofStep place: Double) -> Double { start + place * step }
}

/// Computes the strength of onsets from samples as they come. Used by one thread at a time.
///
/// Spectral flux: the positive differences of the logarithmic magnitudes of bands between windows that are 10 ms apart.
/// Source: Böck, Krebs and Schedl, Evaluating the Online Capabilities of Onset Detection Methods (ISMIR 2012).
struct OnsetDetector {
  /// The maximum sample rate of the analysis. Sound of higher rates is averaged.
  private static let analysedRate = 24_000
  private static let windowLength = 512
  /// The position in the window, as a fraction of it, at which an onset raises the levels most. Measured with clicks.
  private static let onsetPlace = 0.62
  /// The factor of the magnitudes in the logarithm, at which levels of −60 dB begin to have an effect.
  private static let compression: Float = 1_000

  private let hop: Int
  private let bands: [Range<Int>]
  /// The first band of the middle and of the high part.
  private let middle: Int, high: Int
  private var mono: MonoSamples
  private var windows = WindowPairs(count: windowLength)
  /// Samples whose windows are not complete.
  private var pending: [Float]
  private var levels: [Float]
  private(set) var curve: OnsetCurve

  init(sampleRate: SampleRate, channels: Int) {
    let reduction = max(1, (sampleRate.hertz + OnsetDetector.analysedRate - 1) / OnsetDetector.analysedRate)
    let analysed = Double(sampleRate.hertz) / Double(reduction)
    mono = MonoSamples(channels: channels, reduction: reduction)
    hop = max(1, Int(analysed / 100))
    let length = OnsetDetector.windowLength
    let bands = OnsetDetector.bands(rate: analysed)
    func band(above hertz: Double) -> Int {
      bands.firstIndex { Double($0.lowerBound) * analysed / Double(length) >= hertz } ?? bands.count
    }
    self.bands = bands
    (middle, high) = (band(above: 160), band(above: 2_000))
    levels = Array(repeating: 0, count: bands.count)
    // Silence before the track, so that an onset on its first frame counts.
    pending = Array(repeating: 0, count: length)
    let start = (OnsetDetector.onsetPlace - 1) * Double(length)
    curve = OnsetCurve(
      step: Double(hop * reduction), start: start * Double(reduction), rate: sampleRate)
  }

  /// Bands of the transform, one line wide at least, wider by a sixth of an octave above.
  private static func bands(rate: Double) -> [Range<Int>] {
    let width = rate / Double(windowLength)
    var bands: [Range<Int>] = []
    var lower = 1
    while lower < windowLength / 2, Double(lower) * width < 10_000 {
      let upper = min(max(lower + 1, Int((Double(lower) * exp2(1.0 / 4)).rounded())), windowLength / 2)
      bands.append(lower..<upper)
      lower = upper
    }
    return bands
  }

  /// Analyses more samples: whole frames, interleaved; all finite.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    mono.append(samples, to: &pending)
    analyse()
  }

  /// Analyses what is left, as if silence followed.
  mutating func finish() {
    pending += Array(repeating: 0, count: OnsetDetector.windowLength)
    analyse()
  }

  private mutating func analyse() {
    let (bands, middle, high) = (bands, middle, high)
    let scale = OnsetDetector.compression * 4 / Float(OnsetDetector.windowLength)
    windows.run(over: &pending, hop: hop) { power in
      var sums = SIMD3<Float>.zero
      for (band, lines) in bands.enumerated() {
        let level = log1p(scale * lines.reduce(0) { $0 + power($1) }.squareRoot())
        sums[band < middle ? 0 : band < high ? 1 : 2] += max(0, level - levels[band])
        levels[band] = level
      }
      curve.append(low: sums.x, middle: sums.y, high: sums.z)
    }
  }
}
