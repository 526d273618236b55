import AudioBase
import SystemBase

/// The information of a decoder about a file in which TagLib reads nothing, or no sound.
package struct DecoderFileInfo: Hashable, Sendable {
  package struct Tag: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Reads a file; throws the same errors as `TagReader.read`.
  package typealias Read = @Sendable (FilePath) throws(FileError) -> DecoderFileInfo

  /// The tags under the names of FFmpeg and Matroska, in any case.
  package var tags: [Tag]
  /// FFmpeg's name of the codec; empty if another library decodes the file.
  package var codec: String
  /// The duration in seconds, after decoding.
  package var duration: Double?
  package var sampleRate: Int
  package var channels: Int

  package init(tags: [Tag], codec: String, duration: Double?, sampleRate: Int, channels: Int) {
    (self.tags, self.codec, self.duration) = (tags, codec, duration)
    (self.sampleRate, self.channels) = (sampleRate, channels)
  }

  /// The tags under TagLib's names. Matroska prefixes the tags of an album with the name of its target. The title of a
  /// stream, as "Stereo", is no second title of the file.
  var fields: [TagField] {
    let fields = tags.map { tag in
      var key = tag.name.uppercased()
      if key.hasPrefix("TRACK/") { key.removeFirst(6) }
      return TagField(key: DecoderFileInfo.names[key] ?? key, value: tag.value)
    }
    let title = fields.firstIndex { $0.key == "TITLE" }
    return fields.enumerated().filter { $0.element.key != "TITLE" || $0.offset == title }.map(\.element)
  }

  package var stream: SoundProperties {
    var stream = SoundProperties(codec: AudioCodec.foreign(codec))
    stream.duration = duration.map { ($0 * 1_000).rounded() / 1_000 }
    // DSD has one bit for each sample; FFmpeg counts bytes.
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
  /// Returns the codec by the name of FFmpeg's decoder: `mp3float`, `libopus`, `pcm_s16le`.
  package static func foreign(_ name: String) -> AudioCodec? {
    let name = name.hasPrefix("lib") ? name.dropFirst(3) : name[...]
    let kinds: [(String, AudioCodec)] = [
      ("pcm_alaw", .alaw), ("pcm_mulaw", .mulaw), ("pcm_", .pcm), ("adpcm_", .adpcm), ("dsd_", .dsd),
      ("mp3", .mp3), ("mp2", .mp2), ("mp1", .mp1), ("aac", .aac), ("fdk_aac", .aac), ("eac3", .eac3),
      ("ac3", .ac3), ("dca", .dts), ("amr", .amr), ("wmalossless", .wmaLossless), ("wma", .wma),
      ("ape", .ape),
    ]
    return AudioCodec(rawValue: String(name)) ?? kinds.first { name.hasPrefix($0.0) }?.1
  }
}
