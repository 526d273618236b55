import AudioBase
import AudioFiles
import SystemBase
import TestSupport
import Testing

/// Files of several sound tracks that ffmpeg has made.
@Suite(.enabled(if: TestSound.hasFFmpeg, "the ffmpeg program makes the files"))
struct SoundTrackTests {
  private let folder: TemporaryFolder
  private let sounds = [
    TestSound.standard, TestSound.oneByOne(channels: 2, rate: 44_100, frames: 44_101),
    TestSound.standard.rounded(to: 8),
  ]

  init() throws { folder = try TemporaryFolder() }

  /// Makes a file with a track for each of the sounds.
  private func file(_ name: String, codec: String, _ options: [String] = []) throws -> FilePath {
    var inputs: [String] = []
    for (index, sound) in sounds.enumerated().dropFirst() {
      inputs += ["-i", try folder.write(sound.wav(), to: "\(index).wav").shown]
    }
    let tracks = sounds.indices.flatMap { ["-map", "\($0):a"] }
    return try sounds[0].ffmpeg(in: folder, name, inputs + tracks + ["-c:a", codec] + options)
  }

  private func samples(_ path: FilePath, _ track: Int) throws -> [Float] {
    try DecoderRegistry().open(path, soundTrack: track).readSamples()
  }

  @Test(arguments: [("a.m4a", "alac"), ("a.mka", "flac"), ("a.mkv", "pcm_s16le")])
  func eachSoundTrackIsDecodedAndSoughtExactly(name: String, codec: String) throws {
    let path = try file(name, codec: codec)
    for (index, sound) in sounds.enumerated() {
      #expect(firstDifference(try samples(path, index), sound.floats) == nil)
      let decoder = try DecoderRegistry().open(path, soundTrack: index)
      try decoder.seek(to: FrameCount(30_001))
      let part = try decoder.readSamples(upTo: 300)
      #expect(firstDifference(part, Array(sound.floats[60_002..<60_602])) == nil)
    }
    let tracks = try #require(try DecoderRegistry().soundTracks(of: path))
    #expect(tracks == SoundTracks(names: ["", "", ""], main: 0, areStems: false))
    #expect(throws: FileError.self) { try samples(path, 3) }
  }

  @Test func namesOfTracksInMatroskaAreRead() throws {
    let names = ["-metadata:s:a:1", "title=Drums", "-metadata:s:a:2", "title=Lead Vocals"]
    let path = try file("a.mka", codec: "flac", names)
    #expect(try DecoderRegistry().soundTracks(of: path)?.names == ["", "Drums", "Lead Vocals"])
  }

  @Test func stemsAreNamedAndTheirMixIsTheSong() throws {
    // Without the box, the track that is marked as the usual one is played.
    let marked = ["-disposition:a:0", "0", "-disposition:a:1", "default"]
    let plain = try file("a.m4a", codec: "alac", marked)
    #expect(try DecoderRegistry().soundTracks(of: plain)?.main == 1)
    let played = try Decoded(plain).samples
    #expect(firstDifference(Array(played.prefix(60_000)), Array(sounds[1].floats.prefix(60_000))) == nil)
    let json = """
      {"mastering_dsp":{},"stems":[{"color":"#FF0000","name":"Drums"},{"name":"Voix é"}],"version":1}
      """
    let path = try folder.write(adding(json, to: fileBytes(plain)), to: "a.stem.mp4")
    let tracks = try DecoderRegistry().soundTracks(of: path)
    #expect(tracks == SoundTracks(names: ["", "Drums", "Voix é"], main: 0, areStems: true))
    let mix = try Decoded(path)
    #expect(mix.format.length == FrameCount(sounds[0].frames))
    #expect(firstDifference(mix.samples, sounds[0].floats) == nil)
    #expect(firstDifference(try samples(path, 2), sounds[2].floats) == nil)
    // What is no JSON has no names.
    let damaged = try folder.write(adding("{", to: fileBytes(plain)), to: "b.stem.mp4")
    #expect(
      try DecoderRegistry().soundTracks(of: damaged)
        == SoundTracks(names: ["", "", ""], main: 0, areStems: true))
  }

  /// Adds the box `moov/udta/stem`. The sound is before these boxes.
  private func adding(_ json: String, to file: [UInt8]) throws -> [UInt8] {
    let box = big(8 + json.utf8.count) + Array("stem".utf8) + Array(json.utf8)
    var bytes = file
    for name in ["moov", "udta"] {
      let place = try #require(bytes.indices.last { bytes[$0...].starts(with: name.utf8) })
      let size = bytes[(place - 4)..<place].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange((place - 4)..<place, with: big(size + box.count))
      if name == "udta" { bytes.insert(contentsOf: box, at: place + 4) }
    }
    return bytes
  }

  private func big(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  @Test func otherFilesHaveOneSoundTrack() throws {
    let wave = try folder.write(sounds[0].wav(), to: "a.wav")
    #expect(try DecoderRegistry().soundTracks(of: wave) == nil)
    let single = try sounds[0].ffmpeg(in: folder, "a.m4a", ["-c:a", "alac"])
    #expect(try DecoderRegistry().soundTracks(of: single) == nil)
    #expect(throws: FileError.self) { try samples(wave, 0) }
    #expect(throws: FileError.self) { try DecoderRegistry().soundTracks(of: folder.file("none.m4a")) }
  }
}
