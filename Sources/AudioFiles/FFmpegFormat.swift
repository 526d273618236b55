import Containers

/// How FFmpeg reads a kind of file that no other decoder here does.
struct FFmpegFormat: Hashable, Sendable {
  /// The name that messages to the user give it.
  let name: String
  /// FFmpeg's name of its reader; nil where it has none.
  var demuxer: String?
  var timing = Timing.stamped
  /// Whether its length is told in frames, not in milliseconds or by other streams.
  var lengthIsExact = false

  /// How a place in the sound is found again.
  enum Timing: Hashable, Sendable {
    /// By the packets' times.
    case stamped
    /// By counting the packets, which have no times but are all equally long.
    case counted
    /// By decoding from the beginning.
    case sequential
  }

  /// Describes a kind; nil for those that other decoders read whatever they hold.
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
