import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Application
@testable import Player
@testable import TerminalUI

extension TakeList {
  /// The takes of the list, without their layers.
  var takeEntries: [Entry] { rows.compactMap { if case .take = $0 { $0.entry } else { nil } } }

  fileprivate var names: [String] {
    rows.compactMap { if case .take(let take, _) = $0 { take.name } else { nil } }
  }
}

/// Free takes, and those whose tracks are gone, are in the list.
@Suite @MainActor struct TakeListTests {
  private func recordFree(_ bench: TakeBench, _ pads: Int...) throws {
    bench.controller.list.chooseNew()
    bench.controller.recording.toggle()
    for pad in pads {
      bench.run(frames: 4800)
      bench.strike(pad)
    }
    try bench.stopRecording()
  }

  @Test func freeTakesAreListedNamedPlayedAndDeletedWhileATrackIsStopped() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    try bench.play()
    try bench.recordHit()
    bench.player.model.stop()
    bench.run(frames: 9600)
    try recordFree(bench, 2, 3)
    #expect(bench.controller.list.group == .free && bench.controller.list.current?.hitCount == 2)
    let free = try #require(bench.controller.list.takeEntries.first)
    #expect(bench.controller.list.takeEntries.map(\.group).count == 2 && free.group == .free)
    bench.controller.list.edit(free) { $0.rename(to: "mine") }
    #expect(bench.controller.list.names == ["mine", "take 1"])
    bench.controller.list.choose(free)
    bench.run(frames: 24_000)
    #expect(bench.planned.map(\.pad) == [2, 3])
    // Reached from the track too, and undone.
    bench.player.model.play()
    bench.run(frames: 9600)
    #expect(bench.controller.list.names == ["take 1", "mine"])
    bench.controller.list.delete(try #require(bench.controller.list.takeEntries.last))
    #expect(bench.controller.list.names == ["take 1"])
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.names == ["take 1", "mine"])
    bench.close()
    #expect(bench.store.takes(of: nil).takes.map(\.take.name) == ["mine"])
  }

  @Test func playingFreeTakeStopsWhenChosenAgain() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.run(frames: 4800)
    try recordFree(bench, 2, 3, 4)
    let entry = try #require(bench.controller.list.takeEntries.first)
    bench.controller.list.choose(entry)
    bench.run(frames: 7200)
    bench.controller.list.choose(entry)
    bench.run(frames: 24_000)
    #expect(bench.planned.map(\.pad) == [2])
    bench.controller.playback.toggle()
    bench.run(frames: 24_000)
    #expect(bench.planned.map(\.pad) == [2, 2, 3, 4])
    bench.close()
  }

  @Test func takesWhoseTrackIsGoneAreListedNamedPlayedAndDeleted() throws {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    let there = try folder.write("", to: "there.wav")
    for (name, path) in [("gone", folder.file("gone.wav")), ("there", there)] {
      var take = Take(id: "of-\(name)", name: name, track: nil, created: 0)
      take.track = TrackReference(
        key: TrackKey(high: 9, low: UInt64(name.utf8.count)), path: path, sampleRate: SampleRate(24_000),
        frames: nil)
      take.addLayer(
        hits: HitColumns([100, 2500].map { TakeHit(frame: $0, pad: 1, velocity: 100, sample: 0) }))
      try store.save(take)
    }
    let bench = try TakeBench([], in: folder)
    bench.run(frames: 4800)
    bench.controller.list.lookForLost()
    try bench.wait("the take") { bench.controller.list.names == ["gone"] }
    let entry = try #require(bench.controller.list.takeEntries.first)
    bench.controller.list.choose(entry)
    bench.run(frames: 9600)
    #expect(bench.planned.count == 2)
    #expect(bench.planned[1].outputFrame - bench.planned[0].outputFrame == 4800)
    bench.controller.list.edit(entry) { $0.rename(to: "kept") }
    try bench.wait("the name") { store.all().takes.map(\.take.name).sorted() == ["kept", "there"] }
    bench.controller.list.delete(entry)
    bench.controller.list.lookForLost()
    bench.close()
    #expect(bench.controller.list.names.isEmpty && store.all().takes.map(\.take.name) == ["there"])
  }

  private func recordTake(_ bench: TakeBench) throws {
    try bench.recordHit()
  }

  /// A player whose first track plays, and a take of it.
  private func recorded(_ tracks: [String]) throws -> (TakeBench, ScreenSession) {
    let bench = try TakeBench(tracks.map { ($0, Ramp.frames(900_000)) }, countIn: 0)
    let application = Application(model: bench.player.model)
    let session = ScreenSession(application)
    application.takes = bench.controller
    try bench.play()
    try recordTake(bench)
    return (bench, session)
  }

  /// A list of the takes of track `a`, each track with one take; track `b` then plays.
  private func benchAfterChangeOfTrack(_ commands: [Command]) throws -> (TakeBench, ScreenSession) {
    let (bench, session) = try recorded(["a", "b"])
    bench.player.model.next()
    try bench.play()
    try recordTake(bench)
    bench.player.model.play(bench.player.model.queue.items[0].id)
    try bench.play()
    for command in [.take(.list)] + commands { session.perform(command) }
    #expect(session.layer(TakeListLayer.self)?.selection != nil)
    bench.player.model.next()
    try bench.play()
    return (bench, session)
  }

  @Test(arguments: [[], [Command.move(.down)]]) func keysDoNotActOnTakesOfAnotherTrack(
    moved: [Command]
  ) throws {
    let (bench, session) = try benchAfterChangeOfTrack(moved)
    let before = bench.controller.list.rows
    #expect(before.count == 2 && session.layer(TakeListLayer.self)?.selection == nil)
    for command: Command in [
      .list(.remove), .takeList(.muteLayer), .take(.solo), .takeList(.gainUp), .take(.duplicate),
      .list(.activate), .take(.rename),
    ] { session.perform(command) }
    #expect(bench.controller.list.rows == before && session.field == nil)
    // A movement selects a row of this track.
    session.perform(.move(.down))
    session.perform(.list(.remove))
    #expect(bench.controller.list.rows.isEmpty && session.layer(TakeListLayer.self)?.selection == nil)
    bench.close()
  }

  private func listed() throws -> (TakeBench, ScreenSession) {
    let (bench, session) = try recorded(["a"])
    session.perform(.take(.list))
    return (bench, session)
  }

  @Test func deletedLayerIsNamedAndUndoRestoresIt() throws {
    let (bench, session) = try listed()
    session.perform(.move(.down))
    session.perform(.list(.remove))
    #expect(session.application.state.notices.last == .take(.deleted("layer 1")))
    #expect(bench.controller.list.current?.layers.isEmpty == true)
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.layers.count == 1)
    bench.close()
  }

  @Test func renamingBeginsWithTheNameOfTheSelectedRow() throws {
    let (bench, session) = try listed()
    session.perform(.take(.rename))
    #expect(session.field?.text == "take 1")
    session.type(.cancel)
    session.perform(.move(.down))
    session.perform(.take(.rename))
    #expect(session.field?.text == "layer 1")
    session.type(.edit(.end))
    session.type(.insert("b"))
    session.type(.accept)
    #expect(bench.controller.list.current?.layers.first?.settings.name == "layer 1b")
    session.perform(.request(.renameTake("voice")), from: .remote)
    #expect(bench.controller.list.current?.layers.first?.settings.name == "voice")
    session.perform(.program(.cancel))
    session.perform(.take(.rename))
    #expect(session.field?.text == "take 1")
    session.type(.cancel)
    session.perform(.request(.renameTake("verse")), from: .remote)
    #expect(bench.controller.list.current?.name == "verse")
    bench.close()
  }

  @Test func theSelectionStaysOnItsTakeWhileOtherRowsComeAndGo() throws {
    let (bench, session) = try recorded(["a"])
    bench.controller.list.chooseNew()
    try recordTake(bench)
    let second = try #require(bench.controller.list.takeEntries.last)
    session.perform(.take(.list))
    session.perform(.move(.start))
    session.perform(.move(.down))
    #expect(
      session.layer(TakeListLayer.self)?.selection == 1 && bench.controller.list.rows[1].entry == second)
    // The first take shows its layer above the second one.
    bench.controller.list.choose(try #require(bench.controller.list.takeEntries.first))
    #expect(
      session.layer(TakeListLayer.self)?.selection == 2 && bench.controller.list.rows[2].entry == second)
    bench.close()
  }
}
