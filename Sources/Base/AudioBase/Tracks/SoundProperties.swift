/// The properties of the sound in a file. Unknown ones are nil.
package struct SoundProperties: Hashable, Sendable {
  /// Seconds, to the millisecond.
  package var duration: Double?
  /// Frames per second.
  package var sampleRate: Int?
  package var channels: Int?
  /// Lossless codecs only.
  package var bitsPerSample: Int?
  package var codec: AudioCodec?
  /// The mean bit rate of the file in bits per second.
  package var bitrate: Int?

  package init(codec: AudioCodec? = nil) { self.codec = codec }

  /// The name of the codec in reports.
  package var codecName: String? {
    get { codec?.rawValue }
    set { codec = newValue.flatMap(AudioCodec.init) }
  }

  /// The bit rate of the uncompressed samples; nil if a property is unknown or implausible.
  package var packedBitrate: Int? {
    guard let sampleRate, let channels, let bitsPerSample, (100...100_000_000).contains(sampleRate),
      (1...65_535).contains(channels), (1...64).contains(bitsPerSample)
    else { return nil }
    return sampleRate * channels * bitsPerSample
  }
}

/// The coding of the sound, independent of the container. The raw value is the name in reports.
package enum AudioCodec: String, Hashable, Sendable {
  case pcm, flac, alac, mp3, aac, vorbis, opus
  case mp1, mp2, ac3, eac3, dts, truehd, amr, speex, musepack, wma
  case wmaLossless = "wma-lossless"
  case ape, wavpack, tta, dsd
  case alaw, mulaw, adpcm, gsm
  case mod, s3m, it, xm

  /// Whether the codec is lossless, so that it has a number of bits per sample.
  package var keepsEveryBit: Bool {
    switch self {
    case .pcm, .flac, .alac, .wmaLossless, .ape, .wavpack, .tta, .dsd: true
    default: false
    }
  }
}
