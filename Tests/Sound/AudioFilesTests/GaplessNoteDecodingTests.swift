import AudioBase
import SystemBase
import TestSupport
import Testing

/// The tag iTunSMPB of files whose format states neither priming nor padding.
@Suite struct GaplessNoteDecodingTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  /// The words for a stream of a number of frames, of which those of the sound are no priming or padding.
  private func words(_ priming: Int, of all: Int, sound frames: Int? = nil) -> String {
    let frames = frames ?? sound.frames
    let numbers = [0, priming, all - priming - frames, frames, 0, 0]
    return numbers.map { " " + String($0, radix: 16, uppercase: true) }.joined()
  }

  private func tag(_ words: String) -> [UInt8] {
    TestID3.tag(version: 3, [("COMM", [0] + Array("engiTunSMPB\0\(words)".utf8))])
  }

  private func expectSound(_ path: FilePath, _ place: SourceLocation = #_sourceLocation) throws {
    let decoded = try Decoded(path)
    let endedEarly = decoded.endedEarly
    #expect(decoded.format.length == FrameCount(sound.frames), sourceLocation: place)
    #expect(decoded.frames == sound.frames, sourceLocation: place)
    #expect(!endedEarly, sourceLocation: place)
    #expect(signalToNoise(sound.floats, decoded.samples) > 20, sourceLocation: place)
    #expect(try largestSeekError(path, count: 20) < 1e-4, sourceLocation: place)
  }

  @Test func mp3WithoutAHeaderFrameBeginsAndEndsAsTheCommentStates() throws {
    let raw = try sound.mp3(in: folder, "raw.mp3", ["-t", "-b", "192"])
    let all = try Decoded(raw).frames
    #expect(all > sound.frames + 1_105)
    try expectSound(folder.write(tag(words(576, of: all)) + fileBytes(raw), to: "noted.mp3"))
  }

  @Test func commentOfAnotherLengthIsIgnored() throws {
    let raw = try sound.mp3(in: folder, "raw.mp3", ["-t", "-b", "192"])
    let all = try Decoded(raw)
    let noted = try Decoded(
      folder.write(tag(words(576, of: 200_000, sound: 198_000)) + fileBytes(raw), to: "cut.mp3"))
    #expect(firstDifference(noted.samples, all.samples) == nil)
  }

  @Test func headerFrameOfLAMEPrecedesTheComment() throws {
    let path = try sound.mp3(in: folder)
    let noted = try Decoded(folder.write(tag(words(0, of: sound.frames)) + fileBytes(path), to: "both.mp3"))
    #expect(firstDifference(noted.samples, try Decoded(path).samples) == nil)
  }

  @Test(.enabled(if: TestSound.hasFFmpeg, "ffmpeg makes these files"))
  func adtsBeginsAndEndsAsTheCommentStates() throws {
    let raw = try sound.ffmpeg(in: folder, "raw.aac", ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"])
    let all = try Decoded(raw).frames
    try expectSound(folder.write(tag(words(1_024, of: all)) + fileBytes(raw), to: "noted.aac"))
  }

  @Test(.enabled(if: TestSound.hasFFmpeg, "ffmpeg makes these files"))
  func aacInMatroskaBeginsAndEndsAsTheTagStates() throws {
    let raw = try sound.ffmpeg(in: folder, "raw.aac", ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"])
    let all = try Decoded(raw).frames
    let path = try sound.ffmpeg(
      in: folder, "noted.mka",
      ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0", "-metadata", "iTunSMPB=\(words(1_024, of: all))"])
    let decoded = try Decoded(path)
    #expect(decoded.format.length == FrameCount(sound.frames) && decoded.frames == sound.frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > 20)
  }

  /// ffmpeg states the language, for which the delay of the encoder has room: 23,219,955 ns for 1,024 frames.
  @Test(.enabled(if: TestSound.hasFFmpeg, "ffmpeg makes these files"))
  func codecDelayInMatroskaIsNotPlayed() throws {
    let options = ["-c:a", "aac", "-b:a", "160k", "-aac_pns", "0"]
    var file = try fileBytes(sound.ffmpeg(in: folder, "plain.mka", options))
    let all = try Decoded(folder.file("plain.mka"))
    let language = try #require(file.firstRange(of: [0x22, 0xB5, 0x9C, 0x83] + ascii("und")))
    file.replaceSubrange(language, with: [0x56, 0xAA, 0x84, 0x01, 0x62, 0x4E, 0xF3])
    let decoded = try Decoded(folder.write(file, to: "delayed.mka"))
    #expect(decoded.frames == all.frames - 1_024)
    #expect(firstDifference(decoded.samples, Array(all.samples.dropFirst(2_048))) == nil)
  }
}
