import PlayerTestSupport
import TestSupport
import Testing

@testable import AudioBase
@testable import Player
@testable import SystemBase

/// The undo of the queue over restarts, and the queues that were left.
@MainActor @Suite struct SavedQueuesTests {
  private func additions(_ names: [String]) -> [QueueAddition] {
    names.map { QueueAddition(listed: TrackInfo(path: FilePath($0))) }
  }

  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  private func former(_ bench: PlayerBench) -> [[String]] {
    bench.model.formerQueues.map { $0.tracks.map(\.path.shown) }
  }

  /// Plays `b` of three tracks for 7 s, then replaces the queue.
  private func replaced() -> PlayerBench {
    let bench = PlayerBench("/a", "/b", "/c")
    bench.model.play(bench.id(1))
    bench.begin(1)
    bench.pass(seconds: 7)
    bench.model.replaceQueue(with: additions(["/x", "/y"]), startingAt: 0)
    return bench
  }

  /// Restores what a player saves in another one, through the bytes of the files.
  private func restart(_ bench: PlayerBench, _ session: SavedSession? = nil) throws -> PlayerBench {
    let session = session ?? bench.model.session
    let next = PlayerBench()
    let added = next.model.restore(session, playing: false)
    try restoreQueues(of: bench, in: next, added, session)
    return next
  }

  private func restoreQueues(
    of bench: PlayerBench, in next: PlayerBench, _ added: [QueueItem.ID], _ session: SavedSession
  ) throws {
    let saved = try SavedQueues(bytes: bench.model.savedQueues.bytes(), subject: "")
    next.model.restore(saved, of: zip(added, session.entries).map { ($0, $1.location) })
  }

  @Test func queueThatWasReplacedIsBackByUndoAfterARestart() throws {
    let next = try restart(replaced())
    #expect(names(next) == ["x", "y"] && former(next) == [["/a", "/b", "/c"]])
    _ = next.transport.take()
    #expect(next.model.turnQueueEdit(.undo)?.edit == .replaced)
    #expect(names(next) == ["a", "b", "c"] && next.model.queue.current?.title == "b")
    #expect(next.transport.take().first == .load("/b", at: 7, playing: false))
    #expect(next.model.turnQueueEdit(.redo) != nil && names(next) == ["x", "y"])
    let last = try restart(next)
    #expect(last.model.turnQueueEdit(.undo) != nil && names(last) == ["a", "b", "c"])
  }

  @Test func redoLastsOverARestart() throws {
    let bench = replaced()
    bench.model.turnQueueEdit(.undo)
    let next = try restart(bench)
    #expect(names(next) == ["a", "b", "c"] && next.model.turnQueueEdit(.redo)?.edit == .replaced)
    #expect(names(next) == ["x", "y"])
  }

  @Test func queueThatIsLeftAtTheStartIsBackByUndoAtItsPosition() throws {
    let bench = PlayerBench("/a", "/b")
    bench.model.remove([bench.id(0)])
    var session = bench.model.session
    session.position = 9
    let next = PlayerBench()
    let left = next.model.leaveQueue(of: session)
    next.add(["/x"])
    next.model.play()
    // Read later, on another thread.
    try restoreQueues(of: bench, in: next, left, session)
    #expect(names(next) == ["x"] && former(next) == [["/b"]] && next.model.formerQueues[0].position == 9)
    _ = next.transport.take()
    next.model.turnQueueEdit(.undo)
    #expect(names(next) == ["b"] && next.transport.take().first == .load("/b", at: 9, playing: true))
    next.model.turnQueueEdit(.undo)
    #expect(names(next) == ["a", "b"])
    #expect(next.model.turnQueueEdit(.undo) == nil)
  }

  @Test func undoFitsASessionThatWasSavedBeforeOrAfterIt() throws {
    let bench = replaced()
    let older = bench.model.savedQueues
    bench.add(["/x", "/z"])
    for session in [bench.model.session, SavedSession()] {
      let next = PlayerBench()
      let added = next.model.restore(session, playing: false)
      next.model.restore(older, of: zip(added, session.entries).map { ($0, $1.location) })
      next.model.turnQueueEdit(.undo)
      #expect(names(next) == ["a", "b", "c"])
      next.model.turnQueueEdit(.redo)
      #expect(names(next) == session.entries.map(\.path.lastComponent.shown))
    }
  }

  @Test func lastTenQueuesAreListedOnceTheLatestFirst() throws {
    let bench = PlayerBench("/0")
    for number in 1...12 { bench.model.replaceQueue(with: additions(["/\(number)"]), startingAt: 0) }
    #expect(former(bench) == (2...11).reversed().map { ["/\($0)"] })
    bench.model.replaceQueue(with: additions(["/5"]), startingAt: 0)
    #expect(former(bench) == ([12, 11, 10, 9, 8, 7, 6, 4, 3, 2]).map { ["/\($0)"] })
    #expect(try former(restart(bench)) == former(bench))
    bench.model.clearQueue()
    #expect(former(bench).first == ["/5"])
  }

  @Test func queueThatIsOpenedAgainIsAtItsPositionAndTheOtherOneIsListed() {
    let bench = replaced()
    bench.begin(0)
    bench.pass(seconds: 2)
    _ = bench.transport.take()
    bench.model.openFormerQueue(0)
    #expect(names(bench) == ["a", "b", "c"] && former(bench) == [["/x", "/y"]])
    #expect(bench.transport.take().first == .load("/b", at: 7, playing: true))
    #expect(bench.model.formerQueues[0].position == 2)
    bench.model.turnQueueEdit(.undo)
    #expect(names(bench) == ["x", "y"] && former(bench) == [["/a", "/b", "/c"]])
    bench.model.openFormerQueue(5)
    #expect(names(bench) == ["x", "y"])
  }

  @Test func onlyQueuesOfWhichNothingIsLeftAreListed() {
    let bench = PlayerBench("/a", "/b", "/c")
    bench.model.remove([bench.id(0), bench.id(1)])
    bench.model.insert(additions(["/d"]), at: .end)
    bench.model.move([bench.id(0)], .down)
    #expect(former(bench).isEmpty)
    bench.model.remove(bench.model.queue.items.map(\.id))
    #expect(former(bench) == [["/d", "/c"]])
  }

  @Test func longHistoryIsSavedInParts() throws {
    let bench = PlayerBench()
    bench.add((0..<3_000).map { "/\($0)" })
    for _ in 0..<40 { bench.model.move([bench.id(0)], .down) }
    let saved = bench.model.savedQueues
    #expect(saved.undo.count == 33 && saved.tracks.count == 3_000)
    for number in 0..<3 {
      bench.model.replaceQueue(with: additions((0..<9_000).map { "/\(number)-\($0)" }), startingAt: 0)
    }
    #expect(bench.model.savedQueues.tracks.count <= 9_000 + 20_000)
    #expect(bench.model.formerQueues.map(\.tracks.count) == [9_000, 9_000, 3_000])
  }

  @Test func queuesAreSavedAsTheyWereWhenTheSaveBegan() throws {
    let bench = replaced()
    let (collect, saved) = (bench.model.queuesToSave, bench.model.savedQueues)
    bench.model.clearQueue()
    bench.model.turnQueueEdit(.undo)
    bench.model.remove([bench.id(0)])
    #expect(collect() == saved && bench.model.savedQueues != saved)
  }

  @Test func damagedFileIsRefused() throws {
    let bytes = replaced().model.savedQueues.bytes()
    let text = String(decoding: bytes, as: UTF8.self)
    for change in [
      (#""version":1"#, #""version":2"#), (#""queue":[0,1]"#, #""queue":[0,0]"#),
      (#""queue":[0,1]"#, #""queue":[0,99]"#), (#""edit":"replaced""#, #""edit":"eaten""#),
      (#""tracks":["#, #""tracks":[1,"#),
    ] {
      let damaged = text.replacing(change.0, with: change.1)
      #expect(damaged != text, "\(change)")
      #expect(throws: FileError.self) { try SavedQueues(bytes: Array(damaged.utf8), subject: "q") }
    }
    for variant in DamagedBytes.variants(of: bytes, count: 200) {
      guard let saved = try? SavedQueues(bytes: variant, subject: "q") else { continue }
      let next = PlayerBench("/x")
      next.model.restore(saved, of: [(next.id(0), next.model.queue.items[0].location)])
      while next.model.turnQueueEdit(.undo) != nil {}
      next.model.openFormerQueue(0)
    }
  }
}
