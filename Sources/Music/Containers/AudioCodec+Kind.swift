import AudioBase

extension AudioCodec {
  /// Returns the codec of a file of a kind; nil if it is unknown.
  ///
  /// - Parameter detail: the code in `drumdub_tags_stream`.
  package static func of(_ kind: FileKind, detail: UInt32) -> AudioCodec? {
    switch kind {
    case .mpeg: [.mp3, .mp1, .mp2, .mp3][Int(detail & 3)]
    case .adts: .aac
    case .flac, .oggFLAC: .flac
    case .oggVorbis: .vorbis
    case .oggSpeex: .speex
    case .oggOpus: .opus
    case .wav, .waveBigEndian, .rf64, .bw64, .wave64: AudioCodec.wave(detail)
    case .aiff: detail == 0 ? .pcm : AudioCodec.fourLetters(detail)
    case .mp4: [nil, .aac, .alac, nil][Int(detail & 3)]
    case .asf: detail == 4 ? .wmaLossless : .wma
    case .ape: .ape
    case .wavPack: .wavpack
    case .musepack7, .musepack8: .musepack
    case .trueAudio: .tta
    case .mod: .mod
    case .s3m: .s3m
    case .it: .it
    case .xm: .xm
    default: nil
    }
  }

  /// Returns the codec of a WAVE format tag (RFC 2361).
  package static func wave(_ tag: UInt32) -> AudioCodec? {
    switch tag {
    case 1, 3: .pcm
    case 2, 0x11: .adpcm
    case 6: .alaw
    case 7: .mulaw
    case 0x31: .gsm
    case 0x50: .mp2
    case 0x55: .mp3
    case 0x160...0x162: .wma
    case 0x163: .wmaLossless
    case 0xFF, 0x1600, 0x1610: .aac
    case 0x2000: .ac3
    default: nil
    }
  }

  /// Returns the codec of a four-character code of AIFF-C, QuickTime, MP4 or CAF.
  static func fourLetters(_ code: UInt32) -> AudioCodec? {
    let letters = String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
    return switch letters {
    case "NONE", "sowt", "twos", "raw ", "in24", "in32", "fl32", "FL32", "fl64", "FL64", "lpcm": .pcm
    case "alaw", "ALAW": .alaw
    case "ulaw", "ULAW": .mulaw
    case "ima4": .adpcm
    case "GSM ", "agsm": .gsm
    case "alac": .alac
    case "aac ": .aac
    case "fLaC", "flac": .flac
    case "Opus", "opus": .opus
    case ".mp3", ".mp2", ".mp1": letters == ".mp3" ? .mp3 : letters == ".mp2" ? .mp2 : .mp1
    case "ac-3": .ac3
    case "ec-3": .eac3
    case "samr", "sawb": .amr
    default: nil
    }
  }
}
