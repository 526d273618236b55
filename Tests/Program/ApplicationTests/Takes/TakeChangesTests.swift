import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import SystemBase

/// Takes are changed while others are recorded, deleted, and kept where they cannot be saved.
@Suite @MainActor struct TakeChangesTests {
  @Test func undoWhileRecordingRemovesTheLayerAndTheNextHitBeginsAnother() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    bench.strike()
    try bench.wait("the hit") {
      bench.run(frames: 512); return bench.controller.list.current?.hitCount == 1
    }
    bench.controller.list.turn(.undo)
    bench.run(frames: 3000)
    bench.strike()
    bench.strike(2)
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.count) == [2])
    bench.close()
    // The next start knows it, and can undo.
    let again = try TakeBench([("a", Ramp.frames(900_000))], in: bench.folder)
    try again.play()
    #expect(again.controller.list.current?.layers.map(\.hits.count) == [2])
    again.controller.list.turn(.undo)
    #expect(again.controller.list.current?.layers.isEmpty == true)
    again.controller.list.turn(.redo)
    #expect(again.controller.list.current?.hitCount == 2)
    again.close()
  }

  @Test func hitsAreQuantisedWhileOthersAreRecordedAndAKillLosesNeither() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    bench.strike()
    bench.run(frames: 30_000)
    bench.strike(2)
    func awaitHits(_ count: Int) throws {
      try bench.wait("\(count) hits") {
        bench.run(frames: 512)
        return bench.controller.list.current?.hitCount == count
      }
    }
    try awaitHits(2)
    let (grid, quarter) = (bench.controller.tempo.grid, try #require(StepDivision("1/4")))
    bench.controller.list.edit { take in
      take.replaceHits(take.edits(quantising: .everything, Quantise(quarter), on: grid))
    }
    let quantised = try #require(bench.controller.list.current?.layers.first).hits.frames
    #expect(quantised.map { grid.frame(ofBeatNear: $0) } == quantised)
    bench.strike(3)
    try awaitHits(3)
    let whole = try #require(bench.controller.list.current)
    // What is on the disk before the recording ends: the edited take, and the journal.
    var restored: Take?
    try bench.wait("the edit in the file") {
      restored = bench.store.all().takes.first?.take
      return restored?.layers.first?.hits.frames.prefix(2) == quantised[...]
    }
    var take = try #require(restored)
    try #require(try bench.recovery()).complete(&take)
    #expect(take.layers.map(\.hits) == whole.layers.map(\.hits))
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.frames) == whole.layers.map(\.hits.frames))
    bench.controller.list.turn(.undo)
    let frames = try #require(bench.controller.list.current?.layers.first).hits.frames
    #expect(frames.count == 3 && frames[2] == whole.layers[0].hits.frames[2] && frames[0] != quantised[0])
    bench.close()
  }

  @Test func fullDiskIsReportedAtOnceAndNoHitIsLost() throws {
    let folder = try TemporaryFolder()
    // A folder that cannot be made stands for a disk that takes nothing.
    let blocker = try folder.write("", to: "takes")
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder, below: "takes")
    try bench.play()
    bench.controller.recording.toggle()
    try bench.wait("the message") {
      bench.notices.contains { if case .notSaved = $0 { true } else { false } }
    }
    bench.strike()
    bench.run(frames: 9600)
    #expect(
      bench.controller.list.unsaved.map(\.name) == ["take 1"]
        && bench.controller.list.unsaved.first?.isOnDisk == false)
    FileBytes.remove(blocker)
    try bench.wait("the disk") { bench.notices.contains(.storage(.savedLater)) }
    bench.strike()
    bench.run(frames: 9600)
    try bench.wait("the hits") { bench.controller.list.current?.hitCount == 2 }
    #expect(bench.controller.list.unsaved.isEmpty)
    // The recording is not ended: the journal contains all hits.
    #expect(try bench.journalled()?.hitCount == 2)
    try bench.stopRecording()
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount) == [2])
  }

  @Test func takeThatCannotBeSavedIsListedUntilSavedOrDeleted() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "takes")
    let bench = try TakeBench([("a", Ramp.frames(900_000))], in: folder, below: "takes")
    try bench.play()
    for count in 1...2 {
      bench.controller.list.chooseNew()
      try bench.recordHit()
      #expect(bench.controller.list.unsaved.count == count)
    }
    bench.controller.list.warnOfQuitting()
    #expect(bench.notices.last == .quitWhileUnsaved(bench.controller.list.unsaved))
    bench.controller.list.delete(try #require(bench.controller.list.takeEntries.last))
    #expect(bench.controller.list.unsaved.map(\.name) == ["take 1"])
    bench.controller.list.saveElsewhere(folder.file("other"))
    try bench.wait("the other folder") { bench.controller.list.unsaved.isEmpty }
    #expect(TakeStore(folder: folder.file("other")).all().takes.map(\.take.hitCount) == [1])
    bench.close()
  }

  @Test func aDeletedTakeComesBackByUndo() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    for pad in 1...2 {
      bench.controller.list.chooseNew()
      try bench.recordHit(pad)
    }
    let ids = bench.controller.list.takes.map(\.id)
    bench.controller.list.delete(try #require(bench.controller.list.takeEntries.first))
    #expect(bench.controller.list.takes.map(\.id) == [ids[1]])
    try bench.wait("the file to go") { bench.store.all().takes.map(\.take.id) == [ids[1]] }
    bench.controller.list.turn(.undo)
    #expect(
      Set(bench.controller.list.takes.map(\.id)) == Set(ids) && bench.controller.list.current?.id == ids[0])
    try bench.wait("the file") { bench.store.all().takes.count == 2 }
    // What is undone next are the recordings, the later one first, though it is not in the current take.
    func layers() -> [Int?] {
      ids.map { id in bench.controller.list.takes.first { $0.id == id }?.layers.count }
    }
    #expect(layers() == [1, 1])
    bench.controller.list.turn(.undo)
    #expect(layers() == [1, 0])
    bench.controller.list.turn(.undo)
    #expect(layers() == [0, 0] && bench.controller.list.current?.id == ids[0])
    bench.close()
  }
}
