/// What the sound in a file is like.
package struct SoundProperties: Hashable, Sendable {
  /// Seconds, to the millisecond.
  package var duration: Double?
  /// Frames per second.
  package var sampleRate: Int?
  package var channels: Int?
  /// Only of a codec that keeps every bit.
  package var bitsPerSample: Int?
  package var codec: AudioCodec?
  /// Bits per second, the mean of the file.
  package var bitrate: Int?

  package init(codec: AudioCodec? = nil) { self.codec = codec }

  /// The bit rate of uncompressed samples; nil where the values are missing or implausible.
  package var packedBitrate: Int? {
    guard let sampleRate, let channels, let bitsPerSample, (100...100_000_000).contains(sampleRate),
      (1...65_535).contains(channels), (1...64).contains(bitsPerSample)
    else { return nil }
    return sampleRate * channels * bitsPerSample
  }
}

/// How sound is coded, whatever the container; the raw value is the name that reports print.
package enum AudioCodec: String, Hashable, Sendable {
  case pcm, flac, alac, mp3, aac, vorbis, opus
  case mp1, mp2, ac3, eac3, amr, speex, musepack, wma
  case wmaLossless = "wma-lossless"
  case ape, wavpack, tta, dsd
  case alaw, mulaw, adpcm, gsm
  case mod, s3m, it, xm

  /// Whether a number of bits per sample means something.
  package var keepsEveryBit: Bool {
    switch self {
    case .pcm, .flac, .alac, .wmaLossless, .ape, .wavpack, .tta, .dsd: true
    default: false
    }
  }
}
