import AudioBase

extension BeatSearchResult {
  /// The minimum number of clear onsets of a track with a tempo, in all and per second. Drums under noise have six
  /// times as many.
  private static let fewestOnsets = 8.0
  private static let onsetsPerSecond = 0.1

  /// Finds the beats of an onset curve, or guesses their tempo. Noise and held sounds, without clear onsets, have none.
  init(_ curve: OnsetCurve) {
    let strength = OnsetStrength(curve)
    let bands = [\OnsetCurve.low, \.middle, \.high].map { OnsetStrength(curve, $0) }
    let seconds = Double(curve.count) / curve.stepRate
    let least = max(BeatSearchResult.fewestOnsets, BeatSearchResult.onsetsPerSecond * seconds)
    guard Double(curve.clearOnsets) >= least, let tempo = TempoEstimate(strength, bands: bands) else {
      self = .noBeat
      return
    }
    self =
      FoundBeats(curve, strength, bands[0], tempo).map { .found($0) }
      ?? FoundBeats.guess(strength, tempo).map { .guess($0) } ?? .noBeat
  }
}

extension FoundBeats {
  /// The minimum confidence of beats that count as found.
  private static let leastConfidence = 0.18
  /// The minimum certainty of their metre.
  private static let leastCertainty = 0.65
  /// The minimum confidence of a guess.
  private static let leastOfGuess = 0.04
  private static let fewestBeats = 8

  /// Returns the tempo as a guess; nil if the onsets do not repeat or the track has too few beats of it.
  fileprivate static func guess(_ strength: OnsetStrength, _ tempo: TempoEstimate) -> TempoGuess? {
    guard tempo.clarity >= leastOfGuess,
      Double(strength.values.count) >= Double(fewestBeats) * tempo.period
    else { return nil }
    return TempoGuess(
      bpm: 60 * strength.stepRate / tempo.period, confidence: min(tempo.clarity, leastConfidence))
  }

  /// Finds the beats of an onset curve. Returns nil if they or their metre are not clear: speech, a track of a few seconds.
  fileprivate init?(
    _ curve: OnsetCurve, _ strength: OnsetStrength, _ bass: OnsetStrength, _ tempo: TempoEstimate
  ) {
    guard tempo.clarity >= FoundBeats.leastConfidence, tempo.certainty >= FoundBeats.leastCertainty else {
      return nil
    }
    let tracked = BeatTracker.beats(strength, tempo)
    guard tracked.count >= FoundBeats.fewestBeats else { return nil }
    let steady = SteadyTempo(strength, bass: bass, beats: tracked, period: tempo.period)
    let steps = TrackedBeats(strength, tracked, steady).steps
    let period = steady?.period ?? FoundBeats.middle(zip(steps.dropFirst(), steps).map(-))
    self.init(
      bpm: 60 * strength.stepRate / period, isSteady: steady != nil, confidence: tempo.clarity,
      // An onset on the first frame may be found a little before it.
      beats: steps.map { max(0, curve.frame(ofStep: $0)) },
      bars: BarSearch.bars(
        bass: FoundBeats.accents(of: curve.low, steps), middle: FoundBeats.accents(of: curve.middle, steps)),
      rate: curve.rate)
  }

  /// Returns the mean of the middle half.
  private static func middle(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let half = sorted[(sorted.count / 4)...(sorted.count * 3 / 4)]
    return half.reduce(0, +) / Double(half.count)
  }

  /// Returns the accents of beats: the strength of the onsets in a band that begin with them.
  private static func accents(of band: [Float], _ steps: [Double]) -> [Float] {
    steps.map { step in
      let range = max(0, Int(step) - 2)...max(0, min(Int(step) + 3, band.count - 1))
      return range.map { band[$0] }.max() ?? 0
    }
  }
}

/// The exact steps of tracked beats, from the first onset on.
private struct TrackedBeats {
  private(set) var steps: [Double]

  /// Finds the exact steps of beats. Even beats replace the tracked ones; there are none if the tempo changes.
  init(_ strength: OnsetStrength, _ tracked: [Int], _ steady: SteadyTempo?) {
    let reach = 0.035 * strength.stepRate
    let peaks = tracked.map { strength.peak(near: Double($0), reach: reach) }
    let usual = peaks.compactMap { $0?.value }.sorted()
    let audible = usual.isEmpty ? 0 : usual[usual.count / 2] / 5
    let begin = Double(strength.values.firstIndex { $0 > audible } ?? 0) - reach
    let end = Double(strength.values.count - 1)
    if let steady {
      steps = steady.steps(in: begin...end)
      return
    }
    steps = TrackedBeats.exact(tracked, peaks.map { $0?.step }).filter { $0 >= begin }
    // The tracker is least accurate at the first beats.
    while steps.count > 1, case let earlier = 2 * steps[0] - steps[1], earlier >= begin {
      steps.insert(strength.peak(near: earlier, reach: reach)?.step ?? earlier, at: 0)
    }
  }

  /// Moves tracked beats to the onsets near them; beats without one lie in the middle of their neighbours.
  private static func exact(_ beats: [Int], _ peaks: [Double?]) -> [Double] {
    beats.indices.map { index in
      if let peak = peaks[index] { return peak }
      guard index > 0, index + 1 < beats.count else { return Double(beats[index]) }
      let neighbours = [index - 1, index + 1].map { peaks[$0] ?? Double(beats[$0]) }
      return (neighbours[0] + neighbours[1]) / 2
    }
  }
}

extension SteadyTempo {
  func steps(in range: ClosedRange<Double>) -> [Double] {
    let first = Int(((range.lowerBound - self.first) / period).rounded(.up))
    let last = Int(((range.upperBound - self.first) / period).rounded(.down))
    return first > last ? [] : (first...last).map { self.first + Double($0) * period }
  }
}
