/// What the sound is like, by the names that reports use.
extension TrackInfo {
  /// Seconds, to the millisecond.
  package var duration: Double? { stream.duration }
  /// Frames per second.
  package var sampleRate: Int? { stream.sampleRate }
  package var channels: Int? { stream.channels }
  package var bitsPerSample: Int? { stream.bitsPerSample }
  package var codec: AudioCodec? { stream.codec }
  /// Bits per second.
  package var bitrate: Int? { stream.bitrate }
}
