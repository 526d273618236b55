import AudioBase
import SystemBase

/// Makes signatures of tracks and compares tracks with them.
package struct TrackSigner: TrackSigning {
  /// The maximum duration that is analysed, in seconds.
  private static let longest = 1_200
  /// The maximum duration that is fingerprinted, in samples: 90 s.
  private static let fingerprinted = 90 * TrackSignature.rate.hertz
  private static let excerpts = 10

  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking

  package init(decoders: any DecoderOpening, converters: any RateConverterMaking) {
    (self.decoders, self.converters) = (decoders, converters)
  }

  package func signature(
    of track: TrackLocation, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> TrackSignature? {
    guard let (fingerprint, signs) = try analyse(track, isCancelled) else { return nil }
    return TrackSignature(fingerprint: fingerprint, excerpts: signs.excerpts(TrackSigner.excerpts))
  }

  package func compare(
    _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> SignatureMatch? {
    guard let (fingerprint, signs) = try analyse(track, isCancelled) else { return nil }
    return SignatureComparison(signature: signature, fingerprint: fingerprint, sound: signs).match()
  }

  /// Decodes a track to mono at the rate of signatures.
  private func analyse(
    _ track: TrackLocation, _ isCancelled: () -> Bool
  ) throws(FileError) -> ([UInt32], SoundSigns)? {
    let samples = try TrackSamples(track, decoders: decoders)
    let (rate, channels) = (samples.format.sampleRate, samples.format.channels)
    let converter = try converters.makeConverter(from: rate, to: TrackSignature.rate)
    let fingerprint = try Fingerprint(rate: TrackSignature.rate)
    var signs = SoundSigns()
    func add(_ mono: [Float]) throws(FileError) {
      let left = max(0, TrackSigner.fingerprinted - signs.count)
      if left > 0 { try fingerprint.add(mono.prefix(left).map { Int16(min(max($0, -1), 1) * 32_767) }) }
      signs.add(mono)
    }
    let isDone = try samples.read(
      upTo: TrackSigner.longest * rate.hertz, isCancelled: isCancelled
    ) { (samples) throws(FileError) in
      try add(TrackSigner.converted(TrackSigner.mono(samples, channels), by: converter))
    }
    if !isDone { return nil }
    while case let rest = TrackSigner.converted([], by: converter), !rest.isEmpty { try add(rest) }
    return (try fingerprint.finish(), signs)
  }

  private static func mono(_ samples: UnsafeBufferPointer<Float>, _ channels: Int) -> [Frame] {
    (0..<samples.count / channels).map { frame in
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[frame * channels + channel] }
      return Frame(repeating: sum / Float(channels))
    }
  }

  /// Converts frames; without any, drains some of those that the converter holds.
  private static func converted(_ frames: [Frame], by converter: any RateConverting) -> [Float] {
    var output: [Float] = []
    var start = 0
    repeat {
      let (taken, made) = frames.withUnsafeBufferPointer { frames in
        convert(UnsafeBufferPointer(rebasing: frames[start...]), by: converter)
      }
      output += made
      start += taken
      if taken == 0, made.isEmpty { break }
    } while start < frames.count
    return output
  }

  private static func convert(
    _ input: UnsafeBufferPointer<Frame>, by converter: any RateConverting
  ) -> (taken: Int, made: [Float]) {
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: 8_192) { output in
      let (taken, made) = converter.convert(input, into: output)
      return (taken, output[..<made].map { $0.x })
    }
  }
}
