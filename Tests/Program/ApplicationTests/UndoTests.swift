import ApplicationTestSupport
import AudioBase
import Dubbing
import MixEngine
import MusicLibrary
import PlayerTestSupport
import Studio
import TestSupport
import Testing
import TrackTags

@testable import Application
@testable import Librarian
@testable import Player
@testable import SystemBase
@testable import TerminalUI

/// One undo for takes, tempi, the queue, playlists, tags and the mixer, by the order of their changes.
@Suite @MainActor struct UndoTests {
  private let bench: TakeBench
  private let library: LibraryControllerBench
  private let tags: TagController
  private let requests = TestTagService()
  private let owner: MixOwner
  private let application: Application
  private let session: ScreenSession

  init() throws {
    bench = try TakeBench([("a", Ramp.frames(900_000)), ("b", Ramp.frames(9_000))], countIn: 0)
    library = try LibraryControllerBench.ready(LibraryControllerBench.some)
    tags = TagController(service: requests)
    application = Application(model: bench.player.model)
    session = ScreenSession(application)
    application.takes = bench.controller
    application.library = library.controller
    application.tags = tags
    let catalog = MixCatalog(userFolder: FilePath("/u/mixers"), shippedFolder: nil)
    owner = MixOwner(bench.player.engine.control, catalog) { _, _ in }
    application.mixer = MixerController(owner: owner, model: bench.player.model)
  }

  private var last: Notice? { application.state.notices.entries.last?.notice }

  private func record(_ hits: Int = 1) throws {
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    for _ in 0..<hits {
      bench.strike()
      bench.run(frames: 1000)
    }
    try bench.stopRecording()
  }

  /// Writes the tags that were asked for.
  private func finishTags() throws {
    let batch = try #require(requests.written.last)
    var result = TagBatchResult(batch.operation)
    result.inverse = batch.changes.map { TagChange($0.path, .restore([])) }
    tags.receive(result)
  }

  private var playlists: [String] { (try? library.store.playlists().map(\.name)) ?? [] }

  /// The changes in the order in which they are made here, each with what it changes.
  private func makeChanges() throws -> [() -> String] {
    try bench.play()
    try record()
    bench.player.model.remove([bench.player.model.queue.items[1].id])
    bench.controller.list.edit { $0.rename(to: "mine") }
    let list = try library.store.savePlaylist("list", [])
    library.controller.delete(PlaylistName(id: list, name: "list"))
    owner.change { $0[.music].isMuted = true }
    bench.controller.tempo.setTempo(97)
    tags.write(TagBatch([.title: "New"], of: [FilePath("a")]))
    try finishTags()
    bench.controller.list.delete(try #require(bench.controller.list.currentEntry))
    return [
      { [bench] in bench.controller.list.current.map { "\($0.layers.count) layers" } ?? "no take" },
      { [bench] in "\(bench.player.model.queue.items.count) tracks" },
      { [bench] in bench.controller.list.current?.name ?? "no take" },
      { "\(playlists)" },
      { [owner] in "\(owner.graph[.music].isMuted)" },
      { [bench] in "\(bench.controller.tempo.bpm)" },
      { [requests] in "\(requests.written.count)" },
      { [bench] in "\(bench.controller.list.takes.count) takes" },
    ]
  }

  @Test func undoActsOnTheLastChangeWhereverItWasMadeAndRedoOnTheLastUndoneOne() throws {
    let values = try makeChanges()
    let made = values.map { $0() }
    for (index, value) in values.enumerated().reversed() {
      let before = (value(), last)
      session.perform(.program(.undo))
      if index == 6 { try finishTags() }
      #expect(value() != before.0 && last != before.1, "change \(index)")
    }
    #expect(bench.controller.list.current?.layers.isEmpty == true)
    session.perform(.program(.undo))
    #expect(last == .nothing(.undo))
    for (index, value) in values.enumerated() {
      let before = value()
      session.perform(.program(.redo))
      if index == 6 { try finishTags() }
      #expect(value() != before, "change \(index)")
      if index != 6, index != 0, index != 2 { #expect(value() == made[index]) }
    }
    session.perform(.program(.redo))
    #expect(last == .nothing(.redo))
    bench.close()
  }

  @Test func deletedTakeIsRestoredWhileATakeWithoutATrackIsOpen() throws {
    try bench.play()
    try record()
    let entry = try #require(bench.controller.list.currentEntry)
    bench.player.model.stop()
    bench.run(frames: 9600)
    try record(2)
    #expect(bench.controller.list.group == .free && bench.controller.list.current?.hitCount == 2)
    session.perform(.take(.list))
    bench.controller.list.delete(entry)
    session.perform(.program(.undo))
    #expect(bench.controller.list.take(entry)?.hitCount == 1 && last == .take(.restored(take: "take 1")))
    #expect(bench.controller.list.current?.hitCount == 2, "the layer of the other take stays")
    #expect(session.layer(TakeListLayer.self) != nil)
    // The edit before it is next, though a take was deleted since.
    bench.controller.list.edit(entry) { $0.rename(to: "mine") }
    bench.controller.list.delete(entry)
    session.perform(.program(.undo))
    session.perform(.program(.undo))
    #expect(bench.controller.list.take(entry)?.name == "take 1")
    #expect(last == .take(.turned(.undo, .renamed(from: "take 1", to: "mine"), take: "take 1")))
    bench.close()
  }

  @Test func editsOfEarlierRunsAreUndoneInTheCurrentTakeAfterWhatWasDoneInThisRun() throws {
    try bench.play()
    try record()
    bench.close()
    let again = try TakeBench([("a", Ramp.frames(900_000)), ("b", Ramp.frames(9_000))], in: bench.folder)
    let next = again.makeApplication()
    again.player.model.remove([again.player.model.queue.items[1].id])
    try again.play()
    next.perform(.program(.undo))
    #expect(again.player.model.queue.items.count == 2 && again.controller.list.current?.layers.count == 1)
    next.perform(.program(.undo))
    #expect(again.controller.list.current?.layers.isEmpty == true)
    again.close()
  }

  @Test func valueThatIsMovedOnIsTheLastChangeAgain() throws {
    owner.change(value: "gain") { $0[.music].gain = Decibels(-1) }
    bench.player.model.remove([bench.player.model.queue.items[1].id])
    owner.change(value: "gain") { $0[.music].gain = Decibels(-2) }
    session.perform(.program(.undo))
    #expect(owner.graph[.music].gain == .unity && bench.player.model.queue.items.count == 1)
    bench.close()
  }

  @Test func tagsThatAreBeingWrittenAreTheLastChangeAndAreWaitedFor() throws {
    bench.player.model.remove([bench.player.model.queue.items[1].id])
    tags.write(TagBatch([.title: "New"], of: [FilePath("a")]))
    session.perform(.program(.undo))
    #expect(last == .tags(.busy) && bench.player.model.queue.items.count == 1)
    try finishTags()
    session.perform(.program(.undo))
    #expect(requests.written.last?.operation == .undo)
    bench.close()
  }

  @Test func namesOfFilesAreNotUndoneDuringARecording() throws {
    tags.write(TagBatch(.edit, [TagChange(FilePath("a"), renamedTo: FilePath("b"))]))
    var result = TagBatchResult(.edit)
    result.inverse = [TagChange(FilePath("b"), renamedTo: FilePath("a"))]
    tags.receive(result)
    try bench.play()
    bench.controller.recording.toggle()
    session.perform(.program(.undo))
    #expect(last == .tags(.recording) && requests.written.count == 1)
    try bench.stopRecording()
    bench.close()
  }

  @Test func overAnotherPlayerOnlyTheMixerIsUndone() {
    let player = PlayerBench("a", "b")
    let application = Application(model: player.model)
    let session = ScreenSession(application)
    application.mixer = MixerController(owner: owner, model: player.model)
    owner.change { $0[.music].isMuted = true }
    player.model.remove([player.model.queue.items[1].id])
    player.transport.isExternal = true
    session.perform(.program(.undo))
    #expect(!owner.graph[.music].isMuted && player.model.queue.items.count == 1)
    bench.close()
  }
}
