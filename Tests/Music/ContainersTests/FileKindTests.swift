import SystemBase
import TestSupport
import Testing

@testable import Containers

@Suite struct FileKindTests {
  private func kind(_ bytes: [UInt8]) -> FileKind? {
    if let kind = FileKind(markIn: bytes.span) { return kind }
    guard let offset = MPEGStream.firstFrame(in: bytes.span, isWhole: true),
      let frame = MPEGFrame(bytes.span, at: offset)
    else { return nil }
    return frame.layer == 0 ? .adts : .mpeg
  }

  /// 128 kbit/s, 44.1 kHz: 417 bytes a frame.
  private func mp3(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) }
  }

  @Test(arguments: [
    ("fLaC", FileKind.flac), ("RIFF....WAVE", .wav), ("RF64....WAVE", .rf64), ("FORM....AIFC", .aiff),
    ("....ftypM4A ", .mp4), ("MAC ", .ape), ("wvpk", .wavPack), ("MPCK", .musepack8),
    ("MP+\u{7}", .musepack7),
    ("TTA1", .trueAudio), (".snd", .au), ("caff", .caf), ("DSD ", .dsf), ("IMPM", .it),
    ("Extended Module: x", .xm), ("RIFF....AVI ", .avi),
  ])
  func fileKindIsRecognisedByTheLeadingMark(text: String, expected: FileKind) {
    #expect(kind(Array(text.utf8)) == expected)
  }

  @Test func bytesWithoutAKnownMarkAreNoMusic() {
    #expect(kind(Array("Once upon a time".utf8)) == nil)
    #expect(kind([]) == nil)
    #expect(kind([0xFF]) == nil)
    #expect(kind(TestPictures.png) == nil)
  }

  @Test func oggCodecIsRecognisedByTheFirstPackets() {
    func page(flags: UInt8, _ packet: [UInt8]) -> [UInt8] {
      Array("OggS".utf8) + [0, flags] + [UInt8](repeating: 0, count: 20) + [1, UInt8(packet.count)] + packet
    }
    #expect(kind(page(flags: 2, Array("OpusHead".utf8))) == .oggOpus)
    #expect(
      kind(page(flags: 2, Array("\u{80}theora".utf8)) + page(flags: 2, Array("\u{1}vorbis".utf8)))
        == .otherOgg, "libraries for one codec do not find the second stream")
    #expect(kind(page(flags: 2, Array("fishead".utf8)) + page(flags: 0, Array("OpusHead".utf8))) == .otherOgg)
  }

  @Test func mpegStreamNeedsConsecutiveFrames() {
    #expect(kind(mp3(frames: 2)) == .mpeg)
    #expect(kind([1, 2, 3] + mp3(frames: 3)) == .mpeg)
    #expect(kind(mp3(frames: 1)) == .mpeg, "the file ends where the frame does")
    #expect(
      kind(mp3(frames: 1) + [UInt8](repeating: 7, count: 500)) == nil, "one header may stand there by chance")
    #expect(kind([1, 2, 3] + mp3(frames: 1)) == nil)
  }

  /// Numbers below 0 in a program look like headers of layer I, and some follow one another as frames do.
  @Test func tablesOfNumbersAreNoMusic() {
    var random = SeededGenerator(seed: 5)
    let code = (0..<500).map { _ in UInt8.random(in: 0...127, using: &random) }
    for _ in 0..<20 {
      let table = (0..<4_000).flatMap { _ in
        let number = Int32.random(in: -65_536 ... -1, using: &random)
        return withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
      #expect(kind(code + table) == nil)
    }
    let constant = code + (0..<4_000).flatMap { _ in [0x10, 0x10, 0xFF, 0xFF] as [UInt8] }
    #expect(kind(constant) == nil)
  }

  /// Nothing but a run of frames begins a stream, whatever its layer.
  @Test func mpegStreamNeedsFourFramesOrTenBehindOtherBytes() {
    let other = [UInt8](repeating: 7, count: 5_000)
    #expect(kind(mp3(frames: 3) + other) == nil)
    #expect(kind(mp3(frames: 4) + other) == .mpeg)
    #expect(kind([1, 2, 3] + mp3(frames: 9) + other) == nil)
    #expect(kind([1, 2, 3] + mp3(frames: 10) + other) == .mpeg)
  }

  @Test func randomBytesAreNeverTakenForMusic() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let bytes = (0..<3_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(kind(bytes) == nil)
    }
  }
}
