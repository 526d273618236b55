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

  private static func byFirstLetters(_ head: Span<UInt8>) -> FileKind? {
    switch head.big(0, 4) {
    case 0x664C_6143: .flac  // fLaC
    case 0x4F67_6753: ogg(head)  // OggS
    case 0x5249_4646: head.has("WAVE", at: 8) ? .wav : head.has("AVI ", at: 8) ? .avi : nil  // RIFF
    case 0x5249_4658: head.has("WAVE", at: 8) ? .waveBigEndian : nil  // RIFX
    case 0x5246_3634: head.has("WAVE", at: 8) ? .rf64 : nil  // RF64
    case 0x4257_3634: head.has("WAVE", at: 8) ? .bw64 : nil  // BW64
    case 0x464F_524D: head.has("AIFF", at: 8) || head.has("AIFC", at: 8) ? .aiff : nil  // FORM
    case 0x7269_6666: head.has("wave", at: 24) ? .wave64 : nil  // riff
    case 0x2E73_6E64, 0x646E_732E: .au  // .snd, dns.
    case 0x6361_6666: .caf  // caff
    case 0x3026_B275: .asf
    case 0x1A45_DFA3: .matroska
    case 0x4D41_4320: .ape  // MAC
    case 0x7776_706B: .wavPack  // wvpk
    case 0x4D50_434B: .musepack8  // MPCK
    case 0x5454_4131, 0x5454_4132: .trueAudio  // TTA1, TTA2
    case 0x7442_614B: .tak  // tBaK
    case 0x616A_6B67: .shorten  // ajkg
    case 0x2E52_4D46, 0x2E72_61FD: .realAudio  // .RMF, .ra
    case 0x4453_4420: .dsf  // DSD
    case 0x4652_4D38: .dsdiff  // FRM8
    case 0x7FFE_8001: .dts
    case 0x494D_504D: .it  // IMPM
    case 0x464C_5601: .flash  // FLV, version 1
    case 0x0000_01BA: .mpegProgram
    case 0x4D54_6864: .midi  // MThd
    case 0x4144_4946: .adif  // ADIF
    default: nil
    }
  }

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
