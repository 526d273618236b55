import AudioBase
import AudioFiles
import TestSupport
import Testing

/// Ogg files of several links, and those whose pages state other positions than encoders write: recordings of radio.
@Suite struct OggStreamTests {
  private let folder: TemporaryFolder
  private let stereo = TestSound(rate: 48_000)

  init() throws { folder = try TemporaryFolder() }

  private func opus(_ name: String = "plain.opus", _ options: [String] = []) throws -> [UInt8] {
    try fileBytes(stereo.opus(in: folder, name, ["--max-delay", "100", "--serial", "77"] + options))
  }

  private func vorbis(_ sound: TestSound, _ serial: Int, _ options: [String] = []) throws -> [UInt8] {
    try fileBytes(sound.vorbis(in: folder, "\(serial).ogg", ["-s", "\(serial)"] + options))
  }

  private func check(_ bytes: [UInt8], _ name: String, frames: Int, tolerance: Int = 0) throws {
    let decoded = try Decoded(folder.write(bytes, to: name))
    #expect(abs(decoded.frames - frames) <= tolerance, "\(name): \(decoded.frames)")
    #expect(decoded.format.length == FrameCount(decoded.frames), "\(name)")
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly, "\(name)")
  }

  @Test func linksOfOtherCodecsAndChannelsAreOneStream() throws {
    let mono = try vorbis(TestSound(channels: 1, rate: 48_000), 2)
    let flac = try fileBytes(stereo.flac(in: folder, "c.oga", ["--ogg", "--serial-number=3"]))
    let path = try folder.write(opus() + mono + flac, to: "chain.ogg")
    let decoded = try Decoded(path)
    let frames = stereo.frames
    #expect(
      decoded.format
        == StreamFormat(sampleRate: .standard, channels: 2, length: FrameCount(3 * frames)))
    #expect(decoded.frames == 3 * frames)
    let endedEarly = decoded.endedEarly
    #expect(!endedEarly)
    let second = Array(decoded.samples[(2 * frames)..<(4 * frames)])
    let (left, right) = (stride(from: 0, to: second.count, by: 2), stride(from: 1, to: second.count, by: 2))
    #expect(firstDifference(left.map { second[$0] }, right.map { second[$0] }) == nil)
    #expect(
      signalToNoise(TestSound(channels: 1, rate: 48_000).floats, left.map { second[$0] }) > 15)
    #expect(firstDifference(Array(decoded.samples[(4 * frames)...]), stereo.floats) == nil)
    #expect(try largestSeekError(path, count: 20) < 1e-4)
  }

  @Test func monoFirstLinkDoesNotMixTheStereoOfTheSecond() throws {
    let path = try folder.write(
      vorbis(TestSound(channels: 1, rate: 48_000), 1) + vorbis(stereo, 2), to: "chain.ogg")
    let decoded = try Decoded(path)
    #expect(decoded.format.channels == 2)
    let second = Array(decoded.samples[(2 * stereo.frames)...])
    #expect(signalToNoise(stereo.floats, second) > 20)
  }

  @Test func linkOfAnotherRateIsConverted() throws {
    let other = TestSound.standard
    let path = try folder.write(vorbis(stereo, 1) + vorbis(other, 2), to: "chain.ogg")
    let decoded = try Decoded(path)
    let converted = other.frames * 48_000 / 44_100
    #expect(decoded.format.length == FrameCount(stereo.frames + converted))
    #expect(decoded.frames == stereo.frames + converted)
    let power = { (samples: ArraySlice<Float>) in samples.reduce(0.0) { $0 + Double($1 * $1) } }
    let heard = power(decoded.samples[(2 * stereo.frames)...]) / 48_000
    #expect((0.9..<1.1).contains(heard / (power(other.floats[...]) / 44_100)))
    #expect(try largestSeekError(path, count: 20) < 1e-4)
  }

  /// As some programs that record radio write them.
  @Test func linksOfOneSerialNumberAllPlay() throws {
    let opus = try fileBytes(stereo.opus(in: folder, "one.opus", ["--serial", "77"]))
    let flac = try fileBytes(stereo.flac(in: folder, "one.oga", ["--ogg", "--serial-number=77"]))
    for (name, link) in [("a.opus", opus), ("a.ogg", try vorbis(stereo, 77)), ("a.oga", flac)] {
      try check(link + link + link, name, frames: 3 * stereo.frames)
      let other = try vorbis(stereo, 78)
      try check(link + link + other, name, frames: 3 * stereo.frames)
      try check(link + other + link, name, frames: 3 * stereo.frames)
    }
  }

  @Test func linkThatCannotBeDecodedIsLeftOut() throws {
    let unknown =
      OggBytes.page(serial: 9, flags: 2, ascii("unknown codec"))
      + OggBytes.page(serial: 9, flags: 4, ascii("packet"))
    let path = try folder.write(vorbis(stereo, 1) + unknown + vorbis(stereo, 2), to: "chain.ogg")
    let decoded = try Decoded(path)
    #expect(decoded.frames == 2 * stereo.frames)
    let endedEarly = decoded.endedEarly
    #expect(endedEarly)
  }

  @Test func truncatedLastLinkReportsTheEarlyEnd() throws {
    let chain = try vorbis(stereo, 1) + vorbis(stereo, 2)
    let decoded = try Decoded(folder.write(chain.prefix(chain.count * 8 / 10 + 101), to: "cut.ogg"))
    #expect(decoded.frames > stereo.frames && decoded.frames < 2 * stereo.frames)
    let endedEarly = decoded.endedEarly
    #expect(endedEarly)
  }

  @Test func eachLinkTellsItsTitle() throws {
    let bytes = try opus("titled.opus", ["--title", "One", "--artist", "A"]) + vorbis(stereo, 2)
    let decoder = try DecoderRegistry().open(folder.write(bytes, to: "chain.ogg"))
    #expect(decoder.nextEvent() == .part(title: "One", artist: "A"))
    _ = try decoder.readSamples(upTo: stereo.frames)
    #expect(decoder.nextEvent() == nil)
    _ = try decoder.readSamples(upTo: 1)
    #expect(decoder.nextEvent() == .part(title: "part 2", artist: nil))
    try decoder.seek(to: .zero)
    #expect(decoder.nextEvent() == .part(title: "One", artist: "A"))
    #expect(decoder.nextEvent() == nil)
  }

  @Test func streamThatBeginsAtALatePositionHasTheLengthOfItsSound() throws {
    var late = try OggBytes(opus())
    late.shift(by: 157 * 3_600 * 48_000)
    try check(late.bytes, "late.opus", frames: stereo.frames)
    var other = try OggBytes(vorbis(stereo, 1))
    other.shift(by: 36_000 * 48_000)
    try check(other.bytes, "late.ogg", frames: stereo.frames, tolerance: 2_048)
    // By less than the first page has.
    other.shift(by: 300 - 36_000 * 48_000)
    try check(other.bytes, "later.ogg", frames: stereo.frames)
  }

  /// The stream information of a radio station has no length, in five bytes from the 13th on (RFC 9639, section 8.2).
  @Test func flacOfALatePositionHasTheLengthOfItsSound() throws {
    var late = OggBytes(try fileBytes(stereo.flac(in: folder, "a.oga", ["--ogg", "--serial-number=3"])))
    let total = 28 + 9 + 8 + 13
    late.pages[0][total] &= 0xF0
    for index in 1...4 { late.pages[0][total + index] = 0 }
    try check(late.bytes, "plain.oga", frames: stereo.frames)
    late.shift(by: 36_000 * 48_000)
    try check(late.bytes, "late.oga", frames: stereo.frames)
  }

  @Test func opusOfOnePageThatBeginsAtALatePositionIsDecoded() throws {
    let short = TestSound(rate: 48_000, frames: 9_600)
    var late = OggBytes(try fileBytes(short.opus(in: folder, "short.opus", ["--max-delay", "1000"])))
    #expect(late.pages.count == 3)
    late.shift(by: 36_000 * 48_000)
    try check(late.bytes, "late.opus", frames: short.frames, tolerance: 960)
  }

  @Test func firstPageThatStatesTooFewFramesIsTolerated() throws {
    var faulty = try OggBytes(opus())
    faulty.shift(by: -8, to: 1)
    try check(faulty.bytes, "faulty.opus", frames: stereo.frames)
  }

  @Test(.enabled(if: Tool.mayUse("ffmpeg"), "FFmpeg decodes these files"))
  func pagesThatAllStateTooFewFramesAreTolerated() throws {
    var faulty = try OggBytes(opus())
    faulty.shift(by: -8)
    let decoded = try Decoded(folder.write(faulty.bytes, to: "faulty.opus"))
    #expect(abs(decoded.frames - stereo.frames) <= 960)
  }

  @Test func endMarkMayBeMissing() throws {
    var recorded = try OggBytes(opus())
    recorded.removeEndMark()
    try check(recorded.bytes, "recorded.opus", frames: stereo.frames)
    var other = try OggBytes(vorbis(stereo, 1))
    other.removeEndMark()
    try check(other.bytes, "recorded.ogg", frames: stereo.frames)
    try check(recorded.bytes + other.bytes, "recorded-chain.ogg", frames: 2 * stereo.frames)
  }
}
