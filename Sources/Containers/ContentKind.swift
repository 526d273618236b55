/// What a file holds, told by its first bytes alone.
package enum ContentKind: Hashable, Sendable {
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
  /// FFmpeg's to read, or nobody's.
  case foreign(ForeignKind)
}

extension ContentKind {
  /// Whether its header claims a length in bytes, which is read apart from the library.
  package var isChunked: Bool {
    switch self {
    case .wave, .waveBigEndian, .wave64, .rf64, .bw64, .aiff, .caf, .au: true
    case .flac, .oggVorbis, .oggOpus, .oggFLAC, .foreign: false
    }
  }

  /// The kind as FFmpeg reads it: for codecs that libsndfile has not.
  package var foreign: ForeignKind? {
    switch self {
    case .wave, .rf64, .bw64: ForeignKind(name: "this WAV", demuxer: "wav", timing: .sequential)
    case .wave64: ForeignKind(name: "this Wave64", demuxer: "w64", timing: .sequential)
    case .aiff: ForeignKind(name: "this AIFF", demuxer: "aiff", timing: .sequential)
    case .caf: ForeignKind(name: "this CAF", demuxer: "caf", timing: .sequential)
    case .au: ForeignKind(name: "this AU", demuxer: "au", timing: .sequential)
    case .foreign(let kind): kind
    case .waveBigEndian, .flac, .oggVorbis, .oggOpus, .oggFLAC: nil
    }
  }

  /// - Parameter bytes: the first of the file, or those after its tags; 2048 are enough.
  package init?(_ bytes: [UInt8]) {
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
    if bytes.has("Speex   ", at: packet) { return .foreign(.speex) }
    return .foreign(.ogg)
  }

  private static func foreign(in bytes: [UInt8]) -> ContentKind? {
    if let known = ForeignKind.marks.first(where: { bytes.has($0.mark, at: $0.offset) }) {
      return .foreign(known.kind)
    }
    if bytes.has("RIFF") && bytes.has("AVI ", at: 8) { return .foreign(.avi) }
    return ForeignKind.byteMarks.first { bytes.dropFirst($0.offset).starts(with: $0.mark) }
      .map { .foreign($0.kind) }
  }
}
