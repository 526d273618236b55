import TestSupport
import Testing

@testable import AudioBase
@testable import SystemBase
@testable import TrackTags

/// Files that another library reads.
struct DecoderFileInfoTests {
  private let folder: TemporaryFolder
  private let file: FilePath

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write([0x1A, 0x45, 0xDF, 0xA3, 1, 2, 3, 4], to: "a.mka")
  }

  private func read(_ tags: [(String, String)], codec: String = "libopus") throws -> TrackInfo {
    let said = DecoderFileInfo(
      tags: tags.map { DecoderFileInfo.Tag(name: $0.0, value: $0.1) }, codec: codec, duration: 2.5,
      sampleRate: 48_000, channels: 2)
    return try TagReader.read(file) { _ in said }
  }

  @Test func tagNamesOfMatroskaAreMapped() throws {
    let track = try read([
      ("TITLE", "Duo"), ("ALBUM/TITLE", "Lakmé"), ("album_artist", "Delibes"), ("ARTIST", "Mesplé"),
      ("track", "2/12"), ("DATE_RELEASED", "1971"), ("TRACK/GENRE", "Opera"), ("ENCODER", "x"),
    ])
    #expect(track.title == "Duo" && track.album == "Lakmé" && track.albumArtist == "Delibes")
    #expect(track.artist == "Mesplé" && track.date == "1971" && track.genres == ["Opera"])
    #expect(track.trackNumber == 2 && track.trackTotal == 12)
    #expect(track.stream.codec == .opus && track.stream.sampleRate == 48_000 && track.duration == 2.5)
    #expect(track.stream.bitsPerSample == nil)
  }

  @Test(
    arguments: [
      ("pcm_s24le", AudioCodec.pcm), ("mp3float", .mp3), ("flac", .flac), ("eac3", .eac3),
      ("vorbis", .vorbis),
      ("aac_latm", .aac), ("dsd_msbf", .dsd), ("wavpack", .wavpack), ("hcom", nil),
    ] as [(String, AudioCodec?)])
  func codecNamesOfFFmpegAreMapped(name: String, codec: AudioCodec?) throws {
    #expect(try read([], codec: name).stream.codec == codec)
  }

  @Test func dsdStreamHasTheRateOfOneBitSamples() throws {
    let stream = try read([], codec: "dsd_lsbf").stream
    #expect(stream.sampleRate == 384_000 && stream.bitsPerSample == 1)
  }

  @Test func errorOfTheDecoderInfoIsPassedOn() throws {
    let failure = FileError(.unsupported, "x", detail: "needs FFmpeg")
    #expect(throws: failure) { try TagReader.read(file) { _ throws(FileError) in throw failure } }
    // Others are not asked about.
    let text = try folder.write("Once upon a time", to: "text.mka")
    #expect(throws: FileError(.notAudio, text.shown)) {
      try TagReader.read(text) { _ throws(FileError) in throw failure }
    }
  }
}
