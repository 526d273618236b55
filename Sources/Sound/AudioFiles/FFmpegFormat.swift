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

  enum Timing: Hashable, Sendable {
    /// By the times of packets.
    case stamped
    /// By the number of packets, which have no times and equal lengths.
    case counted
    /// By decoding from the start.
    case sequential
  }

  /// FLAC with a number of bits that libsndfile does not decode.
  static let flacOfOddDepth = FFmpegFormat(name: "FLAC", demuxer: "flac", lengthIsExact: true)
  /// Opus whose pages state wrong positions, which libsndfile refuses.
  static let opusOfWrongPositions = FFmpegFormat(name: "Opus", demuxer: "ogg", timing: .sequential)
}

extension FFmpegFormat {
  /// Fails for kinds that other decoders support.
  init?(_ kind: FileKind) {
    switch kind {
    case .mpeg, .waveBigEndian, .flac, .oggVorbis, .oggOpus, .oggFLAC: return nil
    case .mp4: self.init(name: "MPEG-4", demuxer: "mp4", lengthIsExact: true)
    case .asf: self.init(name: "Windows Media", demuxer: "asf")
    case .matroska: self.init(name: "Matroska", demuxer: "matroska")
    case .adts: self.init(name: "AAC", demuxer: "aac", timing: .counted, lengthIsExact: true)
    case .ac3: self.init(name: "AC-3", demuxer: "ac3", timing: .counted, lengthIsExact: true)
    case .eac3: self.init(name: "E-AC-3", demuxer: "eac3", timing: .counted, lengthIsExact: true)
    case .dts: self.init(name: "DTS", demuxer: "dts", timing: .counted, lengthIsExact: true)
    case .dsf: self.init(name: "DSD", demuxer: "dsf", lengthIsExact: true)
    case .dsdiff: self.init(name: "DSD", demuxer: "iff")
    case .ape: self.init(name: "Monkey's Audio", demuxer: "ape", lengthIsExact: true)
    case .wavPack: self.init(name: "WavPack", demuxer: "wv", lengthIsExact: true)
    case .trueAudio: self.init(name: "True Audio", demuxer: "tta", lengthIsExact: true)
    case .flash: self.init(name: "Flash Video", demuxer: "flv")
    case .midi: self.init(name: "MIDI")
    case .adif: self.init(name: "AAC without frame headers (ADIF)")
    case .oggSpeex: self.init(name: "Speex", demuxer: "ogg", timing: .sequential)
    case .wav, .rf64, .bw64: self.init(name: "this WAV", demuxer: "wav", timing: .sequential)
    case .wave64: self.init(name: "this Wave64", demuxer: "w64", timing: .sequential)
    case .aiff: self.init(name: "this AIFF", demuxer: "aiff", timing: .sequential)
    case .caf: self.init(name: "this CAF", demuxer: "caf", timing: .sequential)
    case .au: self.init(name: "this AU", demuxer: "au", timing: .sequential)
    case .musepack7: self.init(name: "Musepack", demuxer: "mpc", timing: .sequential)
    case .musepack8: self.init(name: "Musepack", demuxer: "mpc8", timing: .sequential)
    case .tak: self.init(name: "TAK", demuxer: "tak", timing: .sequential)
    case .shorten: self.init(name: "Shorten", demuxer: "shn", timing: .sequential)
    case .realAudio: self.init(name: "RealAudio", demuxer: "rm", timing: .sequential)
    case .amr: self.init(name: "AMR", demuxer: "amr", timing: .sequential)
    case .voc: self.init(name: "Creative Voice", demuxer: "voc", timing: .sequential)
    case .avi: self.init(name: "AVI", demuxer: "avi", timing: .sequential)
    case .mpegProgram: self.init(name: "MPEG", demuxer: "mpeg", timing: .sequential)
    case .trueHD: self.init(name: "TrueHD", demuxer: "truehd", timing: .sequential)
    case .mod, .s3m, .it, .xm: self.init(name: "tracker modules", demuxer: "libopenmpt", timing: .sequential)
    case .otherOgg: self.init(name: "this Ogg stream", demuxer: "ogg", timing: .sequential)
    }
  }
}
