import AudioBase
import SystemBase

/// The properties that an analysis of the sound can find.
package enum TrackFinding: String, CaseIterable, Hashable, Sendable {
  case beats, key, drums, signature
}

/// The results of an analysis; nil for properties that were not requested.
package struct TrackFindings: Hashable, Sendable {
  /// The format of the file.
  package var format: StreamFormat
  package var beats: BeatSearchResult?
  /// Also nil if the track has no tones.
  package var key: FoundKey?
  package var drums: HitSearchResult?
  /// Also nil if Chromaprint is not installed.
  package var signature: TrackSignature?
}

/// Decodes a track once and makes all requested analyses. Any thread.
package struct TrackAnalyser: Sendable {
  /// The maximum number of analysed seconds, except for drums: a mix of an hour has no common tempo.
  static let longest = 1_200

  private let decoders: any DecoderOpening
  /// Nil if no signatures are made.
  private let converters: (any RateConverterMaking)?
  private let rules: HitRules

  package init(
    decoders: any DecoderOpening, converters: (any RateConverterMaking)? = nil, rules: HitRules = .standard
  ) {
    (self.decoders, self.converters, self.rules) = (decoders, converters, rules)
  }

  /// Decodes and analyses a track. Blocks for about a fiftieth of its duration with drums, for a two-hundredth without.
  ///
  /// - Parameters:
  ///   - isCancelled: called often.
  ///   - progress: receives the completed share of the work, 0…1.
  /// - Returns: nil if cancelled.
  /// - Throws: the errors of opening and decoding.
  package func analyse(
    _ track: TrackLocation, for wanted: Set<TrackFinding>, isCancelled: () -> Bool = { false },
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> TrackFindings? {
    let samples = try TrackSamples(track, decoders: decoders)
    let (rate, channels) = (samples.format.sampleRate, samples.format.channels)
    let limit = TrackAnalyser.longest * rate.hertz
    let most = wanted.contains(.drums) ? .max : limit
    var onsets = wanted.contains(.beats) ? OnsetDetector(sampleRate: rate, channels: channels) : nil
    var tones = wanted.contains(.key) ? Chromagram(sampleRate: rate, channels: channels) : nil
    var hits = wanted.contains(.drums) ? HitDetector(rate, channels: channels, rules: rules) : nil
    let signature = wanted.contains(.signature) ? signatureBuilder(rate, channels) : nil
    var done = 0
    let isDone = try samples.read(upTo: most, isCancelled: isCancelled) { (read) throws(FileError) in
      let first = UnsafeBufferPointer(rebasing: read.prefix(max(0, limit - done) * channels))
      if !first.isEmpty {
        onsets?.add(first)
        tones?.add(first)
        try signature?.add(first)
      }
      hits?.add(read, isCancelled: isCancelled)
      done += read.count / channels
      progress(Double(done) / Double(max(done, min(samples.count ?? limit, most))))
    }
    if !isDone { return nil }
    onsets?.finish()
    let findings = TrackFindings(
      format: samples.format, beats: onsets.map { BeatSearchResult($0.curve) },
      key: tones.flatMap { FoundKey($0) },
      drums: hits?.finish(isCancelled: isCancelled), signature: try signature?.finish())
    return isCancelled() ? nil : findings
  }

  /// Returns nil if Chromaprint is not installed: the other analyses do not need it.
  private func signatureBuilder(_ rate: SampleRate, _ channels: Int) -> SignatureBuilder? {
    guard let converters else { return nil }
    return try? SignatureBuilder(rate, channels: channels, converters)
  }
}

extension TrackAnalyser: SongAnalysing {
  package func analyse(
    _ track: TrackLocation, withDrums: Bool, isCancelled: () -> Bool = { false },
    progress: (Double) -> Void = { _ in }
  ) throws(FileError) -> SongAnalysis {
    let wanted: Set<TrackFinding> = withDrums ? [.beats, .key, .drums] : [.beats, .key]
    let found = try analyse(track, for: wanted, isCancelled: isCancelled, progress: progress)
    return SongAnalysis(
      beats: found?.beats ?? .cancelled, key: found?.key,
      drums: withDrums ? found?.drums ?? .cancelled : nil)
  }
}
