import AudioBase
import Glibc

/// The magnitudes of frequency bands over a part of a track, in steps of about 12 ms.
struct HitSpectrum {
  /// The magnitudes, step by step, each from the lowest to the highest band.
  private(set) var values: [Float] = []
  let bands: HitBands

  init(_ bands: HitBands) { self.bands = bands }

  var count: Int { values.count / bands.count }

  subscript(step: Int, band: Int) -> Float { values[step * bands.count + band] }

  mutating func append(_ value: Float) { values.append(value) }

  /// Removes all steps before the last ones.
  mutating func keep(last steps: Int) { values.removeFirst(max(0, count - steps) * bands.count) }

  /// Returns the first steps.
  func prefix(_ steps: Int) -> HitSpectrum {
    var first = HitSpectrum(bands)
    first.values = Array(values.prefix(steps * bands.count))
    return first
  }
}

/// The bands of a spectrum of hits: triangles a quarter of an octave apart, wider below 150 Hz.
struct HitBands {
  /// The maximum sample rate of the analysis. Sound of higher rates is averaged.
  private static let analysedRate = 48_000
  private static let lowest = 35.0, highest = 16_000.0
  private static let leastWidth = 22.0

  /// The number of frames that are averaged to one sample before the transform.
  let reduction: Int
  /// The length of a transform and the distance of two transforms, in samples.
  let window: Int, hop: Int
  /// The middle of each band in hertz.
  let centres: [Double]
  /// For each band the first line of the transform and the weights of the lines from it on.
  let lines: [(first: Int, weights: [Float])]

  var count: Int { centres.count }

  init(_ rate: SampleRate) {
    reduction = max(1, (rate.hertz + HitBands.analysedRate - 1) / HitBands.analysedRate)
    let analysed = Double(rate.hertz) / Double(reduction)
    // 46 ms at 44.1 kHz; the next power of two at other rates.
    var window = 2_048
    while window > 256, analysed < 15.6 * Double(window) { window /= 2 }
    (self.window, hop) = (window, window / 4)
    var edges = [HitBands.lowest]
    while edges[edges.count - 1] < min(HitBands.highest, analysed / 2) {
      let last = edges[edges.count - 1]
      edges.append(max(last + HitBands.leastWidth, last * exp2(0.25)))
    }
    let width = analysed / Double(window)
    edges.removeAll { $0 > analysed / 2 }
    centres = Array(edges.dropFirst().dropLast())
    lines = edges.indices.dropFirst().dropLast().map { index in
      HitBands.triangle(edges[index - 1], edges[index], edges[index + 1], width: width, lines: window / 2)
    }
  }

  /// Returns the weights of a triangle between three frequencies. One between two lines has the nearest line.
  private static func triangle(
    _ low: Double, _ middle: Double, _ high: Double, width: Double, lines: Int
  ) -> (first: Int, weights: [Float]) {
    let first = Int((low / width).rounded(.up)), last = min(Int(high / width), lines - 1)
    let weights = (first...max(first, last)).map { line in
      let frequency = Double(line) * width
      return Float(max(0, min((frequency - low) / (middle - low), (high - frequency) / (high - middle))))
    }
    if weights.contains(where: { $0 > 0 }) { return (first, weights) }
    return (min(Int((middle / width).rounded()), lines - 1), [1])
  }
}

/// Computes the magnitudes of bands from samples as they come. Used by one thread at a time.
struct HitSpectrumBuilder {
  private let bands: HitBands
  private var mono: MonoSamples
  private var windows: WindowPairs
  /// Samples whose windows are not complete.
  private var pending: [Float]
  private(set) var spectrum: HitSpectrum

  init(_ rate: SampleRate, channels: Int) {
    bands = HitBands(rate)
    mono = MonoSamples(channels: channels, reduction: bands.reduction)
    windows = WindowPairs(count: bands.window)
    // Silence before the track, so that a hit on its first frame counts.
    pending = Array(repeating: 0, count: bands.window)
    spectrum = HitSpectrum(bands)
  }

  /// Analyses more samples: whole frames, interleaved; all finite.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    mono.append(samples, to: &pending)
    analyse()
  }

  /// Analyses what is left, as if silence followed.
  mutating func finish() {
    pending += Array(repeating: 0, count: bands.window)
    analyse()
  }

  /// Removes all steps before the last ones.
  mutating func keep(last steps: Int) { spectrum.keep(last: steps) }

  private mutating func analyse() {
    let lines = bands.lines
    windows.run(over: &pending, hop: bands.hop) { power in
      for (first, weights) in lines {
        let sum = weights.indices.reduce(Float(0)) { $0 + weights[$1] * power(first + $1) }
        spectrum.append(sum.squareRoot())
      }
    }
  }
}
