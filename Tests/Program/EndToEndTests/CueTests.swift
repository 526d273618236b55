import HeardSound
import SystemBase
import TerminalTestSupport
import Testing

/// The tracks of a CUE sheet are tracks: they begin and end on their samples, and are called what the sheet calls them.
@Suite(.together) struct CueTests {
  private let album = TestTrack(seed: 40, seconds: 6)
  /// Where the second track begins: 2 s and 17 disc frames.
  private let second = (2 * 75 + 17) * 640

  private func makeAlbum(in sandbox: Sandbox) throws {
    try album.write(to: "cd/album.wav", in: sandbox)
    let sheet = """
      PERFORMER "The Band"
      TITLE "The Album"
      FILE "album.wav" WAVE
        TRACK 01 AUDIO
          TITLE "One of Two"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two of Two"
          PERFORMER "A Guest"
          INDEX 00 00:02:00
          INDEX 01 00:02:17

      """
    try sandbox.write(sheet.utf8, to: "cd/album.cue")
  }

  @Test func consecutiveSheetTracksPlayWithoutAGap() throws {
    let sandbox = try Sandbox()
    try makeAlbum(in: sandbox)
    let session = try sandbox.tmux("--output", "file:out.wav", "cd/album.cue")
    try session.wait(forAll: ["One of Two", "The Band", "The Album", "Queue · 2 tracks"])
    try session.wait(forAll: ["▶ 2  Two of Two", "A Guest"])
    try session.wait(for: "■ stopped")
    try sandbox.waitForSound(0.2, in: "out.wav")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    try #require(sound.count >= start + album.frames.count)
    #expect(sound[start..<(start + album.frames.count)].elementsEqual(album.frames))
    #expect(sound[(start + album.frames.count)...].allSatisfy { $0 == .zero })
  }

  /// A sheet with the gap before each track at the end of the file before states these tracks twice.
  @Test func trackThatIsStatedTwiceForItsGapIsOneTrack() throws {
    let sandbox = try Sandbox()
    let tracks = (1...3).map { TestTrack(seed: UInt64(40 + $0), seconds: 2) }
    for (index, track) in tracks.enumerated() { try track.write(to: "cd/\(index + 1).wav", in: sandbox) }
    let sheet = """
      FILE "1.wav" WAVE
        TRACK 01 AUDIO
          TITLE "First"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Second"
          INDEX 00 00:01:50
      FILE "2.wav" WAVE
        TRACK 02 AUDIO
          INDEX 01 00:00:00
        TRACK 03 AUDIO
          TITLE "Third"
          INDEX 00 00:01:50
      FILE "3.wav" WAVE
        TRACK 03 AUDIO
          INDEX 01 00:00:00

      """
    try sandbox.write(sheet.utf8, to: "cd/all.cue")
    let session = try sandbox.tmux("--output", "file:out.wav", "cd/all.cue")
    try session.wait(forAll: ["Queue · 3 tracks", "1  First", "2  Second", "3  Third"])
    try session.wait(for: "■ stopped")
    try sandbox.waitForSound(0.2, in: "out.wav")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    let frames = tracks.flatMap(\.frames)
    try #require(sound.count >= start + frames.count)
    #expect(sound[start..<(start + frames.count)].elementsEqual(frames))
    #expect(sound[(start + frames.count)...].allSatisfy { $0 == .zero })
  }

  @Test func restoredSheetTrackStartsAtTheIndexedSample() throws {
    let sandbox = try Sandbox()
    try makeAlbum(in: sandbox)
    try sandbox.writeEmptySession()
    let first = try sandbox.tmux("--output", "null", "cd/album.cue")
    try first.wait(for: "One of Two")
    try first.type("n")
    try first.wait(for: "▶ 2  Two of Two")
    try first.expectQuit()
    let session = try sandbox.tmux("--output", "file:out.wav")
    try session.wait(forAll: ["‖ paused", "Two of Two", "A Guest", "00:03"])
    // Five seconds back: to the track's own start.
    try session.press("Left")
    try session.press("Space")
    try sandbox.waitForSound(1.5, in: "out.wav")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    let steady = start + 9_600
    try #require(sound.count >= steady + 8)
    #expect(album.place(of: sound[steady..<(steady + 8)]) == second + 9_600)
  }

  @Test func sheetGainIsAppliedAndSheetGenreAndDateAreShown() throws {
    let sandbox = try Sandbox()
    try album.write(to: "cd/album.wav", in: sandbox)
    let sheet = """
      REM GENRE Opera
      REM DATE 1883
      REM REPLAYGAIN_ALBUM_GAIN -6.0206 dB
      REM REPLAYGAIN_ALBUM_PEAK 1
      FILE "album.wav" WAVE
        TRACK 01 AUDIO
          TITLE "Aria"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 01 00:02:17

      """
    try sandbox.write(sheet.utf8, to: "cd/album.cue")
    let session = try sandbox.tmux("--output", "file:out.wav", "cd/album.cue")
    try session.wait(forAll: ["Aria", "track 1 · 1883 · Opera"])
    try sandbox.waitForSound(0.5, in: "out.wav")
    try session.expectQuit()
    let sound = try FloatWAV(sandbox.file("out.wav")).frames
    let start = try #require(sound.first(above: 0))
    try #require(sound.count > start + 4_800)
    let error = sound[start + 4_800] - album.frames[4_800] / 2
    #expect(abs(error.x) < 1e-4 && abs(error.y) < 1e-4)
  }

  @Test func playlistCommandPrintsTheSheetAsJSON() throws {
    let sandbox = try Sandbox()
    try makeAlbum(in: sandbox)
    let told = try sandbox.run(["playlist", "--json", "cd/album.cue"])
    #expect(told.status == 0 && told.errorLines.isEmpty)
    #expect(told.text.contains(#""format":"cue""#) && told.text.contains(#""title":"The Album""#))
    #expect(told.text.contains(#""start":2.2266666666666666,"title":"Two of Two""#))
    #expect(try sandbox.run(["playlist", "cd/album.wav"]).status == 1)
  }

  @Test func infoPictureOptionWritesTheCoverOrAPlaceholder() throws {
    let sandbox = try Sandbox()
    try makeAlbum(in: sandbox)
    let none = try sandbox.run(["info", "--picture", "none.png", "cd/album.wav"])
    #expect(none.status == 0 && none.errorLines.count == 1)
    let own = try FileBytes.read(
      Sandbox.checkout.appending("Resources/Artwork/no-artwork.png"), limit: 1 << 20)
    #expect(try FileBytes.read(sandbox.file("none.png"), limit: 1 << 20) == own)
    try sandbox.write(own, to: "cd/Cover.PNG")
    let found = try sandbox.run(["info", "--picture", "found.png", "cd/album.wav"])
    #expect(found.status == 0 && found.errorLines.isEmpty)
    #expect(try FileBytes.read(sandbox.file("found.png"), limit: 1 << 20) == own)
    #expect(try sandbox.run(["info", "--picture", "cd/album.wav", "cd/album.wav"]).status == 1)
    #expect(try sandbox.run(["info", "--picture", "x", "cd/missing.wav"]).status == 1)
    #expect(try sandbox.run(["info", "--picture", "x", "a", "b"]).status == 2)
  }
}
