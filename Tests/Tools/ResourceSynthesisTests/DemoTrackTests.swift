import CSndfile
import HostTools
import SystemBase
import TestSupport
import Testing

@Suite struct DemoTrackTests {
  private let metadata: FLACMetadata

  init() throws {
    metadata = try FLACMetadata(FileBytes.read(Committed.demo, limit: 1 << 30), subject: "demo")
  }

  @Test func demoTrackHasTheExpectedTags() throws {
    let block = try #require(metadata.blocks.first { $0.type == FLACMetadata.vorbisComment })
    let comment = try #require(VorbisComment(block.body))
    let wanted: [VorbisComment.Tag] = [
      .init("TITLE", "First Light"), .init("ARTIST", "DrumDub"), .init("ALBUM", "DrumDub"),
      .init("TRACKNUMBER", "1"), .init("TRACKTOTAL", "1"), .init("BPM", "104"),
    ]
    for tag in wanted { #expect(comment.tags.contains(tag)) }
    for name in ["DATE", "GENRE", "COMMENT"] { #expect(comment.tags.contains { $0.name == name }) }
  }

  @Test func demoTrackHasASquarePNGAsFrontCover() throws {
    let picture = try #require(metadata.blocks.first { $0.type == FLACMetadata.picture }).body
    func number(_ offset: Int) -> Int { picture[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(0) == 3)
    #expect(String(decoding: picture[8..<17], as: UTF8.self) == "image/png")
    let size = 21 + number(17)
    #expect([number(size), number(size + 4), number(size + 8)] == [320, 320, 24])
    let png = Array(picture[(size + 20)...])
    #expect(png.count == number(size + 16))
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // The header chunk: width, height, 8 bits, red green blue.
    #expect(png[16..<26] == [0, 0, 1, 64, 0, 0, 1, 64, 8, 2])
  }

  @Test func flacToolsReadTheDemoTrack() {
    #expect(throws: Never.self) { try Tool.run("flac", ["--test", "--silent", Committed.demo.shown]) }
    #expect(throws: Never.self) { try Tool.run("metaflac", ["--list", Committed.demo.shown]) }
  }

  @Test func demoTrackLastsAMinuteAndLeavesHeadroomForDrums() throws {
    let sound = try SoundFile(Committed.demo)
    #expect(sound.format == SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    #expect(sound.sampleRate == 48_000 && sound.channels == 2)
    #expect((55...70).contains(sound.seconds))
    #expect(abs(sound.peak - 0.7079) < 0.0002)
    #expect((-20 ... -16).contains(sound.level(0..<sound.frames)))
    #expect(sound.peak(sound.frames - 480..<sound.frames) < 0.001)
    #expect(abs(sound.mean(0)) < 1e-4 && abs(sound.mean(1)) < 1e-4)
  }

  @Test func barsAfterTheIntroductionHaveSimilarLevels() throws {
    let sound = try SoundFile(Committed.demo)
    let bar = 4 * 60 * 48_000 / 104
    let levels = (0..<25).map { sound.level($0 * bar..<($0 + 1) * bar) }
    #expect(levels[4...].allSatisfy { (-23 ... -14).contains($0) })
    #expect(levels[..<4].allSatisfy { (-29 ... -20).contains($0) })
  }
}
