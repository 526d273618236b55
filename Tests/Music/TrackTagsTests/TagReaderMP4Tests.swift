import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing
import TrackTags

/// The program is not among those that every machine has.
private let hasEncoder = Tool.mayUse("ffmpeg")

@Suite(.enabled(if: hasEncoder, "ffmpeg makes these files"))
struct TagReaderMP4Tests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func encoded(_ name: String, _ options: [String], channels: Int = 2) throws -> FilePath {
    let path = music.folder.file(name)
    let input = try music.wav(channels: channels)
    try Tool.run("ffmpeg", ["-v", "error", "-y", "-i", input.shown] + options + [path.shown])
    return path
  }

  @Test func aacInMP4IsReadWithTagsAndStreamInfo() throws {
    let options = [
      "-c:a", "aac", "-metadata", "title=Flower Duet", "-metadata", "track=2/12", "-metadata", "date=1883",
    ]
    let track = try TagReader.read(try encoded("a.m4a", options))
    #expect(track.title == "Flower Duet")
    #expect(track.trackNumber == 2)
    #expect(track.trackTotal == 12)
    #expect(track.date == "1883")
    #expect(track.stream.codec == .aac)
    #expect(track.stream.bitsPerSample == nil)
    #expect(abs((track.stream.duration ?? 0) - 1) < 0.1)
  }

  @Test(arguments: [
    ("a.m4a", ["-c:a", "aac"]), ("a.mp4", ["-c:a", "libmp3lame"]),
  ])
  func lengthOfMP4ExcludesTheEncoderDelay(name: String, options: [String]) throws {
    let track = try TagReader.read(try encoded(name, options))
    #expect(track.stream.duration == 1)
    #expect(track.stream.codec == (options[1] == "aac" ? .aac : .mp3))
  }

  @Test func monoAACInMP4HasOneChannel() throws {
    #expect(try TagReader.read(try encoded("a.m4a", ["-c:a", "aac"], channels: 1)).stream.channels == 1)
  }

  @Test(
    arguments: [("alac", AudioCodec.alac, 16), ("flac", .flac, 16), ("libopus", .opus, nil)]
      as [(String, AudioCodec, Int?)])
  func alacFLACAndOpusInMP4AreReadWithStreamInfo(encoder: String, codec: AudioCodec, bits: Int?) throws {
    let track = try TagReader.read(try encoded("a.mp4", ["-c:a", encoder, "-strict", "-2"]))
    #expect(track.stream.codec == codec)
    #expect(track.stream.bitsPerSample == bits)
    #expect(track.stream.sampleRate == (codec == .opus ? 48_000 : 44_100))
    #expect(track.stream.channels == 2)
    #expect(abs((track.stream.duration ?? 0) - 1) < 0.1)
  }

  @Test func aacWithoutAContainerIsReadWithStreamInfo() throws {
    let track = try TagReader.read(try encoded("a.aac", ["-c:a", "aac"]))
    #expect(track.stream.codec == .aac)
    #expect(track.stream.sampleRate == 44_100)
    #expect(abs((track.stream.duration ?? 0) - 1) < 0.1)
  }
}
