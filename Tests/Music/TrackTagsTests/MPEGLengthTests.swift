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

  /// A file that has the same bit rate at its start, middle and end, and another between: 128, 64 and 128 kbit/s.
  @Test func lengthOfVariableRateIsCountedThatIsConstantAtThreePlaces() throws {
    func frames(_ header: [UInt8], bytes: Int, count: Int) -> [UInt8] {
      let frame = header + [UInt8](repeating: 0, count: bytes - 4)
      return (0..<count).flatMap { _ in frame }
    }
    let loud = frames([0xFF, 0xFB, 0x90, 0], bytes: 417, count: 600)
    let soft = frames([0xFF, 0xFB, 0x50, 0], bytes: 208, count: 2_000)
    let path = try music.folder.write(loud + soft + loud + loud + soft + loud, to: "b.mp3")
    // 6,400 frames of 1,152 samples at 44.1 kHz.
    #expect(try TagReader.read(path).duration == 167.184)
  }
}
