import AudioBase
import AudioFiles
import Dubbing
import HeardSound
import SystemBase
import TestSupport
import Testing

/// `drumdub takes pack` and `drumdub takes import`, from one user to another.
@Suite(.together) struct SharedTakeTests {
  /// Writes a song from a frame on.
  private func write(_ seed: UInt64, to path: FilePath, dropping first: Int = 0) throws {
    let frames = SyntheticSong(seed: seed, seconds: 12).samples.dropFirst(first).map { Frame(repeating: $0) }
    let writer = try SndfileWriter(path: path, sampleRate: SyntheticSong.rate, encoding: .flac16)
    try frames.withUnsafeBufferPointer { try writer.write($0) }
    try writer.close()
  }

  /// A user with a song and a take of two hits.
  private func friend() throws -> (sandbox: Sandbox, id: String) {
    let sandbox = try Sandbox()
    try write(1, to: sandbox.file("song.flac"))
    let song = MIDIFile(
      division: .quarter(ticks: 480),
      tracks: [
        .init(events: [
          .init(0, .noteOn(channel: 9, key: 38, velocity: 100)),
          .init(960, .noteOn(channel: 9, key: 38, velocity: 100)),
        ])
      ])
    try sandbox.write(song.bytes, to: "beat.mid")
    #expect(try sandbox.run(["takes", "import", "beat.mid", "--track", "song.flac"]).status == 0)
    let take = try #require(TakeStore(folder: sandbox.file(StoredTake.folder)).all().takes.first?.take)
    return (sandbox, take.id)
  }

  @Test func packedTakeIsAlignedToTheSameSongOfAnotherUser() throws {
    let (friend, id) = try friend()
    let key = try #require(TakeStore(folder: friend.file(StoredTake.folder)).find(id).take.track?.key)
    try SongStore(folder: friend.file("data/drumdub/songs")).change(key) {
      $0.apply([.set(SongMark("verse", at: 44_100))])
    }
    let packed = try friend.run(["takes", "pack", id, "-o", "beat.pack"])
    #expect(
      packed.status == 0 && packed.errorLines.isEmpty && packed.text.hasPrefix("packed beat into beat.pack"))
    let again = try friend.run(["takes", "pack", id, "-o", "beat.pack"])
    #expect(again.status == 1 && again.errorLines.count == 1)
    // On another machine there is no such file.
    FileBytes.remove(friend.file("song.flac"))

    let user = try Sandbox()
    try FileBytes.makeFolder(user.file("Music"))
    try write(1, to: user.file("Music/cut.flac"), dropping: 6_042)
    try write(2, to: user.file("Music/other.flac"))
    let pack = friend.file("beat.pack").shown
    let absent = try user.run(["takes", "import", pack])
    #expect(absent.status == 1 && absent.errorLines.count == 1)
    #expect(absent.errorLines.first?.contains("its song is not in the library") == true)
    #expect(try user.run(["scan", "Music"]).status == 0)
    let other = try user.run(["takes", "import", pack, "--track", "Music/other.flac"])
    #expect(other.status == 1 && other.errorLines.first?.contains("is another song") == true)

    let result = try user.run(["takes", "import", pack])
    #expect(result.status == 0 && result.errorLines.isEmpty)
    #expect(
      result.text.contains("moved by 137 ms") && result.text.contains("1 hit before its start left out"))
    let take = try #require(TakeStore(folder: user.file(StoredTake.folder)).all().takes.first?.take)
    #expect(take.track?.path == user.file("Music/cut.flac") && take.track?.signature != nil)
    #expect(abs((take.layers.first?.hits.frames.first ?? 0) - (44_100 - 6_042)) <= 2)
    #expect(result.text.contains("; 1 mark of its song added"))
    let own = try #require(take.track?.key)
    let song = try SongStore(folder: user.file("data/drumdub/songs")).song(of: own)
    #expect(song?.marks.map(\.name) == ["verse"] && song?.track?.key == own)
    #expect(abs((song?.marks.first?.start ?? 0) - (44_100 - 6_042)) <= 2)
    #expect(try user.run(["takes", "import", pack]).text.contains("was imported before"))
    #expect(try user.run(["takes", "Music/cut.flac"]).text.contains(take.id))
  }

  @Test func openedTakeIsImportedAndItsSongIsPlayed() throws {
    let (friend, id) = try friend()
    #expect(try friend.run(["takes", "pack", id, "-o", "beat.pack"]).status == 0)
    let terminal = try friend.terminal("--plain", "--output", "null", "beat.pack")
    try terminal.wait(for: "beat was imported before; its id is \(id)")
    try terminal.wait(for: "playing: 1 of 1, song.flac")
    try terminal.expectQuit()
  }

  @Test func doubtfulSongOfAnOpenedTakeIsAskedAbout() throws {
    let (friend, id) = try friend()
    let store = TakeStore(folder: friend.file(StoredTake.folder))
    var take = try store.find(id).take
    take.track = TrackReference(
      key: TrackKey(high: 1, low: 1), path: FilePath("/friend/song.flac"), sampleRate: SyntheticSong.rate,
      frames: FrameCount(12 * 44_100))
    let user = try Sandbox()
    try user.write(TakeFile.encode(take), to: "friend.dub")
    try FileBytes.makeFolder(user.file("Music"))
    try write(1, to: user.file("Music/song.flac"))
    #expect(try user.run(["scan", "Music"]).status == 0)
    let terminal = try user.terminal("--plain", "--output", "null", "friend.dub")
    try terminal.wait(for: "song.flac may be its track")
    try terminal.wait(for: "but the take has no signature of the sound to compare")
    terminal.type("\r")
    try terminal.wait(for: "imported beat")
    try terminal.wait(for: "2 hits to")
    try terminal.wait(for: user.file("Music/song.flac").shown)
    try terminal.wait(for: "playing: 1 of 1, song.flac")
    try terminal.expectQuit()
    #expect(TakeStore(folder: user.file(StoredTake.folder)).all().takes.map(\.take.hitCount) == [2])
  }

  @Test func badFilesAreReportedInOneLineEachAndImportNothing() throws {
    let (friend, id) = try friend()
    let store = TakeStore(folder: friend.file(StoredTake.folder))
    let before = try FileBytes.read(try store.find(id).path, limit: 1 << 20)
    var take = try store.find(id).take
    take.tempo = TempoMap(bpm: 120, beats: [5, 4])
    try friend.write(TakeFile.encode(take), to: "beats.dub")
    take.tempo = nil
    take.addLayer(hits: HitColumns([TakeHit(frame: 1 << 40, pad: 1, velocity: 1, sample: 0)]))
    try friend.write(TakeFile.encode(take), to: "late.dub")
    try TarFile([.file("../../take.dub", "")]).write(to: friend.file("climbs.pack"))
    try TarFile([.link("take.dub", type: "2", to: "/etc/passwd")]).write(to: friend.file("link.pack"))
    for (name, reason) in [
      ("beats.dub", "its beat 2 does not come after beat 1 in time; ask for the take once more"),
      ("late.dub", "is after the end of its track; ask for the take once more"),
      ("climbs.pack", "the archive is refused: ../../take.dub leads out of its folder"),
      ("link.pack", "the archive is refused: take.dub is a link, a device or a pipe"),
    ] {
      let result = try friend.run(["takes", "import", name])
      #expect(result.status == 1 && result.errorLines.count == 1, "\(name)")
      let line = result.errorLines.first ?? ""
      #expect(line.contains(name) && line.contains(reason), "\(line)")
    }
    #expect(try FileBytes.read(try store.find(id).path, limit: 1 << 20) == before)
    #expect(store.all().takes.count == 1)
  }
}
