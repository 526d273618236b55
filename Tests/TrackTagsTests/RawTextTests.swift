import SystemBase
import TestSupport
import Testing
import TrackTags

/// Texts that are not UTF-8 where the format asks for it are guessed, never dropped.
@Suite struct RawTextTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  /// Puts other bytes of the same number in place of a text.
  private func replaced(_ path: FilePath, _ text: String, by bytes: [UInt8]) throws -> FilePath {
    var file = try FileBytes.read(path, limit: 1 << 24)
    let old = Array(text.utf8)
    try #require(old.count == bytes.count)
    for place in file.indices where file[place] == old[0] && file[place...].starts(with: old) {
      file.replaceSubrange(place..<(place + old.count), with: bytes)
    }
    return try music.folder.write(file, to: "replaced")
  }

  /// "Lakmé" and "Мелодия" in the encodings of two systems.
  private let latin: [UInt8] = [0x4C, 0x61, 0x6B, 0x6D, 0xE9]
  private let cyrillic: [UInt8] = [0xCC, 0xE5, 0xEB, 0xEE, 0xE4, 0xE8, 0xFF]

  @Test func vorbisComments() throws {
    let comments = ["ARTIST=Mado Robin", "TITLE=XXXXX", "ALBUM=Duo"]
    let options = comments.flatMap { ["-T", $0] }
    let flac = try TagReader.read(try replaced(music.flac("a.flac", options), "XXXXX", by: latin))
    #expect(flac.title == "Lakmé" && flac.artist == "Mado Robin" && flac.album == "Duo")
    let opus = try music.opus("a.opus", comments.flatMap { ["--comment", $0] })
    let track = try TagReader.read(try replaced(opus, "XXXXX", by: latin))
    #expect(track.title == "Lakmé" && track.artist == "Mado Robin" && track.album == "Duo")
    let other = try music.flac("b.flac", ["-T", "TITLE=XXXXXXX"])
    #expect(try TagReader.read(try replaced(other, "XXXXXXX", by: cyrillic)).title == "Мелодия")
  }

  @Test func ape() throws {
    let value: (String, [UInt8]) -> [UInt8] = { name, bytes in
      [UInt8(bytes.count), 0, 0, 0, 0, 0, 0, 0] + Array(name.utf8) + [0] + bytes
    }
    let items = value("Title", latin) + value("Artist", Array("Mado Robin".utf8))
    let size = UInt8(items.count + 32)
    let footer =
      Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, size, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 15)
    let frames = try FileBytes.read(try music.mp3("a.mp3"), limit: 1 << 24)
    let track = try TagReader.read(try music.folder.write(frames + items + footer, to: "b.mp3"))
    #expect(track.title == "Lakmé" && track.artist == "Mado Robin")
  }

  @Test(.enabled(if: Tool.mayUse("ffmpeg"))) func mp4() throws {
    let path = music.folder.file("a.m4a")
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-i", try music.wav().shown, "-metadata", "title=XXXXX", "-metadata",
        "artist=Mado Robin",
        path.shown,
      ])
    let track = try TagReader.read(try replaced(path, "XXXXX", by: latin))
    #expect(track.title == "Lakmé" && track.artist == "Mado Robin")
  }
}
