/// A kind of file that no library but FFmpeg reads, if any does.
package struct ForeignKind: Hashable, Sendable {
  /// As the user is told.
  package let name: String
  /// FFmpeg's name of its reader; nil where it has none.
  package var demuxer: String?
  package var timing = Timing.stamped
  /// Whether its length is told in frames, not in milliseconds or by other streams.
  package var lengthIsExact = false

  /// How a place in the sound is found again.
  package enum Timing: Hashable, Sendable {
    /// By the packets' times.
    case stamped
    /// The packets have no times of their own, but are all equally long: by counting them.
    case counted
    /// By decoding from the beginning.
    case sequential
  }
}

extension ForeignKind {
  package static let mpeg4 = ForeignKind(name: "MPEG-4", demuxer: "mp4", lengthIsExact: true)
  static let windowsMedia = ForeignKind(name: "Windows Media", demuxer: "asf")
  package static let matroska = ForeignKind(name: "Matroska", demuxer: "matroska")
  package static let adts = ForeignKind(name: "AAC", demuxer: "aac", timing: .counted, lengthIsExact: true)
  package static let ac3 = ForeignKind(name: "AC-3", demuxer: "ac3", timing: .counted, lengthIsExact: true)
  package static let eac3 = ForeignKind(
    name: "E-AC-3", demuxer: "eac3", timing: .counted, lengthIsExact: true)
  static let dts = ForeignKind(name: "DTS", demuxer: "dts", timing: .counted, lengthIsExact: true)
  static let ogg = ForeignKind(name: "this Ogg stream", demuxer: "ogg", timing: .sequential)
  static let speex = ForeignKind(name: "Speex", demuxer: "ogg", timing: .sequential)
  static let avi = ForeignKind(name: "AVI", demuxer: "avi", timing: .sequential)
  static let mpegProgram = ForeignKind(name: "MPEG", demuxer: "mpeg", timing: .sequential)
  private static let dsf = ForeignKind(name: "DSD", demuxer: "dsf", lengthIsExact: true)
  private static let dff = ForeignKind(name: "DSD", demuxer: "iff")
  private static let ape = ForeignKind(name: "Monkey's Audio", demuxer: "ape", lengthIsExact: true)
  private static let wavPack = ForeignKind(name: "WavPack", demuxer: "wv", lengthIsExact: true)
  private static let musepack7 = ForeignKind(name: "Musepack", demuxer: "mpc", timing: .sequential)
  private static let musepack8 = ForeignKind(name: "Musepack", demuxer: "mpc8", timing: .sequential)
  private static let trueAudio = ForeignKind(name: "True Audio", demuxer: "tta", lengthIsExact: true)
  private static let tak = ForeignKind(name: "TAK", demuxer: "tak", timing: .sequential)
  private static let shorten = ForeignKind(name: "Shorten", demuxer: "shn", timing: .sequential)
  private static let real = ForeignKind(name: "RealAudio", demuxer: "rm", timing: .sequential)
  private static let amr = ForeignKind(name: "AMR", demuxer: "amr", timing: .sequential)
  private static let voc = ForeignKind(name: "Creative Voice", demuxer: "voc", timing: .sequential)
  private static let flash = ForeignKind(name: "Flash Video", demuxer: "flv")
  private static let trueHD = ForeignKind(name: "TrueHD", demuxer: "truehd", timing: .sequential)
  private static let tracker = ForeignKind(
    name: "tracker modules", demuxer: "libopenmpt", timing: .sequential)
  private static let midi = ForeignKind(name: "MIDI")
  private static let adif = ForeignKind(name: "AAC without frame headers (ADIF)")

  /// What stands where in such a file.
  package static let marks: [(mark: String, offset: Int, kind: ForeignKind)] = [
    ("ftyp", 4, mpeg4), ("moov", 4, mpeg4), ("mdat", 4, mpeg4), ("wide", 4, mpeg4),
    ("MAC ", 0, ape), ("wvpk", 0, wavPack), ("MPCK", 0, musepack8), ("MP+", 0, musepack7),
    ("TTA1", 0, trueAudio), ("DSD ", 0, dsf), ("FRM8", 0, dff), ("tBaK", 0, tak), ("ajkg", 0, shorten),
    (".RMF", 0, real), ("#!AMR", 0, amr), ("Creative Voice File", 0, voc), ("FLV\u{1}", 0, flash),
    ("Extended Module:", 0, tracker), ("IMPM", 0, tracker), ("SCRM", 44, tracker), ("M.K.", 1_080, tracker),
    ("M!K!", 1_080, tracker), ("4CHN", 1_080, tracker), ("6CHN", 1_080, tracker), ("8CHN", 1_080, tracker),
    ("FLT4", 1_080, tracker), ("FLT8", 1_080, tracker),
    ("MThd", 0, midi), ("ADIF", 0, adif),
  ]

  /// The same for marks that are no letters.
  static let byteMarks: [(mark: [UInt8], offset: Int, kind: ForeignKind)] = [
    ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], 0, windowsMedia),
    ([0x1A, 0x45, 0xDF, 0xA3], 0, matroska),
    ([0x00, 0x00, 0x01, 0xBA], 0, mpegProgram),
    ([0xF8, 0x72, 0x6F, 0xBA], 4, trueHD),
    ([0x7F, 0xFE, 0x80, 0x01], 0, dts),
    ([0x2E, 0x72, 0x61, 0xFD], 0, real),
  ]
}
