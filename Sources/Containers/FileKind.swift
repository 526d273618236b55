/// The kind of a music file, found by its content.
package enum FileKind: Hashable {
  case mpeg, adts
  case flac, oggVorbis, oggFLAC, oggSpeex, oggOpus
  case wav, aiff, mp4, asf, ape, wavPack, musepack, trueAudio
  case mod, s3m, it, xm
  /// Read here, without TagLib.
  case rf64, wave64, au, caf, dsf
  /// Sound, or perhaps sound, that nothing here reads; another library may.
  case dsdiff, matroska, otherOgg
  case otherRIFF

  package var isForeign: Bool { [.dsdiff, .matroska, .otherOgg].contains(self) }

  /// Whether it is notes and instruments, which have no sample rate.
  package var isModule: Bool { [.mod, .s3m, .it, .xm].contains(self) }

  /// - Parameters:
  ///   - head: the file's first bytes after any tag that stands before the sound.
  ///   - isWhole: whether the file ends where `head` ends.
  static func detect(_ head: Span<UInt8>, isWhole: Bool) -> FileKind? {
    byMagic(head) ?? MPEGFrame.find(in: head, isWhole: isWhole) ?? module(head)
  }

  private static func byMagic(_ head: Span<UInt8>) -> FileKind? {
    switch head.big(0, 4) {
    case 0x664C_6143: .flac  // fLaC
    case 0x4F67_6753: ogg(head)  // OggS
    case 0x5249_4646: head.has("WAVE", at: 8) ? .wav : .otherRIFF  // RIFF
    case 0x5246_3634, 0x4257_3634: head.has("WAVE", at: 8) ? .rf64 : nil  // RF64, BW64
    case 0x464F_524D: head.has("AIFF", at: 8) || head.has("AIFC", at: 8) ? .aiff : nil  // FORM
    case 0x3026_B275: .asf
    case 0x4D41_4320: .ape  // MAC
    case 0x7776_706B: .wavPack  // wvpk
    case 0x4D50_434B: .musepack  // MPCK
    case 0x5454_4131, 0x5454_4132: .trueAudio  // TTA1, TTA2
    case 0x7269_6666: head.has("wave", at: 24) ? .wave64 : nil  // riff
    case 0x2E73_6E64: .au  // .snd
    case 0x6361_6666: .caf  // caff
    case 0x4453_4420: .dsf  // DSD
    case 0x4652_4D38: .dsdiff  // FRM8
    case 0x1A45_DFA3: .matroska
    case 0x494D_504D: .it  // IMPM
    default: head.has("MP+") ? .musepack : isMP4(head) ? .mp4 : nil
    }
  }

  private static func isMP4(_ head: Span<UInt8>) -> Bool {
    ["ftyp", "moov", "wide", "free", "skip"].contains { head.has($0, at: 4) } || head.has("mdat", at: 4)
  }

  /// Looks into the first packet of each stream that begins at the file's start (RFC 3533, section 6).
  private static func ogg(_ head: Span<UInt8>) -> FileKind {
    var page = 0
    while head.has("OggS", at: page), let flags = head.byte(page + 5), flags & 2 != 0,
      let segments = head.byte(page + 26)
    {
      let packet = page + 27 + segments
      if head.has("\u{1}vorbis", at: packet) { return .oggVorbis }
      if head.has("OpusHead", at: packet) { return .oggOpus }
      if head.has("\u{7F}FLAC", at: packet) || head.has("fLaC", at: packet) { return .oggFLAC }
      if head.has("Speex   ", at: packet) { return .oggSpeex }
      page = packet + (0..<segments).reduce(0) { $0 + (head.byte(page + 27 + $1) ?? 0) }
    }
    return .otherOgg
  }

  private static func module(_ head: Span<UInt8>) -> FileKind? {
    if head.has("Extended Module: ") { return .xm }
    if head.has("SCRM", at: 44) { return .s3m }
    let marks: [StaticString] = [
      "M.K.", "M!K!", "M&K!", "N.T.", "FLT4", "FLT8", "CD81", "OKTA", "4CHN", "6CHN", "8CHN",
    ]
    return marks.contains { head.has($0, at: 1080) } ? .mod : nil
  }
}
