import AudioBase
import Glibc

/// Sums the strength of the tones of a track by pitch class. Samples are added as they are decoded. Used by one
/// thread at a time.
///
/// The tones are the peaks of spectra of 0.7 s. A peak counts for its own pitch and, with a smaller weight, for the
/// pitches whose second to fifth partial it may be. Source: Gómez, Tonal Description of Polyphonic Audio for Music
/// Content Processing (INFORMS Journal on Computing 18, 2006).
struct Chromagram {
  /// The steps of an octave, of 5 cents each.
  static let steps = 240
  private static let analysedRate = 11_025
  private static let windowLength = 8_192
  private static let hertz = 60.0...2_000.0
  /// The ratio of powers below the strongest peak of a spectrum from which peaks are ignored: 40 dB.
  private static let floor: Float = 1e-4
  private static let partials = 5
  private static let decay = 0.6

  /// The strength of each step above C; C = 261.63 Hz is in the middle of the first one.
  private(set) var strengths = [Double](repeating: 0, count: steps)
  /// The strength of the peaks at their own pitches only.
  private(set) var peaks = [Double](repeating: 0, count: steps)
  private let rate: Double
  private var mono: MonoSamples
  private let window = HannWindow.values(windowLength)
  private var transform = FourierTransform(count: windowLength)
  private var pending: [Float] = []

  init(sampleRate: SampleRate, channels: Int) {
    let reduction = max(1, sampleRate.hertz / Chromagram.analysedRate)
    mono = MonoSamples(channels: channels, reduction: reduction)
    rate = Double(sampleRate.hertz) / Double(reduction)
    pending.reserveCapacity(2 * Chromagram.windowLength)
  }

  /// Analyses more samples: whole frames, interleaved; all finite.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    mono.append(samples, to: &pending)
    while pending.count >= Chromagram.windowLength { analyse() }
  }

  private mutating func analyse() {
    let (window, samples) = (window, pending)
    transform.run { SIMD2(samples[$0] * window[$0], 0) }
    pending.removeFirst(Chromagram.windowLength / 2)
    let line = rate / Double(Chromagram.windowLength)
    let first = max(Int(Chromagram.hertz.lowerBound / line), 1)
    let last = min(Int(Chromagram.hertz.upperBound / line), Chromagram.windowLength / 2 - 2)
    let powers = (first - 1...last + 1).map { transform.power(of: $0) }
    guard let most = powers.max(), most > 1e-6 else { return }
    for index in 1..<powers.count - 1 where powers[index] > most * Chromagram.floor {
      guard powers[index] > powers[index - 1], powers[index] >= powers[index + 1] else { continue }
      // The vertex of the parabola through the logarithms.
      let before = log(powers[index - 1]), here = log(powers[index]), after = log(powers[index + 1])
      let place = Double(0.5 * (before - after) / (before - 2 * here + after))
      add(hertz: (Double(first - 1 + index) + place) * line, strength: Double(powers[index] / most))
    }
  }

  /// Adds a peak, whose power is relative to that of the strongest one.
  private mutating func add(hertz: Double, strength: Double) {
    let strength = strength.squareRoot().squareRoot()
    var weight = 1.0
    for partial in 1...Chromagram.partials {
      let step = Chromagram.step(hertz / Double(partial))
      strengths[step] += strength * weight
      if partial == 1 { peaks[step] += strength }
      weight *= Chromagram.decay
    }
  }

  private static func step(_ hertz: Double) -> Int {
    let octaves = log2(hertz / 440) + 0.75
    return Int((octaves - octaves.rounded(.down)) * Double(steps) + 0.5) % steps
  }
}
