import Glibc
import SystemBase
import TestSupport
import Testing
import TrackTags

/// The stated length of MPEG audio is the length that is played.
@Suite struct MPEGLengthTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  @Test(arguments: [["-V", "2"], ["-V", "9"], ["-b", "320"], ["--abr", "140"]])
  func lengthOfAnMP3ExcludesTheEncoderDelay(_ options: [String]) throws {
    #expect(try TagReader.read(try music.mp3("a.mp3", options)).duration == 1)
  }

  /// Without a header frame that counts them the frames are counted: silence has few bits, noise many.
  @Test func lengthOfVariableRateWithoutAHeaderIsCounted() throws {
    let source = music.folder.file("a.wav")
    try Tool.run(
      "sox",
      ["-n", "-r", "44100", "-c", "2", "-b", "16", source.shown]
        + ["synth", "6", "sine", "300", "pad", "0", "4"])
    let path = music.folder.file("a.mp3")
    try Tool.run("lame", ["--quiet", "-V", "2", "-t", source.shown, path.shown])
    let duration = try #require(try TagReader.read(path).duration)
    #expect((10...10.1).contains(duration))
  }

  @Test func lengthOfConstantRateWithoutAHeaderIsExactToAFrame() throws {
    let duration = try #require(try TagReader.read(try music.mp3("a.mp3", ["-t"])).duration)
    #expect((1...1.08).contains(duration))
  }
}
