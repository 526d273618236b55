import AudioBase
import Glibc
import SystemBase

/// Finds the hits of the drums of tracks by their sound. Any thread.
package struct HitSearch: Sendable {
  private let analyser: TrackAnalyser

  package init(decoders: any DecoderOpening, rules: HitRules = .standard) {
    analyser = TrackAnalyser(decoders: decoders, rules: rules)
  }

  /// Decodes a track and finds the hits of its drums. Blocks for about a fiftieth of the duration.
  ///
  /// - Parameters:
  ///   - isCancelled: called often.
  ///   - progress: receives the part that is done, 0…1.
  /// - Throws: the errors of opening and decoding.
  package func find(
    in track: TrackLocation, isCancelled: () -> Bool = { false }, progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> HitSearchResult {
    try analyser.analyse(track, for: [.drums], isCancelled: isCancelled, progress: progress)?.drums
      ?? .cancelled
  }
}

/// Finds the hits of samples as they come. Used by one thread at a time.
///
/// A song is analysed as a whole, because each hit is compared with the other hits of its drum. Songs of more than ten minutes
/// are analysed in blocks of five minutes, which bounds the memory.
struct HitDetector {
  /// The steps of a block, five minutes, and the steps that neighbouring blocks share, a third of a second.
  private static let block = 25_840, margin = 30
  /// The position in the window, as a fraction of it, at which a hit has its maximum strength. Measured on mixtures.
  private static let onsetPlace = 0.42
  private static let fewestHits = 8
  /// The minimum duration of a track in seconds.
  private static let shortest = 5.0
  /// The minimum magnitude of an audible band: −90 dB of full scale.
  static let audible: Float = 0.02

  private let rate: SampleRate
  private let rules: HitRules
  private let bands: HitBands
  private var builder: HitSpectrumBuilder
  /// The step of the track where the spectrum begins.
  private var start = 0
  private var hits: [SongHit] = []
  private var isHeard = false
  /// The highest confidence of a block that has drums.
  private var confidence = 0.0

  init(_ rate: SampleRate, channels: Int, rules: HitRules = .standard) {
    (self.rate, self.rules) = (rate, rules)
    bands = HitBands(rate)
    builder = HitSpectrumBuilder(rate, channels: channels)
  }

  /// Analyses more samples: whole frames, interleaved; all finite.
  mutating func add(_ samples: UnsafeBufferPointer<Float>, isCancelled: () -> Bool = { false }) {
    builder.add(samples)
    if builder.spectrum.count < 2 * HitDetector.block { return }
    analyse(builder.spectrum.prefix(HitDetector.block), isLast: false, isCancelled)
    let removed = HitDetector.block - 2 * HitDetector.margin
    builder.keep(last: builder.spectrum.count - removed)
    start += removed
  }

  /// Analyses what is left. Returns the hits of all samples.
  mutating func finish(isCancelled: () -> Bool = { false }) -> HitSearchResult {
    builder.finish()
    analyse(builder.spectrum, isLast: true, isCancelled)
    let seconds =
      Double(start + builder.spectrum.count) * Double(bands.hop * bands.reduction) / Double(rate.hertz)
    if !isHeard { return .noDrums(.silent) }
    if seconds < HitDetector.shortest { return .noDrums(.short) }
    if hits.count < HitDetector.fewestHits { return .noDrums(.noHits) }
    return .found(SongHits(hits.sorted { $0.frame < $1.frame }, rate: rate, confidence: confidence))
  }

  private mutating func analyse(_ spectrum: HitSpectrum, isLast: Bool, _ isCancelled: () -> Bool) {
    guard spectrum.values.contains(where: { $0 > HitDetector.audible }) else { return }
    isHeard = true
    let features = HitFeatures(spectrum, HitOnsets(spectrum))
    let classifier = HitClassifier(features, rules, isCancelled: isCancelled)
    if classifier.gate < HitGate.possible || classifier.isOfClicks { return }
    confidence = max(confidence, HitDetector.probability(classifier.gate))
    let kept = (start > 0 ? HitDetector.margin : 0)..<spectrum.count - (isLast ? 0 : HitDetector.margin)
    for drum in SongDrum.allCases {
      let values = classifier.values[drum] ?? []
      let places = values.indices.filter { values[$0] > 0 }
      let levels = places.map { HitDetector.level(of: drum, features.increases[$0], bands) }
      let usual = levels.isEmpty ? 1 : levels.sorted()[levels.count / 2]
      for (place, level) in zip(places, levels) where kept.contains(features.onsets.steps[place]) {
        hits.append(
          SongHit(
            frame: HitDetector.frame(of: start + features.onsets.steps[place], bands), drum: drum,
            velocity: HitDetector.velocity(level / max(usual, 1e-9)),
            certainty: HitDetector.probability(values[place])))
      }
    }
  }

  /// Returns the probability that the value of a rule stands for, in hundredths.
  private static func probability(_ value: Float) -> Double {
    Double((100 / (1 + exp(-value))).rounded()) / 100
  }

  /// Returns the frame of the track at which an onset in a step begins.
  static func frame(of step: Int, _ bands: HitBands) -> Int {
    let place = Double(step * bands.hop) + (onsetPlace - 1) * Double(bands.window)
    return max(0, Int(place.rounded()) * bands.reduction)
  }

  /// Returns the magnitude of a hit in the bands of its drum.
  private static func level(of drum: SongDrum, _ increases: [Float], _ bands: HitBands) -> Float {
    let range: Range<Double> =
      switch drum {
      case .kick: 0..<160
      case .snare: 160..<5_000
      case .hat: 5_000..<100_000
      case .other: 0..<100_000
      }
    var power: Float = 0
    for (centre, increase) in zip(bands.centres, increases) where range.contains(centre) {
      power += increase * increase
    }
    return power.squareRoot()
  }

  /// Returns the velocity of a hit by its level, 1 for the usual one of its drum.
  private static func velocity(_ level: Float) -> Int { min(max(Int((90 * level).rounded()), 1), 127) }
}
