import CTagLib

extension SoundProperties {
  init(_ stream: drumdub_tags_stream, kind: FileKind) {
    duration = Double(stream.milliseconds) / 1_000
    sampleRate = Int(stream.sample_rate)
    channels = Int(stream.channels)
    bitsPerSample = Int(stream.bits)
    bitrate = Int(stream.kilobits) * 1_000
    codec = AudioCodec.of(kind, detail: stream.detail)
  }

  /// Turns the zeros that stand for "unknown", and what no sound can have, into nil.
  mutating func dropUnknown() {
    if !(codec?.keepsEveryBit ?? false) { bitsPerSample = nil }
    duration = duration.flatMap { $0 > 0 ? $0 : nil }
    sampleRate = sampleRate.flatMap { (100...100_000_000).contains($0) ? $0 : nil }
    channels = channels.flatMap { (1...65_535).contains($0) ? $0 : nil }
    bitsPerSample = bitsPerSample.flatMap { (1...64).contains($0) ? $0 : nil }
    bitrate = bitrate.flatMap { $0 > 0 ? $0 : nil }
    if codec == .pcm { bitrate = packedBitrate ?? bitrate }
  }

  /// Of samples that all have the same number of bits; nil where the header's numbers are out of reason.
  var packedBitrate: Int? {
    guard let sampleRate, let channels, let bitsPerSample, (100...100_000_000).contains(sampleRate),
      (1...65_535).contains(channels), (1...64).contains(bitsPerSample)
    else { return nil }
    return sampleRate * channels * bitsPerSample
  }
}
