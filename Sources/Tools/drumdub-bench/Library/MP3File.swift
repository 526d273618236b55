/// Makes MP3 files of a second of silence: an ID3v2.4 tag and layer III frames without sound data (ISO 11172-3).
enum MP3File {
  static func bytes(_ tags: TrackTags, _ picture: [UInt8]) -> [UInt8] {
    var frames = frame("TIT2", tags.title) + frame("TPE1", tags.artist) + frame("TALB", tags.album)
    frames += frame("TRCK", "\(tags.track)") + frame("TDRC", "\(tags.year)") + frame("TCON", tags.genre)
    if !picture.isEmpty { frames += frame("APIC", [0] + Array("image/jpeg".utf8) + [0, 3, 0] + picture) }
    return Array("ID3".utf8) + [4, 0, 0] + size(frames.count) + frames + sound
  }

  /// 38 frames of 128 kbit/s at 44.1 kHz.
  private static let sound = (0..<38).flatMap { _ in
    [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
  }

  private static func frame(_ name: String, _ text: String) -> [UInt8] { frame(name, [3] + Array(text.utf8)) }

  private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + size(content.count) + [0, 0] + content
  }

  /// Encodes a size as four bytes of seven bits.
  private static func size(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) } }
}
