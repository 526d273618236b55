import AudioBase
import Glibc
import SystemBase
import TestSupport
import Testing

/// What only FFmpeg reads.
@Suite(.enabled(if: TestSound.hasFFmpeg, "the ffmpeg program makes the files"))
struct FFmpegDecoderTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("a.m4a", "alac"), ("a.mov", "alac"), ("a.mov", "pcm_s16be"), ("a.wv", "wavpack"), ("a.tta", "tta"),
    ("a.mka", "flac"), ("a.mkv", "pcm_s16le"), ("a.mp4", "flac"),
  ])
  func losslessSoundIsDecodedAndSoughtExactly(name: String, codec: String) throws {
    let path = try sound.ffmpeg(in: folder, name, ["-c:a", codec])
    let decoded = try Decoded(path)
    #expect(firstDifference(decoded.samples, sound.floats) == nil)
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly)
    if !name.contains("mk") { #expect(decoded.format.length == FrameCount(sound.frames)) }
    #expect(try largestSeekError(path, count: 15) == 0)
  }

  /// The length is exact to the frame as the container states it, and the sound is not shifted.
  @Test(arguments: [44_101, 44_033, 10_240])
  func aacInMP4IsTrimmedToTheStatedLength(frames: Int) throws {
    let sound = TestSound(frames: frames)
    let path = try sound.ffmpeg(in: folder, "a.m4a", ["-c:a", "aac", "-b:a", "256k", "-aac_pns", "0"])
    let decoded = try Decoded(path)
    #expect(decoded.format.length == FrameCount(frames))
    #expect(decoded.frames == frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > 15)
    #expect(try largestSeekError(path, count: 15) < 1e-5)
  }

  /// A whole DASH file ends where its edit list does, not early.
  @Test func fragmentedMP4IsTrimmedToTheStatedLength() throws {
    let options = ["-c:a", "aac", "-movflags", "empty_moov+delay_moov", "-frag_duration", "200000"]
    let decoded = try Decoded(sound.ffmpeg(in: folder, "a.mp4", options))
    let endedEarly = decoded.endedEarly
    #expect(decoded.format.length == FrameCount(sound.frames))
    #expect(decoded.frames == sound.frames && !endedEarly)
  }

  /// The AC-3 decoder fills omitted bands with random noise, which differs after each seek.
  @Test(arguments: [
    ("a.aac", ["-c:a", "aac", "-aac_pns", "0"], 1e-4), ("a.ac3", ["-c:a", "ac3"], 0.01),
    ("a.eac3", ["-c:a", "eac3"], 0.01), ("a.dts", ["-c:a", "dca"], 1e-4),
    ("a.mka", ["-c:a", "aac", "-aac_pns", "0"], 1e-4), ("a.wma", ["-c:a", "wmav2"], 1e-4),
    ("a.webm", ["-c:a", "libopus"], 1e-3), ("b.webm", ["-c:a", "libvorbis"], 1e-4),
    ("a.mp4", ["-c:a", "ac3"], 0.01),
  ])
  func lossySoundSeeksExactly(name: String, options: [String], tolerance: Float) throws {
    let sound = TestSound(rate: 48_000, frames: 80_000)
    let path = try sound.ffmpeg(in: folder, name, options)
    let decoded = try Decoded(path)
    let (frames, endedEarly) = (decoded.frames, decoded.endedEarly)
    #expect((77_000..<83_500).contains(frames))
    #expect(!endedEarly)
    let error = try largestSeekError(path, count: 15)
    #expect(error < tolerance)
  }

  /// ffmpeg states the duration without what fills the last packet, with the priming.
  @Test func paddingInMatroskaIsNotPlayed() throws {
    let path = try sound.ffmpeg(in: folder, "a.mka", ["-c:a", "aac", "-aac_pns", "0"])
    var bytes = try fileBytes(path)
    let duration = try #require(bytes.firstRange(of: [0x44, 0x89, 0x88])).upperBound
    let bits = bytes[duration..<(duration + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let stated = Double(bitPattern: bits) / 1_000
    let decoded = try Decoded(path)
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly && decoded.frames % 1_024 != 0 && decoded.format.length == FrameCount(decoded.frames))
    #expect(abs(Double(decoded.frames) / 44_100 - stated) < 0.001)
    #expect(try largestSeekError(path, count: 15) < 1e-4)
    // A cover is another stream, which has no duration.
    let cover = try folder.write(TestPictures.png, to: "cover.png").shown
    let pictured = try sound.ffmpeg(
      in: folder, "b.mka",
      ["-c:a", "aac", "-aac_pns", "0", "-attach", cover, "-metadata:s:t", "mimetype=image/png"])
    #expect(try Decoded(pictured).frames == decoded.frames)
    // So much is no padding: the duration is wrong, and all packets are played.
    for (index, byte) in [0x40, 0x7F, 0x40, 0, 0, 0, 0, 0].enumerated() {
      bytes[duration + index] = UInt8(byte)
    }
    let whole = try Decoded(folder.write(bytes, to: "wrong.mka"))
    #expect(whole.frames % 1_024 == 0 && whole.frames > decoded.frames)
    #expect(
      firstDifference(Array(whole.samples.prefix(40_000)), Array(decoded.samples.prefix(40_000))) == nil)
  }

  @Test func eightBitSamplesAreCloseAndWiderOnesExact() throws {
    let byte = try sound.ffmpeg(in: folder, "a.mov", ["-c:a", "pcm_u8"])
    let byteNoise = signalToNoise(sound.floats, try Decoded(byte).samples)
    #expect(byteNoise > 30)
    for codec in ["pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le"] {
      let path = try sound.ffmpeg(in: folder, "\(codec).mkv", ["-c:a", codec])
      #expect(firstDifference(try Decoded(path).samples, sound.floats) == nil, "\(codec)")
    }
  }

  @Test func alacWithSixChannelsKeepsTheChannelOrder() throws {
    let sound = TestSound.oneByOne(channels: 6)
    let path = try sound.ffmpeg(in: folder, "a.m4a", ["-c:a", "alac"])
    #expect(firstDifference(try Decoded(path).samples, sound.floats) == nil)
  }

  @Test(arguments: [
    ("a.m4a", ["-c:a", "alac", "-movflags", "faststart"]), ("a.wv", ["-c:a", "wavpack"]),
    ("b.m4a", ["-c:a", "aac", "-movflags", "faststart"]), ("a.mka", ["-c:a", "flac"]),
  ])
  func truncatedFilesPlayAsFarAsPossibleAndReportTheEarlyEnd(name: String, options: [String]) throws {
    let sound = TestSound(frames: 200_000)
    let bytes = try fileBytes(sound.ffmpeg(in: folder, name, options))
    let decoded = try Decoded(folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut-\(name)"))
    let (frames, endedEarly) = (decoded.frames, decoded.endedEarly)
    #expect(endedEarly)
    #expect((60_000..<140_000).contains(frames))
  }

  /// The gap is silent and keeps its length.
  @Test func decodingContinuesAfterDamageAndKeepsTheLength() throws {
    let sound = TestSound(frames: 200_000)
    var bytes = try fileBytes(sound.ffmpeg(in: folder, "a.m4a", ["-c:a", "alac"]))
    for index in bytes.count / 2..<bytes.count / 2 + 3_000 { bytes[index] = 0xFF }
    let decoded = try Decoded(folder.write(bytes, to: "hurt.m4a"))
    #expect(decoded.frames == sound.frames)
    #expect(firstDifference(Array(decoded.samples.suffix(20_000)), Array(sound.floats.suffix(20_000))) == nil)
  }

  @Test func aRateThatChangesIsAnError() throws {
    let one = try sound.ffmpeg(in: folder, "a.aac", ["-c:a", "aac"])
    let other = try sound.ffmpeg(in: folder, "b.aac", ["-c:a", "aac", "-ar", "32000"])
    let joined = try folder.write(fileBytes(one) + fileBytes(other), to: "joined.aac")
    #expect(errorCode(joined) == .unsupported)
  }

  @Test func garbageBehindAKnownFormatMarkIsRefused() throws {
    var generator = SeededGenerator(seed: 11)
    let noise = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let marks: [[UInt8]] = [
      bytes(UInt32(0)) + ascii("ftypM4A "), ascii("wvpk"), ascii("MAC "), ascii("TTA1"), ascii("MPCK"),
      ascii("DSD "), [0x1A, 0x45, 0xDF, 0xA3], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],
    ]
    for mark in marks {
      let got = try errorCode(folder.write(mark + noise, to: "garbage"))
      #expect(got == .damaged || got == .unsupported || got == .notAudio, "\(mark)")
    }
    #expect(
      try errorCode(folder.write([0xFF, 0xF1, 0x50, 0x80, 0x10, 0x1F] + noise, to: "a.aac")) == .notAudio)
    #expect(try errorCode(folder.write([0x0B, 0x77, 0, 0, 0x14, 0x40] + noise, to: "a.ac3")) == .notAudio)
  }

  /// A file may not send the player to other files or to the net.
  @Test func listsOfOtherFilesAreRefusedAsNotAudio() throws {
    _ = try folder.write(sound.wav(), to: "other.wav")
    let lists = [
      "#EXTM3U\nother.wav\n", "ffconcat version 1.0\nfile other.wav\n", "v=0\nm=audio 9 RTP/AVP 0\n",
    ]
    for list in lists { #expect(try errorCode(folder.write(list, to: "list.m4a")) == .notAudio) }
  }

  @Test func theLibrariesAreLoadedWithTheFirstSuchFile() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let sound = TestSound(frames: 5_000)
      _ = try Decoded(sound.flac(in: folder))
      let before = try mapsFFmpeg()
      precondition(!before)
      _ = try Decoded(sound.ffmpeg(in: folder, "a.m4a", ["-c:a", "alac"]))
      let after = try mapsFFmpeg()
      precondition(after)
    }
  }
}

/// Whether FFmpeg's libraries are in this process.
private func mapsFFmpeg() throws -> Bool {
  let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  var text: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count <= 0 { break }
    text += chunk[..<count]
  }
  return String(decoding: text, as: UTF8.self).contains("libavformat")
}
