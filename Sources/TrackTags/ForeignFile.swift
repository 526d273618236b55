import AudioBase
import SystemBase

/// What another library says of a file of which TagLib reads nothing.
package struct ForeignFile: Hashable, Sendable {
  package struct Tag: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// - Throws: as `TagReader.read`.
  package typealias Read = @Sendable (FilePath) throws(FileError) -> ForeignFile

  /// By the names of FFmpeg and Matroska, in any case.
  package var tags: [Tag]
  /// FFmpeg's name for how the sound is coded.
  package var codec: String
  /// As it is decoded; seconds, frames per second.
  package var duration: Double?
  package var sampleRate: Int
  package var channels: Int

  package init(tags: [Tag], codec: String, duration: Double?, sampleRate: Int, channels: Int) {
    (self.tags, self.codec, self.duration) = (tags, codec, duration)
    (self.sampleRate, self.channels) = (sampleRate, channels)
  }

  /// As TagLib names properties. What Matroska says of an album stands behind the name of its target.
  package var fields: [TagField] {
    tags.map { tag in
      var key = tag.name.uppercased()
      if key.hasPrefix("TRACK/") { key.removeFirst(6) }
      return TagField(key: ForeignFile.names[key] ?? key, value: tag.value)
    }
  }

  package var stream: SoundProperties {
    var stream = SoundProperties(codec: AudioCodec.foreign(codec))
    stream.duration = duration.map { ($0 * 1_000).rounded() / 1_000 }
    // One bit a sample, decoded by eights.
    stream.sampleRate = stream.codec == .dsd ? sampleRate * 8 : sampleRate
    if stream.codec == .dsd { stream.bitsPerSample = 1 }
    stream.channels = channels
    return stream
  }

  private static let names = [
    "ALBUM_ARTIST": "ALBUMARTIST", "ALBUM/ARTIST": "ALBUMARTIST", "ALBUM/TITLE": "ALBUM",
    "PERFORMER": "ARTIST",
    "LEAD_PERFORMER": "ARTIST", "PART_NUMBER": "TRACKNUMBER", "TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER",
    "TOTAL_PARTS": "TRACKTOTAL", "ALBUM/TOTAL_PARTS": "TRACKTOTAL", "DATE_RELEASED": "DATE",
    "DATE_RECORDED": "DATE", "ALBUM/DATE_RELEASED": "DATE", "ALBUM/DATE_RECORDED": "DATE",
    "ALBUM/GENRE": "GENRE",
  ]
}

extension AudioCodec {
  /// By the name of FFmpeg's decoder: `mp3float`, `libopus`, `pcm_s16le`.
  package static func foreign(_ name: String) -> AudioCodec? {
    let name = name.hasPrefix("lib") ? name.dropFirst(3) : name[...]
    let kinds: [(String, AudioCodec)] = [
      ("pcm_alaw", .alaw), ("pcm_mulaw", .mulaw), ("pcm_", .pcm), ("adpcm_", .adpcm), ("dsd_", .dsd),
      ("mp3", .mp3), ("mp2", .mp2), ("mp1", .mp1), ("aac", .aac), ("fdk_aac", .aac), ("eac3", .eac3),
      ("ac3", .ac3), ("amr", .amr), ("wmalossless", .wmaLossless), ("wma", .wma), ("ape", .ape),
    ]
    return AudioCodec(rawValue: String(name)) ?? kinds.first { name.hasPrefix($0.0) }?.1
  }
}
