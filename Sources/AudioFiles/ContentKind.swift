import AudioBase

/// What a file holds, told by its first bytes alone.
enum ContentKind: Hashable, Sendable {
  case wave
  /// RIFX: the same, big end first.
  case waveBigEndian
  case wave64
  case rf64, bw64
  case aiff
  case caf
  case au
  case flac
  case oggVorbis, oggOpus, oggFLAC
  /// Known by name, and by no decoder here.
  case foreign(String)
}

extension ContentKind {
  /// Whether its header claims a length in bytes, which is read apart from the library.
  var isChunked: Bool {
    switch self {
    case .wave, .waveBigEndian, .wave64, .rf64, .bw64, .aiff, .caf, .au: true
    case .flac, .oggVorbis, .oggOpus, .oggFLAC, .foreign: false
    }
  }

  /// - Parameter bytes: the first of the file, or those after its tags; 64 are enough.
  init?(_ bytes: [UInt8]) {
    guard let kind = ContentKind.byContainer(bytes) ?? ContentKind.foreign(in: bytes) else { return nil }
    self = kind
  }

  private static func byContainer(_ bytes: [UInt8]) -> ContentKind? {
    if bytes.has("WAVE", at: 8) {
      if bytes.has("RIFF") { return .wave }
      if bytes.has("RIFX") { return .waveBigEndian }
      if bytes.has("RF64") { return .rf64 }
      if bytes.has("BW64") { return .bw64 }
    }
    if bytes.has("FORM") && (bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8)) { return .aiff }
    if bytes.has("riff") && bytes.has("wave", at: 24) { return .wave64 }
    if bytes.has("fLaC") { return .flac }
    if bytes.has("caff") { return .caf }
    if bytes.has(".snd") || bytes.has("dns.") { return .au }
    return bytes.has("OggS") ? ogg(bytes) : nil
  }

  /// By the first packet of the first page.
  private static func ogg(_ bytes: [UInt8]) -> ContentKind {
    let packet = 27 + Int(bytes.count > 26 ? bytes[26] : 0)
    if bytes.has("\u{1}vorbis", at: packet) { return .oggVorbis }
    if bytes.has("OpusHead", at: packet) { return .oggOpus }
    if bytes.has("\u{7F}FLAC", at: packet) { return .oggFLAC }
    if bytes.has("Speex   ", at: packet) { return .foreign("Speex") }
    return .foreign("this Ogg stream")
  }

  private static let foreignMarks: [(mark: String, offset: Int, name: String)] = [
    ("ftyp", 4, "MPEG-4"), ("MAC ", 0, "Monkey's Audio"), ("wvpk", 0, "WavPack"), ("MPCK", 0, "Musepack"),
    ("MP+", 0, "Musepack"), ("TTA1", 0, "True Audio"), ("DSD ", 0, "DSD"), ("FRM8", 0, "DSD"),
    ("ajkg", 0, "Shorten"), ("MThd", 0, "MIDI"), (".RMF", 0, "RealAudio"), ("ADIF", 0, "AAC"),
    ("Extended Module:", 0, "tracker modules"), ("IMPM", 0, "tracker modules"),
    ("SCRM", 44, "tracker modules"),
  ]

  private static func foreign(in bytes: [UInt8]) -> ContentKind? {
    if let known = foreignMarks.first(where: { bytes.has($0.mark, at: $0.offset) }) {
      return .foreign(known.name)
    }
    if bytes.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
      return .foreign("Windows Media")
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .foreign("Matroska") }
    // ADTS: twelve bits of sync, then a layer of 0, which no MPEG audio layer has.
    if bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, (bytes[2] >> 2) & 15 < 13 {
      return .foreign("AAC")
    }
    return nil
  }
}
