import TestSupport
import Testing

@testable import AudioBase
@testable import SystemBase
@testable import TrackTags

/// The program is not among those that every machine has.
private let hasEncoder = Tool.mayUse("ffmpeg")

@Suite struct ReplayGainTagTests {
  private func gain(_ fields: [(String, String)]) -> ReplayGain? {
    TagFields(fields.map { TagField(key: $0.0, value: $0.1) }).replayGain
  }

  @Test func gainsAndPeaksInCommonNotationsAreRead() {
    let all = gain([
      ("REPLAYGAIN_TRACK_GAIN", "-7.21 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.988525"),
      ("REPLAYGAIN_ALBUM_GAIN", "+2,5DB"), ("REPLAYGAIN_ALBUM_PEAK", " 1.25 "),
    ])
    #expect(all?.track == ReplayGain.Level(Decibels(-7.21), peak: 0.988525))
    #expect(all?.album == ReplayGain.Level(Decibels(2.5), peak: 1.25))
    #expect(gain([("REPLAYGAIN_TRACK_GAIN", "3")])?.track == ReplayGain.Level(Decibels(3)))
  }

  @Test(arguments: ["", "loud", "nan", "inf dB", "-200 dB", "1e400"])
  func invalidGainTextGivesNoGain(text: String) {
    #expect(gain([("REPLAYGAIN_TRACK_GAIN", text)]) == nil)
  }

  @Test func invalidPeakIsIgnored() {
    for peak in ["0", "-1", "nan", "x"] {
      let level = gain([("REPLAYGAIN_TRACK_GAIN", "1 dB"), ("REPLAYGAIN_TRACK_PEAK", peak)])?.track
      #expect(level == ReplayGain.Level(Decibels(1)))
    }
  }

  @Test func opusCountsIn256thsAgainstMinus23() {
    let both = gain([
      ("R128_TRACK_GAIN", "-512"), ("REPLAYGAIN_TRACK_GAIN", "9 dB"), ("R128_ALBUM_GAIN", "0"),
    ])
    #expect(both?.track == ReplayGain.Level(Decibels(3)))
    #expect(both?.album == ReplayGain.Level(Decibels(5)))
  }

  @Test func gainIsLimitedByThePeak() {
    #expect(ReplayGain.Level(Decibels(6), peak: 0.8).factor == 1.25)
    #expect(ReplayGain.Level(Decibels(-6), peak: 0.8).factor == Decibels(-6).factor)
    #expect(ReplayGain.Level(Decibels(6)).factor == Decibels(6).factor)
  }

  // MARK: In files

  private let comments = ["replaygain_track_gain=-3.50 dB", "REPLAYGAIN_TRACK_PEAK=0.5"]
  private let expected = ReplayGain(track: ReplayGain.Level(Decibels(-3.5), peak: 0.5))

  @Test func gainsInCommentsOfFLACAndVorbisAreRead() throws {
    let music = try TestMusic()
    let flac = try music.flac("a.flac", comments.flatMap { ["-T", $0] })
    #expect(try TagReader.read(flac).replayGain == expected)
    let ogg = try music.ogg("a.ogg", comments.flatMap { ["-c", $0] })
    #expect(try TagReader.read(ogg).replayGain == expected)
    #expect(try TagReader.read(try music.wav()).replayGain == nil)
  }

  @Test func gainInAnOpusCommentIsRead() throws {
    let music = try TestMusic()
    let path = try music.opus("a.opus", ["--comment", "R128_TRACK_GAIN=256"])
    #expect(try TagReader.read(path).replayGain?.track == ReplayGain.Level(Decibels(6)))
  }

  @Test func gainsInID3UserTextFramesAreRead() throws {
    let music = try TestMusic()
    let options = comments.flatMap { ["--tv", "TXXX=\($0)"] }
    #expect(try TagReader.read(try music.mp3("a.mp3", options)).replayGain == expected)
  }

  @Test(.enabled(if: hasEncoder, "ffmpeg makes the file"))
  func gainsInFreeFormMP4ItemsAreRead() throws {
    let music = try TestMusic()
    let path = music.folder.file("a.m4a")
    let input = try music.wav()
    try Tool.run(
      "ffmpeg", ["-v", "error", "-i", input.shown, "-c:a", "aac", "-metadata", "title=x", path.shown])
    var bytes = try FileBytes.read(path, limit: 1 << 24)
    let fields = comments.map { $0.split(separator: "=").map(String.init) }
    insert(fields.flatMap { freeForm($0[0], $0[1]) }, into: &bytes)
    try AtomicFile.replace(path, with: bytes)
    #expect(try TagReader.read(path).replayGain == expected)
  }

  private func atom(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8) + Array(name.utf8) + content
  }

  private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }

  private func freeForm(_ name: String, _ value: String) -> [UInt8] {
    atom(
      "----",
      atom("mean", big(0) + Array("com.apple.iTunes".utf8)) + atom("name", big(0) + Array(name.utf8))
        + atom("data", big(1) + big(0) + Array(value.utf8)))
  }

  /// Inserts items at the start of the list and lengthens the atoms that contain it. The sound is before them.
  private func insert(_ items: [UInt8], into bytes: inout [UInt8]) {
    for name in ["moov", "udta", "meta", "ilst"] {
      let letters = Array(name.utf8)
      guard let place = bytes.indices.last(where: { bytes[$0...].starts(with: letters) }) else { return }
      let size = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange((place - 4)..<place, with: big(size + items.count))
      if name == "ilst" { bytes.insert(contentsOf: items, at: place + 4) }
    }
  }
}
