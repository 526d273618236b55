import Containers

/// The parameters of FFmpeg for a kind of file that no other decoder supports.
struct FFmpegFormat: Hashable, Sendable {
  /// The name in messages to the user.
  let name: String
  /// FFmpeg's name of the demuxer; nil if it has none.
  var demuxer: String?
  var timing = Timing.stamped
  /// Whether the length is in frames, not in milliseconds or that of other streams.
  var lengthIsExact = false

  /// The method of seeking.
  enum Timing: Hashable, Sendable {
    /// By the times of packets.
    case stamped
    /// By the number of packets, which have no times and equal lengths.
    case counted
    /// By decoding from the start.
    case sequential
  }

  /// Fails for kinds that other decoders support.
  init?(_ kind: FileKind) {
    switch kind {
    case .mpeg, .waveBigEndian, .flac, .oggVorbis, .oggOpus, .oggFLAC: return nil
    case .mp4: self.init(name: "MPEG-4", demuxer: "mp4", lengthIsExact: true)
    case .asf: self.init(name: "Windows Media", demuxer: "asf")
    case .matroska: self.init(name: "Matroska", demuxer: "matroska")
    case .adts: self.init(counted: "AAC", "aac")
    case .ac3: self.init(counted: "AC-3", "ac3")
    case .eac3: self.init(counted: "E-AC-3", "eac3")
    case .dts: self.init(counted: "DTS", "dts")
    case .dsf: self.init(name: "DSD", demuxer: "dsf", lengthIsExact: true)
    case .dsdiff: self.init(name: "DSD", demuxer: "iff")
    case .ape: self.init(name: "Monkey's Audio", demuxer: "ape", lengthIsExact: true)
    case .wavPack: self.init(name: "WavPack", demuxer: "wv", lengthIsExact: true)
    case .trueAudio: self.init(name: "True Audio", demuxer: "tta", lengthIsExact: true)
    case .flash: self.init(name: "Flash Video", demuxer: "flv")
    case .midi: self.init(name: "MIDI")
    case .adif: self.init(name: "AAC without frame headers (ADIF)")
    case .oggSpeex, .otherOgg, .wav, .rf64, .bw64, .wave64, .aiff, .caf, .au, .musepack7, .musepack8, .tak,
      .shorten, .realAudio, .amr, .voc, .avi, .mpegProgram, .trueHD, .mod, .s3m, .it, .xm:
      self.init(sequential: kind)
    }
  }

  /// FLAC with a number of bits that libsndfile does not decode.
  static let flacOfOddDepth = FFmpegFormat(name: "FLAC", demuxer: "flac", lengthIsExact: true)

  private init(name: String, demuxer: String? = nil, lengthIsExact: Bool = false) {
    (self.name, self.demuxer, self.lengthIsExact) = (name, demuxer, lengthIsExact)
  }

  private init(counted name: String, _ demuxer: String) {
    self.init(name: name, demuxer: demuxer, lengthIsExact: true)
    timing = .counted
  }

  private init(sequential kind: FileKind) {
    let (name, demuxer) =
      switch kind {
      case .oggSpeex: ("Speex", "ogg")
      case .wav, .rf64, .bw64: ("this WAV", "wav")
      case .wave64: ("this Wave64", "w64")
      case .aiff: ("this AIFF", "aiff")
      case .caf: ("this CAF", "caf")
      case .au: ("this AU", "au")
      case .musepack7: ("Musepack", "mpc")
      case .musepack8: ("Musepack", "mpc8")
      case .tak: ("TAK", "tak")
      case .shorten: ("Shorten", "shn")
      case .realAudio: ("RealAudio", "rm")
      case .amr: ("AMR", "amr")
      case .voc: ("Creative Voice", "voc")
      case .avi: ("AVI", "avi")
      case .mpegProgram: ("MPEG", "mpeg")
      case .trueHD: ("TrueHD", "truehd")
      case .mod, .s3m, .it, .xm: ("tracker modules", "libopenmpt")
      default: ("this Ogg stream", "ogg")
      }
    self.init(name: name, demuxer: demuxer)
    timing = .sequential
  }
}
