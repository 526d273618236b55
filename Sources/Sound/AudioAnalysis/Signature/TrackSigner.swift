import AudioBase
import SystemBase

/// Makes signatures of tracks and compares tracks with them.
package struct TrackSigner: TrackSigning {
  private let decoders: any DecoderOpening
  private let converters: any RateConverterMaking

  package init(decoders: any DecoderOpening, converters: any RateConverterMaking) {
    (self.decoders, self.converters) = (decoders, converters)
  }

  package func signature(
    of track: TrackLocation, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> TrackSignature? {
    try analyse(track, isCancelled)?.finish()
  }

  package func compare(
    _ track: TrackLocation, with signature: TrackSignature, isCancelled: () -> Bool = { false }
  ) throws(FileError) -> SignatureMatch? {
    guard let sound = try analyse(track, isCancelled) else { return nil }
    let (fingerprint, signs) = try sound.end()
    return SignatureComparison(signature: signature, fingerprint: fingerprint, sound: signs).match()
  }

  private func analyse(
    _ track: TrackLocation, _ isCancelled: () -> Bool
  ) throws(FileError) -> SignatureBuilder? {
    let samples = try TrackSamples(track, decoders: decoders)
    let rate = samples.format.sampleRate
    let builder = try SignatureBuilder(rate, channels: samples.format.channels, converters)
    let isDone = try samples.read(
      upTo: TrackAnalyser.longest * rate.hertz, isCancelled: isCancelled
    ) { (samples) throws(FileError) in
      try builder.add(samples)
    }
    return isDone ? builder : nil
  }
}

/// Makes the signature of samples as they come, of their sound in mono at the rate of signatures. Used by one thread.
final class SignatureBuilder {
  /// The maximum duration that is fingerprinted, in samples: 90 s.
  private static let fingerprinted = 90 * TrackSignature.rate.hertz
  private static let excerpts = 10

  private let channels: Int
  private let converter: any RateConverting
  private let fingerprint: Fingerprint
  private var signs = SoundSigns()

  /// - Throws: `unsupported` if Chromaprint is not installed, and the errors of the converter.
  init(_ rate: SampleRate, channels: Int, _ converters: any RateConverterMaking) throws(FileError) {
    self.channels = channels
    converter = try converters.makeConverter(from: rate, to: TrackSignature.rate)
    fingerprint = try Fingerprint(rate: TrackSignature.rate)
  }

  /// Analyses more samples: whole frames, interleaved; all finite.
  func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    try add(SignatureBuilder.converted(SignatureBuilder.mono(samples, channels), by: converter))
  }

  private func add(_ mono: [Float]) throws(FileError) {
    let left = max(0, SignatureBuilder.fingerprinted - signs.count)
    if left > 0 { try fingerprint.add(mono.prefix(left).map { Int16(min(max($0, -1), 1) * 32_767) }) }
    signs.add(mono)
  }

  /// Ends the sound. Returns its fingerprint and its signs. Called once.
  func end() throws(FileError) -> ([UInt32], SoundSigns) {
    while case let rest = SignatureBuilder.converted([], by: converter), !rest.isEmpty { try add(rest) }
    return (try fingerprint.finish(), signs)
  }

  /// Ends the sound. Returns its signature. Called once.
  func finish() throws(FileError) -> TrackSignature {
    let (fingerprint, signs) = try end()
    return TrackSignature(fingerprint: fingerprint, excerpts: signs.excerpts(SignatureBuilder.excerpts))
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
