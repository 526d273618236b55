import SystemBase
import TestSupport
import Testing

@testable import AudioBase
@testable import TrackTags

/// The length of Ogg files whose last position is not the length.
@Suite struct OggLengthTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  /// Returns the duration of a file of which the decoder tells 2.5 seconds.
  private func duration(_ bytes: [UInt8]) throws -> Double? {
    let said = DecoderFileInfo(tags: [], codec: "", duration: 2.5, sampleRate: 48_000, channels: 2)
    return try TagReader.read(music.folder.write(bytes, to: "a.ogg")) { _ in said }.duration
  }

  private func bytes(_ path: FilePath) throws -> [UInt8] { try FileBytes.read(path, limit: 1 << 20) }

  @Test func decoderTellsTheLengthOfChainedFilesAndLateStreams() throws {
    let opus = try bytes(music.opus("one.opus", ["--serial", "1"]))
    let vorbis = try bytes(music.ogg("two.ogg", ["-s", "2"]))
    #expect(abs((try duration(opus) ?? 0) - 1) < 0.01)
    #expect(abs((try duration(vorbis) ?? 0) - 1) < 0.01)
    for file in [opus, vorbis] {
      var late = OggBytes(file)
      late.shift(by: 3_600 * 48_000)
      #expect(try duration(late.bytes) == 2.5)
    }
    // Later by less than the first page has, of several.
    var later = OggBytes(try bytes(music.ogg("long.ogg", ["-s", "3", "-q", "10"])))
    #expect(abs((try duration(later.bytes) ?? 0) - 1) < 0.01)
    later.shift(by: 1)
    #expect(try duration(later.bytes) == 2.5)
    #expect(try duration(vorbis + vorbis + vorbis) == 2.5)
    #expect(try duration(opus + vorbis) == 2.5)
    #expect(try duration(vorbis + opus) == 2.5)
  }

  @Test func missingEndMarkIsNoDamage() throws {
    var recorded = OggBytes(try bytes(music.ogg("a.ogg")))
    recorded.removeEndMark()
    let path = try music.folder.write(recorded.bytes, to: "recorded.ogg")
    #expect(try TagReader.read(path).damage == nil)
    let cut = try music.folder.write(recorded.bytes.dropLast(20), to: "cut.ogg")
    #expect(try TagReader.read(cut).damage?.code == .endsEarly)
  }
}
