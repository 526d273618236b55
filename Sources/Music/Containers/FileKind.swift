import AudioBase

/// The kind of a sound file, found by its content.
package enum FileKind: Hashable, Sendable {
  // Streams of frames.
  case mpeg, adts, ac3, eac3, dts, trueHD
  case flac
  case oggVorbis, oggOpus, oggFLAC, oggSpeex, otherOgg
  // Files of chunks. RIFX is WAVE in big-endian order; BW64 (ITU-R BS.2088) is RF64 by another name.
  case wav, waveBigEndian, rf64, bw64, wave64, aiff, caf, au
  case mp4, asf, matroska
  case ape, wavPack, musepack7, musepack8, trueAudio, tak, shorten, realAudio, amr, voc
  case dsf, dsdiff
  // Modules: notes and instruments.
  case mod, s3m, it, xm
  // Video, MIDI, AAC without frame headers.
  case avi, mpegProgram, flash, midi, adif

  /// Whether the file is notes and instruments, which have no sample rate.
  package var isModule: Bool { [.mod, .s3m, .it, .xm].contains(self) }

  /// The layout of the chunks; nil for files without chunks.
  var chunkLayout: ChunkLayout? {
    switch self {
    case .wav, .rf64, .bw64: .wave
    case .waveBigEndian: .waveBigEndian
    case .wave64: .wave64
    case .aiff: .aiff
    case .caf: .caf
    default: nil
    }
  }
}

extension FileKind {
  /// Detects the kind by the signature at the start of these bytes.
  ///
  /// - Parameter head: the first bytes after the leading tags; 2048 are enough for all but Ogg.
  init?(markIn head: Span<UInt8>) {
    guard let kind = FileKind.byFirstLetters(head) ?? FileKind.byLaterLetters(head) else { return nil }
    self = kind
  }

  /// The kinds whose files begin with these letters.
  private static let letters: [String: FileKind] = [
    "fLaC": .flac, ".snd": .au, "dns.": .au, "caff": .caf, "MAC ": .ape, "wvpk": .wavPack, "MPCK": .musepack8,
    "TTA1": .trueAudio, "TTA2": .trueAudio, "tBaK": .tak, "ajkg": .shorten, ".RMF": .realAudio, "DSD ": .dsf,
    "FRM8": .dsdiff, "IMPM": .it, "FLV\u{1}": .flash, "MThd": .midi, "ADIF": .adif,
  ]

  private static func byFirstLetters(_ head: Span<UInt8>) -> FileKind? {
    guard let code = head.big(0, 4) else { return nil }
    let first = String(
      String.UnicodeScalarView([24, 16, 8, 0].map { Unicode.Scalar(UInt8(code >> $0 & 0xFF)) }))
    return switch first {
    case "OggS": ogg(head)
    case "RIFF": head.has("WAVE", at: 8) ? .wav : head.has("AVI ", at: 8) ? .avi : nil
    case "RIFX": head.has("WAVE", at: 8) ? .waveBigEndian : nil
    case "RF64": head.has("WAVE", at: 8) ? .rf64 : nil
    case "BW64": head.has("WAVE", at: 8) ? .bw64 : nil
    case "FORM": head.has("AIFF", at: 8) || head.has("AIFC", at: 8) ? .aiff : nil
    case "riff": head.has("wave", at: 24) ? .wave64 : nil
    default: letters[first] ?? numbers[code]
    }
  }

  private static let numbers: [Int: FileKind] = [
    0x3026_B275: .asf, 0x1A45_DFA3: .matroska, 0x2E72_61FD: .realAudio, 0x7FFE_8001: .dts,
    0x0000_01BA: .mpegProgram,
  ]

  private static func byLaterLetters(_ head: Span<UInt8>) -> FileKind? {
    if head.has("MP+") { return .musepack7 }
    let boxes: [StaticString] = ["ftyp", "moov", "mdat", "wide", "free", "skip"]
    if boxes.contains(where: { head.has($0, at: 4) }) { return .mp4 }
    if head.has("#!AMR") { return .amr }
    if head.has("Creative Voice File") { return .voc }
    if head.big(4, 4) == 0xF872_6FBA { return .trueHD }
    if head.has("Extended Module:") { return .xm }
    if head.has("SCRM", at: 44) { return .s3m }
    let modules: [StaticString] = [
      "M.K.", "M!K!", "M&K!", "N.T.", "FLT4", "FLT8", "CD81", "OKTA", "4CHN", "6CHN", "8CHN",
    ]
    return modules.contains { head.has($0, at: 1_080) } ? .mod : nil
  }

  /// Returns the kind of an Ogg file. Libraries for one codec read only the first stream; if it is not sound, FFmpeg
  /// searches the others.
  private static func ogg(_ head: Span<UInt8>) -> FileKind {
    let packet = head.byte(26).map { 27 + $0 } ?? 0
    return head.has("fLaC", at: packet) ? .oggFLAC : firstOggStream(head)
  }

  /// Returns the kind of the first stream, by the packet on the first page.
  package static func firstOggStream(_ head: Span<UInt8>) -> FileKind {
    head.byte(26).flatMap { oggCodec(head, at: 27 + $0) } ?? .otherOgg
  }

  private static func oggCodec(_ head: Span<UInt8>, at packet: Int) -> FileKind? {
    if head.has("\u{1}vorbis", at: packet) { return .oggVorbis }
    if head.has("OpusHead", at: packet) { return .oggOpus }
    if head.has("\u{7F}FLAC", at: packet) { return .oggFLAC }
    return head.has("Speex   ", at: packet) ? .oggSpeex : nil
  }
}

extension AudioCodec {
  /// Returns the codec of a file of a kind; nil if it is unknown.
  ///
  /// - Parameter detail: the code in `drumdub_tags_stream`.
  package static func of(_ kind: FileKind, detail: UInt32) -> AudioCodec? {
    switch kind {
    case .mpeg: [.mp3, .mp1, .mp2, .mp3][Int(detail & 3)]
    case .wav, .waveBigEndian, .rf64, .bw64, .wave64: wave[detail]
    case .aiff: detail == 0 ? .pcm : fourLetters(detail)
    case .mp4: [nil, .aac, .alac, nil][Int(detail & 3)]
    case .asf: detail == 4 ? .wmaLossless : .wma
    default: only[kind]
    }
  }

  /// The codecs of the kinds that have one codec.
  private static let only: [FileKind: AudioCodec] = [
    .adts: .aac, .flac: .flac, .oggFLAC: .flac, .oggVorbis: .vorbis, .oggSpeex: .speex, .oggOpus: .opus,
    .ape: .ape,
    .wavPack: .wavpack, .musepack7: .musepack, .musepack8: .musepack, .trueAudio: .tta, .mod: .mod,
    .s3m: .s3m,
    .it: .it, .xm: .xm,
  ]

  /// The codecs of WAVE format tags (RFC 2361).
  package static let wave: [UInt32: AudioCodec] = [
    1: .pcm, 3: .pcm, 2: .adpcm, 0x11: .adpcm, 6: .alaw, 7: .mulaw, 0x31: .gsm, 0x50: .mp2, 0x55: .mp3,
    0x160: .wma,
    0x161: .wma, 0x162: .wma, 0x163: .wmaLossless, 0xFF: .aac, 0x1600: .aac, 0x1610: .aac, 0x2000: .ac3,
  ]

  /// Returns the codec of a four-character code of AIFF-C, QuickTime, MP4 or CAF.
  static func fourLetters(_ code: UInt32) -> AudioCodec? {
    let letters = String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
    return byLetters[letters]
  }

  private static let byLetters: [String: AudioCodec] = [
    "NONE": .pcm, "sowt": .pcm, "twos": .pcm, "raw ": .pcm, "in24": .pcm, "in32": .pcm, "fl32": .pcm,
    "FL32": .pcm,
    "fl64": .pcm, "FL64": .pcm, "lpcm": .pcm, "alaw": .alaw, "ALAW": .alaw, "ulaw": .mulaw, "ULAW": .mulaw,
    "ima4": .adpcm, "GSM ": .gsm, "agsm": .gsm, "alac": .alac, "aac ": .aac, "fLaC": .flac, "flac": .flac,
    "Opus": .opus, "opus": .opus, ".mp3": .mp3, ".mp2": .mp2, ".mp1": .mp1, "ac-3": .ac3, "ec-3": .eac3,
    "samr": .amr, "sawb": .amr,
  ]
}
