import AudioBase
import CTagLib
import Containers

extension SoundProperties {
  package init(_ stream: drumdub_tags_stream, kind: FileKind) {
    self.init()
    duration = Double(stream.milliseconds) / 1_000
    sampleRate = Int(stream.sample_rate)
    channels = Int(stream.channels)
    bitsPerSample = Int(stream.bits)
    bitrate = Int(stream.kilobits) * 1_000
    codec = AudioCodec.of(kind, detail: stream.detail)
  }

  /// Replaces zeros, which stand for unknown values, and impossible values by nil.
  mutating func dropUnknown() {
    if !(codec?.keepsEveryBit ?? false) { bitsPerSample = nil }
    duration = duration.flatMap { $0 > 0 ? $0 : nil }
    sampleRate = sampleRate.flatMap { (100...100_000_000).contains($0) ? $0 : nil }
    channels = channels.flatMap { (1...65_535).contains($0) ? $0 : nil }
    bitsPerSample = bitsPerSample.flatMap { (1...64).contains($0) ? $0 : nil }
    bitrate = bitrate.flatMap { $0 > 0 ? $0 : nil }
    if codec == .pcm { bitrate = packedBitrate ?? bitrate }
  }
}

extension FileKind {
  /// Whether only FFmpeg can read the tags and properties of files of this kind.
  var isForeign: Bool {
    [.dsdiff, .matroska, .otherOgg, .ac3, .eac3, .dts, .trueHD, .tak, .shorten, .realAudio, .amr, .voc]
      .contains(self)
  }

  /// TagLib's reader for this kind; nil if it has none.
  var tagLib: drumdub_tags_kind? { FileKind.readers[self] }

  /// ADTS files have the same tags as MP3 files.
  private static let readers: [FileKind: drumdub_tags_kind] = [
    .mpeg: DRUMDUB_TAGS_MPEG, .adts: DRUMDUB_TAGS_MPEG, .flac: DRUMDUB_TAGS_FLAC,
    .oggVorbis: DRUMDUB_TAGS_OGG_VORBIS, .oggFLAC: DRUMDUB_TAGS_OGG_FLAC, .oggSpeex: DRUMDUB_TAGS_OGG_SPEEX,
    .oggOpus: DRUMDUB_TAGS_OGG_OPUS, .wav: DRUMDUB_TAGS_WAV, .aiff: DRUMDUB_TAGS_AIFF, .mp4: DRUMDUB_TAGS_MP4,
    .asf: DRUMDUB_TAGS_ASF, .ape: DRUMDUB_TAGS_APE, .wavPack: DRUMDUB_TAGS_WAVPACK,
    .musepack7: DRUMDUB_TAGS_MUSEPACK, .musepack8: DRUMDUB_TAGS_MUSEPACK, .trueAudio: DRUMDUB_TAGS_TRUEAUDIO,
    .mod: DRUMDUB_TAGS_MOD, .s3m: DRUMDUB_TAGS_S3M, .it: DRUMDUB_TAGS_IT, .xm: DRUMDUB_TAGS_XM,
  ]
}
