import AudioBase
import SystemBase
import TestSupport
import Testing

@Suite struct LossyTests {
  private let folder: TemporaryFolder
  private let sound = TestSound.standard

  init() throws { folder = try TemporaryFolder() }

  private func check(_ path: FilePath, _ sound: TestSound, above decibels: Double) throws {
    let decoded = try Decoded(path)
    #expect(
      decoded.format
        == StreamFormat(
          sampleRate: SampleRate(sound.rate), channels: sound.channels, length: FrameCount(sound.frames)))
    #expect(decoded.frames == sound.frames)
    #expect(signalToNoise(sound.floats, decoded.samples) > decibels)
    #expect(!decoded.endedEarly)
  }

  @Test func vorbisIsDecodedInFullLengthAndSeeksExactly() throws {
    let path = try sound.vorbis(in: folder)
    try check(path, sound, above: 20)
    #expect(try largestSeekError(path, count: 200) == 0)
  }

  @Test func opusIsDecodedInFullLengthAndSeeksExactly() throws {
    let sound = TestSound(rate: 48_000)
    let path = try sound.opus(in: folder)
    try check(path, sound, above: 20)
    #expect(try largestSeekError(path, count: 20) < 1e-4)
  }

  @Test(arguments: [["-b", "128"], ["-b", "320"], ["-V", "2"], ["--abr", "160"], ["-m", "m"]])
  func mp3IsTrimmedToTheEncodedLengthAndSeeksExactly(options: [String]) throws {
    // Mono mixes the channels, so it is made from one.
    let sound = options.contains("m") ? TestSound(channels: 1) : sound
    let path = try sound.mp3(in: folder, "sound.mp3", options)
    try check(path, sound, above: 20)
    #expect(try largestSeekError(path) < 1e-5)
  }

  @Test(arguments: [["-b", "128"], ["-V", "4"]])
  func mp3WithoutALengthHeaderIsMeasuredWhenOpened(options: [String]) throws {
    let path = try sound.mp3(in: folder, "sound.mp3", ["-t"] + options)
    let decoded = try Decoded(path)
    #expect(decoded.format.length == FrameCount(decoded.frames))
    #expect(decoded.frames >= sound.frames)
    #expect(decoded.frames % 1_152 == 0)
    #expect(!decoded.endedEarly)
    #expect(try largestSeekError(path) < 1e-5)
  }

  @Test(arguments: [(8_000, "8"), (11_025, "16"), (16_000, "24"), (22_050, "32"), (24_000, "64")])
  func mp3OfLowRatesHasTheExactLengthAndSeeksExactly(rate: Int, bitrate: String) throws {
    let path = try TestSound(channels: 1, rate: rate).mp3(in: folder, "low.mp3", ["-b", bitrate])
    let decoded = try Decoded(path)
    #expect(decoded.format.sampleRate == SampleRate(rate))
    #expect(decoded.format.length == FrameCount(decoded.frames))
    // Low bitrates draw on many frames before: this fails where too few are decoded ahead.
    #expect(try largestSeekError(path) < 1e-5)
  }

  @Test(arguments: [3, 4, 5, 6, 7, 8])
  func vorbisChannelsComeInWAVEOrder(channels: Int) throws {
    let sound = TestSound.oneByOne(channels: channels)
    let decoded = try Decoded(sound.vorbis(in: folder))
    #expect(loudestChannels(decoded) == Array(0..<channels))
  }

  @Test(arguments: [3, 4, 5, 6, 7, 8])
  func opusChannelsComeInWAVEOrder(channels: Int) throws {
    let sound = TestSound.oneByOne(channels: channels)
    let decoded = try Decoded(sound.opus(in: folder, "sound.opus", ["--bitrate", "512"]))
    #expect(loudestChannels(decoded) == Array(0..<channels))
  }

  /// For each part of the sound, the channel that it is in.
  private func loudestChannels(_ decoded: Decoded) -> [Int?] {
    let channels = decoded.format.channels
    let part = (decoded.frames + channels - 1) / channels
    return (0..<channels).map { index in
      let middle = (index * part + part / 4)..<(index * part + part * 3 / 4)
      let power = (0..<channels).map { channel in
        middle.reduce(Float.zero) { sum, frame in sum + abs(decoded.samples[frame * channels + channel]) }
      }
      return power.indices.max { power[$0] < power[$1] }
    }
  }

  @Test func chainedVorbisIsOneStream() throws {
    let first = try fileBytes(sound.vorbis(in: folder, "one.ogg", ["-s", "1"]))
    let second = try fileBytes(sound.vorbis(in: folder, "two.ogg", ["-s", "2"]))
    let path = try folder.write(first + second, to: "chain.ogg")
    let decoded = try Decoded(path)
    #expect(decoded.frames == 2 * sound.frames)
    #expect(decoded.format.length == FrameCount(2 * sound.frames))
    #expect(try largestSeekError(path) == 0)
  }
}
