import TestSupport
import Testing

@testable import AudioBase
@testable import TrackTags

/// Sheets in the files themselves.
@Suite struct EmbeddedSheetTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  private func section(_ start: Int, _ end: Int? = nil) -> TrackSection? {
    TrackSection(start: DiscTime(frames: start), end: end.map { DiscTime(frames: $0) })
  }

  private static let sheet = """
    PERFORMER "Delibes"
    TITLE "Lakmé"
    FILE "CDImage.wav" WAVE
      TRACK 01 AUDIO
        TITLE "One"
        INDEX 01 00:00:00
      TRACK 02 AUDIO
        TITLE "Two"
        PERFORMER "Sutherland"
        INDEX 00 00:00:20
        INDEX 01 00:00:25

    """

  @Test func sheetInAVorbisCommentGivesTheTracks() throws {
    let text = try music.folder.write(EmbeddedSheetTests.sheet, to: "sheet.txt")
    let file = try music.flac("a.flac", ["--tag-from-file=CUESHEET=\(text.shown)", "--tag=DATE=1883"])
    let held = try TagReader.read(file).heldTracks
    #expect(held.map(\.title) == ["One", "Two"] && held.map(\.artist) == ["Delibes", "Sutherland"])
    #expect(held.map(\.section) == [section(0, 25), section(25)])
    #expect(held.map(\.date) == ["1883", "1883"] && held.map(\.path) == [file, file])
    #expect(held.map { $0.duration.map { Int(($0 * 1000).rounded()) } } == [333, 667])
  }

  @Test func sheetInAFLACBlockGivesTheTracks() throws {
    let sheet = try music.folder.write(EmbeddedSheetTests.sheet, to: "sheet.cue")
    let file = try music.flac("b.flac", ["--cuesheet=\(sheet.shown)", "--tag=ALBUM=Lakmé"])
    let held = try TagReader.read(file).heldTracks
    #expect(held.map(\.section) == [section(0, 25), section(25)])
    #expect(held.map(\.trackNumber) == [1, 2] && held.map(\.album) == ["Lakmé", "Lakmé"])
  }

  @Test func embeddedSheetOfSeveralFilesIsIgnored() throws {
    let text = try music.folder.write(
      "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nFILE b.wav WAVE\nTRACK 02 AUDIO\nINDEX 01 00:00:01\n",
      to: "sheet.txt")
    let file = try music.flac("a.flac", ["--tag-from-file=CUESHEET=\(text.shown)"])
    #expect(try TagReader.read(file).parts.isEmpty)
  }

  @Test func fileWithoutAnEmbeddedSheetIsOneTrack() throws {
    #expect(try TagReader.read(music.flac("a.flac")).heldTracks.isEmpty)
  }
}
