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
