import AudioBase
import PlayerTestSupport
import SystemBase
import Testing

@testable import Player

/// Undo and redo of changes to the queue.
@MainActor @Suite struct QueueHistoryTests {
  private func additions(_ names: String...) -> [QueueAddition] {
    names.map { QueueAddition(listed: TrackInfo(path: FilePath($0))) }
  }

  private func names(_ bench: PlayerBench) -> [String] { bench.model.queue.items.map(\.title) }

  @Test func everyQueueEditIsUndoneAndRedone() {
    let bench = PlayerBench("a", "b", "c")
    var states = [names(bench)]
    let edits: [() -> Void] = [
      { bench.model.remove([bench.id(0), bench.id(2)]) },
      { bench.model.insert(self.additions("d", "e"), at: .end) },
      { bench.model.move([bench.id(2)], .up) },
      { bench.model.insert(self.additions("f"), at: .afterCurrent) },
      { bench.model.replaceQueue(with: self.additions("x", "y"), startingAt: 1) },
      { bench.model.remove([bench.id(0)]) },
      { bench.model.clearQueue() },
    ]
    for edit in edits {
      edit()
      states.append(names(bench))
    }
    #expect(states.last == [] && states[1] == ["b"])
    for state in states.dropLast().reversed() {
      #expect(bench.model.turnQueueEdit(.undo) != nil)
      #expect(names(bench) == state)
    }
    #expect(bench.model.turnQueueEdit(.undo) == nil)
    for state in states.dropFirst() {
      #expect(bench.model.turnQueueEdit(.redo) != nil)
      #expect(names(bench) == state)
    }
    #expect(bench.model.turnQueueEdit(.redo) == nil)
  }

  @Test func undoRestoresARemovedPlayingTrackAtItsPosition() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play(bench.id(1))
    bench.begin(1)
    bench.pass(seconds: 7)
    bench.model.remove([bench.id(1)])
    #expect(bench.model.nowPlaying?.title == "c")
    _ = bench.transport.take()
    #expect(bench.model.turnQueueEdit(.undo)?.returned == [bench.id(1)])
    #expect(names(bench) == ["a", "b", "c"] && bench.model.nowPlaying?.title == "b")
    guard case .load("b", let seconds, playing: true)? = bench.transport.take().first else {
      Issue.record("not loaded")
      return
    }
    #expect(abs(seconds - 7) < 0.01)
  }

  @Test func undoKeepsAnUnaffectedTrackPlaying() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.play(bench.id(0))
    bench.begin(0)
    bench.model.remove([bench.id(1)])
    bench.model.next()
    bench.begin(1)
    bench.pass(seconds: 5)
    #expect(bench.model.nowPlaying?.title == "c")
    _ = bench.transport.take()
    bench.model.turnQueueEdit(.undo)
    #expect(names(bench) == ["a", "b", "c"] && bench.model.nowPlaying?.title == "c")
    #expect(abs(bench.model.elapsed - 5) < 0.01)
    #expect(!bench.transport.take().contains { if case .load = $0 { true } else { false } })
  }

  @Test func undoOfThePlayingTrackReturnsToTheFormerOne() {
    let bench = PlayerBench("a")
    bench.model.play(bench.id(0))
    bench.begin(0)
    bench.pass(seconds: 3)
    bench.model.insert(additions("x"), at: .afterCurrent, playing: true)
    #expect(names(bench) == ["a", "x"] && bench.model.nowPlaying?.title == "x")
    bench.begin(1)
    bench.model.turnQueueEdit(.undo)
    #expect(names(bench) == ["a"] && bench.model.nowPlaying?.title == "a")
    #expect(abs(bench.model.elapsed - 3) < 0.01 && bench.model.playbackState == .playing)
    bench.model.turnQueueEdit(.redo)
    #expect(names(bench) == ["a", "x"] && bench.model.nowPlaying?.title == "x")
  }

  @Test func undoOfTheFirstAdditionStopsPlayback() {
    let bench = PlayerBench()
    bench.model.insert(additions("a"), at: .end)
    bench.model.play()
    bench.begin(0)
    bench.model.turnQueueEdit(.undo)
    #expect(bench.model.queue.isEmpty && bench.model.playbackState == .stopped)
    #expect(bench.model.queue.currentID == nil && bench.transport.take().last == .stop)
    bench.model.turnQueueEdit(.redo)
    #expect(names(bench) == ["a"] && bench.model.nowPlaying?.title == "a")
  }

  @Test func undoRestoresTheShuffledOrder() {
    let bench = PlayerBench("a", "b", "c", "d", "e", "f")
    bench.model.setShuffle(true)
    let order = bench.model.queue.shuffledOrder
    bench.model.remove([bench.id(1), bench.id(3), bench.id(4)])
    bench.model.turnQueueEdit(.undo)
    #expect(bench.model.queue.shuffledOrder == order)
    bench.model.setShuffle(false)
    bench.model.turnQueueEdit(.redo)
    #expect(names(bench) == ["a", "c", "f"] && bench.model.queue.shuffledOrder == nil)
    bench.model.setShuffle(true)
    bench.model.turnQueueEdit(.undo)
    #expect(Set(bench.model.queue.shuffledOrder ?? []).count == 6)
  }

  @Test func tracksInPlaceOfAllOthersArePlayedAndOneUndoBringsTheQueueBack() {
    let bench = PlayerBench("a", "b")
    bench.model.insert(additions("x", "y"), at: .instead, playing: true)
    #expect(names(bench) == ["x", "y"] && bench.model.queue.currentIndex == 0)
    bench.model.turnQueueEdit(.undo)
    #expect(names(bench) == ["a", "b"])
    bench.model.insert([QueueAddition](), at: .instead)
    #expect(names(bench) == ["a", "b"])
  }

  @Test func newEditDiscardsTheRedoSteps() {
    let bench = PlayerBench("a", "b", "c")
    bench.model.remove([bench.id(0)])
    bench.model.turnQueueEdit(.undo)
    bench.model.remove([bench.id(2)])
    #expect(bench.model.turnQueueEdit(.redo) == nil && names(bench) == ["a", "b"])
  }

  @Test func editWithoutAChangeIsNoUndoStep() {
    let bench = PlayerBench("a", "b")
    bench.model.move([bench.id(0)], .up)
    bench.model.insert([QueueAddition](), at: .end)
    bench.model.remove([QueueItem.ID(-1)])
    #expect(bench.model.turnQueueEdit(.undo) == nil)
  }

  @Test func undoHistoryKeepsAHundredSteps() {
    let bench = PlayerBench("a")
    for index in 0..<150 { bench.model.insert(additions("\(index)"), at: .end) }
    var count = 0
    while bench.model.turnQueueEdit(.undo) != nil { count += 1 }
    #expect(count == 100 && names(bench).count == 51)
  }

  @Test func restoredTrackWithoutTagsIsReadAgain() {
    let bench = PlayerBench("a", "b")
    var asked: [QueueItem.ID] = []
    bench.model.tracks.read = { asked += $0 }
    let id = bench.id(1)
    bench.model.remove([id])
    var track = TrackInfo(path: FilePath("b"))
    track.title = "Bell Song"
    bench.model.tracksWereRead([(id, track)])
    bench.model.turnQueueEdit(.undo)
    #expect(asked == [id])
    bench.model.tracksWereRead([(id, track)])
    #expect(names(bench) == ["a", "Bell Song"])
  }

  @Test func undoOfAMoveAfterASplitMovesAllPartsOfTheFile() {
    let bench = PlayerBench("a", "disc")
    bench.model.move([bench.id(1)], .up)
    var disc = TrackInfo(path: FilePath("disc"))
    disc.stream.duration = 40
    disc.parts = [(0, 20 as Int?, "One"), (20, nil, "Two")].map { start, end, title in
      var part = PlaylistEntry(.file(disc.path))
      part.section = TrackSection(
        start: DiscTime(frames: start * 75), end: end.map { DiscTime(frames: $0 * 75) })
      part.title = title
      return part
    }
    let changes = bench.model.queueChanges
    bench.model.tracksWereRead([(bench.id(0), disc)])
    #expect(names(bench) == ["One", "Two", "a"])
    #expect(bench.model.queueChanges == changes + 1)
    // No step has this file.
    let added = bench.add(["disc"])
    bench.model.tracksWereRead([(added[0], disc)])
    #expect(bench.model.queueChanges == changes + 1)
    bench.model.remove(bench.model.queue.items.suffix(2).map(\.id))
    bench.model.turnQueueEdit(.undo)
    bench.model.turnQueueEdit(.undo)
    #expect(names(bench) == ["a", "One", "Two"])
  }

  @Test(arguments: 1...10) func randomEditsUndoToTheBeginning(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    let bench = PlayerBench("a", "b", "c", "d")
    var states: [[QueueItem.ID]] = [bench.model.queue.items.map(\.id)]
    for step in 0..<60 {
      let ids = bench.model.queue.items.map(\.id)
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0: bench.model.insert(additions("\(step)"), at: .end)
      case 1:
        bench.model.insert(
          additions("\(step)", "x"), at: .afterCurrent, playing: Bool.random(using: &numbers))
      case 2: bench.model.remove(ids.filter { _ in Bool.random(using: &numbers) })
      case 3: if let id = ids.randomElement(using: &numbers) { bench.model.move([id], .down) }
      case 4: bench.model.setShuffle(Bool.random(using: &numbers))
      case 5: if let id = ids.randomElement(using: &numbers) { bench.model.play(id) }
      case 6: bench.model.replaceQueue(with: additions("r", "s"), startingAt: 0)
      default: bench.model.clearQueue()
      }
      let now = bench.model.queue.items.map(\.id)
      if now != states.last { states.append(now) }
    }
    while bench.model.turnQueueEdit(.undo) != nil {
      let now = bench.model.queue.items.map(\.id)
      if now == states.dropLast().last { states.removeLast() }
      #expect(now == states.last)
      #expect((bench.model.queue.currentID == nil) == now.isEmpty)
      #expect(bench.model.queue.currentID.map(now.contains) ?? true)
      if let order = bench.model.queue.shuffledOrder {
        #expect(Set(order) == Set(now) && order.count == now.count)
      }
    }
    #expect(states.count == 1)
  }

  @Test func oldestUndoStepsAreDroppedBeyondTheLimit() {
    var history = QueueHistory(limits: QueueHistory.Limits(steps: 100, ids: 1_000, tracks: 30))
    var queue = PlayQueue()
    for _ in 0..<20 {
      let before = QueueState(ids: queue.items.map(\.id), current: queue.currentID, seconds: 0)
      let removed = queue.items
      queue.clear()
      queue.append((0..<10).map { TrackInfo(path: FilePath("\($0)")) })
      history.record(.replaced, from: before, removed: removed, now: queue)
    }
    #expect(history.tracks.count <= 30 && (1...3).contains(history.undoSteps.count))
    let needed = Set(history.undoSteps.flatMap(\.state.ids))
    #expect(Set(history.tracks.keys) == needed)
  }
}
