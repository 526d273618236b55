import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application

/// The marks of the current track: setting, going to and repeating them, undo, and finding them again.
@Suite @MainActor struct SongMarkTests {
  /// A playing track of 240 beats a minute, whose bars have 48,000 frames, from frame 12,000 on.
  private func bench(in folder: TemporaryFolder? = nil, hasBeats: Bool = true) throws -> TakeBench {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder)
    try bench.play()
    if hasBeats {
      bench.controller.tempo.apply(TempoMap(bpm: 240, beats: [12_000]), to: bench.controller.list.group)
    }
    return bench
  }

  private let fill = SongMark("fill", at: 60_000, end: 156_000)
  private let span = SongNotice.Span(from: 1.25, to: 3.25, bars: 2...3)

  @Test(
    arguments: [
      ("place here", .request(.place(.here))), ("place verse 1", .request(.place(.set("verse 1")))),
      ("place list", .request(.place(.list))),
      ("section fill 17-24", .request(.section(SectionCommand("fill 17-24")))),
      ("section verse 2", .request(.section(SectionCommand("verse 2")))),
      ("go verse 2", .request(.goTo("verse 2"))), ("repeat-section last", .request(.repeatSection("last"))),
      ("remove-mark verse", .request(.removeMark("verse"))),
    ] as [(String, Command)])
  func commandsAreTyped(text: String, command: Command) throws {
    #expect(try Command.parse(text) == command && command.name == text)
  }

  @Test func sectionsHaveBarsBehindTheirNames() throws {
    #expect(SectionCommand("fill 17-24") == SectionCommand("fill  17-24"))
    #expect(SectionCommand("verse 2").name == "verse 2" && SectionCommand("verse 2").bars == nil)
    #expect(SectionCommand("17-24").name == "17-24" && SectionCommand("a b 3-3").bars == 3...3)
    let renaming = try #require(MarkRenaming("verse=verse 1"))
    #expect(Command.request(.renameMark(renaming)).name == "rename-mark verse = verse 1")
    #expect(MarkRenaming("a") == nil && MarkRenaming("a=") == nil && MarkRenaming("a=b=c") == nil)
  }

  @Test func placeIsTheNearestBeatToWhatIsHeard() throws {
    let bench = try self.bench()
    let songs = bench.controller.songs
    let heard = try #require(bench.controller.ranges.heardFrame())
    guard case .set("place 1", let span, isNew: true) = songs.setPlace(nil) else {
      Issue.record("no place was set")
      return
    }
    let mark = try #require(songs.song.mark("place 1"))
    #expect(mark.start % 12_000 == 0 && abs(mark.start - heard) <= 6_000 && mark.end == nil)
    #expect(span == SongNotice.Span(from: Double(mark.start) / 48_000))
    #expect(songs.shares.map(\.start) == [Double(mark.start) / 900_000])
    guard case .set("place 2", _, isNew: true) = songs.setPlace(nil) else {
      Issue.record("the name is used")
      return
    }
    bench.close()
  }

  @Test func sectionIsNamedReachedAndRepeated() throws {
    let bench = try self.bench()
    let (songs, model) = (bench.controller.songs, bench.player.model)
    #expect(songs.setSection("fill", bars: 2...3) == .set("fill", span, isNew: true))
    #expect(songs.song.marks == [fill])
    #expect(songs.go(to: "fill") == .reached("fill", span) && abs(model.elapsed - 1.25) < 0.001)
    model.seek(to: 10)
    #expect(songs.loop("fill") == nil)
    #expect(bench.controller.ranges.loopStart == 60_000 && bench.controller.ranges.loopEnd == 156_000)
    #expect(bench.notices.last == .loop(from: 1.25, to: 3.25, bars: 2...3))
    #expect(abs(model.elapsed - 1.25) < 0.001 && songs.current == "fill")
    bench.controller.ranges.removeLoop()
    model.setSpeed(0.5)
    model.setSpeed(0.75)
    model.seek(to: 10)
    #expect(songs.song.loop == 60_000..<156_000 && songs.song.speed == 0.75)
    #expect(songs.loopLast() == nil && bench.controller.ranges.loopEnd == 156_000 && model.speed == 0.75)
    bench.close()
  }

  @Test func marksAreReachedOneAfterAnother() throws {
    let bench = try self.bench()
    let (songs, model) = (bench.controller.songs, bench.player.model)
    #expect(songs.go(forward: true) == .noMarks)
    // They begin at 1.25 s and 11.25 s.
    _ = songs.setSection("a", bars: 2...2)
    _ = songs.setSection("b", bars: 12...12)
    model.seek(to: 0.5)
    func name(forward: Bool) -> String? {
      if case .reached(let name, _) = songs.go(forward: forward) { name } else { nil }
    }
    #expect(name(forward: true) == "a" && name(forward: true) == "b")
    #expect(songs.go(forward: true) == .noNeighbour(forward: true))
    model.seek(to: 12)
    // Within three seconds after a mark, the one before.
    #expect(name(forward: false) == "a")
    model.seek(to: 17)
    #expect(name(forward: false) == "b")
    model.seek(to: 2)
    #expect(name(forward: false) == "a")
    #expect(songs.go(forward: false) == .noNeighbour(forward: false))
    bench.close()
  }

  @Test func eachChangeIsUndoneAndRedone() throws {
    let bench = try self.bench(hasBeats: false)
    let (songs, list) = (bench.controller.songs, bench.controller.list)
    var states = [songs.song.marks]
    func change(_ notice: SongNotice) {
      #expect(Notice.take(.song(notice)).isUndoable, "\(notice)")
      states.append(songs.song.marks)
    }
    change(songs.setPlace("verse"))
    change(songs.setPlace("chorus"))
    bench.run(frames: 48_000)
    change(songs.setPlace("verse"))
    change(songs.rename("chorus", to: " refrain "))
    change(songs.remove("verse"))
    #expect(songs.song.marks.map(\.name) == ["refrain"])
    for state in states.dropLast().reversed() {
      list.turn(.undo)
      #expect(songs.song.marks == state)
    }
    #expect(bench.notices.last == .song(.turned(.undo, names: ["verse"])))
    for state in states.dropFirst() {
      list.turn(.redo)
      #expect(songs.song.marks == state)
    }
    #expect(list.time(of: .redo) == nil)
    bench.close()
  }

  @Test func whatCannotBeDoneIsSaidAndChangesNothing() throws {
    let bench = try self.bench(hasBeats: false)
    let songs = bench.controller.songs
    #expect(songs.go(to: "x") == .noMarks && songs.loopLast() == .noLastLoop)
    #expect(songs.setSection("fill", bars: 2...3) == .bars(.unknown))
    #expect(songs.setSection("fill", bars: nil) == .needsLoop("fill"))
    _ = songs.setPlace("a")
    _ = songs.setPlace("b")
    let marks = songs.song.marks
    #expect(songs.loop("a") == .isPlace("a") && songs.go(to: "x") == .unknown("x"))
    #expect(songs.rename("a", to: "b") == .nameIsTaken("b") && songs.remove("x") == .unknown("x"))
    for name in ["next", "last", "a=b", " ", "\n"] {
      #expect(songs.setPlace(name) == .invalidName(name) && songs.rename("a", to: name) == .invalidName(name))
    }
    #expect(songs.song.marks == marks)
    bench.close()
    let empty = try TakeBench([])
    let none = empty.controller.songs
    #expect(none.setPlace("a") == .noTrack && none.setSection("a", bars: nil) == .noTrack)
    #expect(none.go(to: "a") == .noTrack && none.go(forward: true) == .noTrack && none.loopLast() == .noTrack)
    empty.close()
  }

  @Test func songIsKeptAndFoundAgain() throws {
    let folder = try TemporaryFolder()
    let first = try bench(in: folder)
    _ = first.controller.songs.setSection("fill", bars: 2...3)
    _ = first.controller.songs.loop("fill")
    let key = try #require(first.controller.list.track.key)
    first.close()
    let stored = try #require(try first.songs.song(of: key))
    #expect(stored.marks == [fill] && stored.loop == 60_000..<156_000 && stored.tempo?.bpm == 240)
    #expect(stored.track?.sampleRate == .standard && stored.track?.frames == FrameCount(900_000))
    let second = try bench(in: folder, hasBeats: false)
    #expect(second.controller.songs.song == stored && second.controller.tempo.bpm == 240)
    // A loop is kept for the list of marks, and does not begin by itself.
    #expect(second.controller.ranges.loopEnd == nil)
    second.close()
  }

  @Test func pitchIsKeptForTheSongAndFoundAgainAndUndone() throws {
    let folder = try TemporaryFolder()
    let first = try bench(in: folder, hasBeats: false)
    let (songs, model) = (first.controller.songs, first.player.model)
    let (low, high) = (Transposition(cents: -500), Transposition(cents: 30))
    #expect(songs.transpose(.none) == nil)
    #expect(songs.transpose(low) == .transposed(low) && model.transposition == low)
    #expect(Notice.take(.song(.transposed(low))).isUndoable)
    #expect(songs.transpose(high) == .transposed(high) && songs.song.transposition == high)
    first.controller.list.turn(.undo)
    #expect(model.transposition == low && first.notices.last == .song(.pitchTurned(.undo, low)))
    first.controller.list.turn(.undo)
    #expect(model.transposition == .none && songs.song.transposition == nil)
    first.controller.list.turn(.redo)
    let key = try #require(first.controller.list.track.key)
    first.close()
    #expect(try first.songs.song(of: key)?.transposition == low)
    let second = try bench(in: folder, hasBeats: false)
    #expect(second.player.model.transposition == low && second.controller.list.time(of: .undo) == nil)
    second.close()
    let empty = try TakeBench([])
    #expect(empty.controller.songs.transpose(low) == nil && empty.player.model.transposition == low)
    empty.close()
  }

  @Test func changesBeforeTheFileWasReadAreKept() throws {
    let folder = try TemporaryFolder()
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder)
    let group = bench.controller.list.group
    let track = try #require(bench.player.model.nowPlaying?.location)
    bench.withSlowDisk {
      bench.controller.list.look(for: track)
      bench.controller.songs.edit([.set(SongMark("early", at: 5))], of: .track(track))
      #expect(bench.controller.list.tracks[.track(track)]?.songEdits.count == 1)
    }
    try bench.wait("the song") { bench.controller.list.tracks[.track(track)]?.isFound }
    #expect(bench.controller.list.tracks[.track(track)]?.song.marks == [SongMark("early", at: 5)])
    let key = try #require(bench.controller.list.tracks[.track(track)]?.key)
    bench.close()
    #expect(try bench.songs.song(of: key)?.marks == [SongMark("early", at: 5)] && group == .free)
  }

  @Test func songOfAnotherFileIsAddedAndKept() throws {
    let bench = try self.bench(hasBeats: false)
    let track = try #require(bench.player.model.nowPlaying?.location)
    let key = try #require(bench.controller.list.track.key)
    var other = Song()
    other.tempo = TempoMap(bpm: 97, beats: [7])
    other.apply([.set(SongMark("verse", at: 9)), .set(fill)])
    bench.controller.list.receive(.foundSong(track, key, other))
    #expect(bench.notices.last == .song(.foundElsewhere(marks: 2)) && bench.controller.tempo.bpm == 97)
    bench.close()
    #expect(try bench.songs.song(of: key)?.marks == other.marks)
  }
}
