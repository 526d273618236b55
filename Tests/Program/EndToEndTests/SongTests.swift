import AudioBase
import AudioFiles
import Dubbing
import HeardSound
import SystemBase
import TestSupport
import Testing

/// The marks of a song, which a restart and another encoding of the recording find again.
@Suite(.together) struct SongTests {
  private let sandbox: Sandbox
  private let store: SongStore

  init() throws {
    sandbox = try Sandbox()
    store = SongStore(folder: sandbox.file("data/drumdub/songs"))
  }

  private func write(_ name: String, _ encoding: SndfileWriter.Encoding) throws {
    let frames = SyntheticSong(seed: 3, seconds: 40).samples.map { Frame(repeating: $0) }
    let writer = try SndfileWriter(
      path: sandbox.file(name), sampleRate: SyntheticSong.rate, encoding: encoding)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
  }

  /// The songs that have files.
  private func songs() throws -> [Song] {
    let names = (try? FolderReader(store.folder).names().map(\.shown)) ?? []
    return try names.filter { $0.hasSuffix(".json") }.compactMap { TrackKey($0.dropLast(5)) }
      .compactMap { try store.song(of: $0) }
  }

  /// Runs a command until it succeeds, since the track may not have been opened yet. Returns what it says.
  private func run(_ words: String..., in player: RemotePlayer) throws -> String {
    var said = ""
    try Wait.until(words.joined(separator: " "), told: { said }) {
      let finished = try player.sandbox.run(["remote", "run"] + words, environment: player.environment)
      said = finished.text + finished.errorLines.joined(separator: "\n")
      return finished.status == 0
    }
    return said
  }

  @Test func marksAreFoundAfterARestartAndInAnotherEncoding() throws {
    try write("song.flac", .flac16)
    try write("song.wav", .wav16)
    try Tool.run("oggenc", ["-Q", "-o", sandbox.file("other.ogg").shown, sandbox.file("song.wav").shown])

    var player = try RemotePlayer(sandbox, "song.flac")
    #expect(try run("place", "verse", in: player).contains(" verse: 00:"))
    #expect(try player.remote("run", "tempo", "120").status == 0)
    let marked = try run("section", "fill", "2-3", in: player)
    #expect(marked.hasPrefix("marked fill: 00:02–00:06, bars 2–3"), "\(marked)")
    let unknown = try player.remote("run", "go", "none")
    #expect(unknown.status == 1 && unknown.errorLines.first?.contains("this song has no mark none") == true)
    // The signature of the sound is computed on another thread.
    try Wait.until("the signature") { try songs().first?.track?.signature != nil }
    #expect(try player.quit() == .exited(0))
    let stored = try #require(try songs().first)
    #expect(stored.mark("fill") == SongMark("fill", at: 88_200, end: 264_600) && stored.marks.count == 2)
    #expect(stored.tempo?.bpm == 120)

    player = try RemotePlayer(sandbox, "song.flac")
    let reached = try run("go", "fill", in: player)
    #expect(reached.hasPrefix("fill: 00:02–00:06"), "\(reached)")
    #expect(try run("repeat-section", "fill", in: player).contains("00:02–00:06"))
    #expect(try player.quit() == .exited(0))

    player = try RemotePlayer(sandbox, "other.ogg")
    try player.terminal.wait(for: "found 2 marks of this song with another file of the same sound")
    #expect(try run("go", "fill", in: player).hasPrefix("fill: 00:0"))
    #expect(try player.quit() == .exited(0))
    let found = try songs()
    #expect(found.count == 2)
    for song in found {
      let fill = try #require(song.mark("fill"))
      #expect(abs(fill.start - 88_200) <= 200 && abs((fill.end ?? 0) - 264_600) <= 200)
      #expect(song.marks.count == 2 && song.tempo?.bpm == 120)
    }
  }
}
