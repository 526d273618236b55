@testable import Application
import AudioBase
import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Player

@testable import SystemBase

@Suite @MainActor struct TakeControllerTests {
  @Test func hitsAreStoredOnTheFramesThatWereHeard() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    var heard: [Int] = []
    for _ in 0..<20 {
      bench.run(frames: 4000)
      heard.append(bench.strike())
    }
    try bench.stopRecording()
    let take = try #require(bench.controller.list.current)
    let frames = take.layers[0].hits.frames
    #expect(frames.count == 20 && take.layers.count == 1)
    for (frame, output) in zip(frames, heard) { #expect(abs(frame - bench.place(output)) <= 48) }
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount) == [20])
    #expect(bench.store.recover().takes.isEmpty)
  }

  @Test func hitsBeforeTheKitIsLoadedAreRecordedAndHeardWithItLater() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.player.engine.control.setPads(PadProgram(pads: []))
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 4000)
    let output = bench.strike(2)
    try bench.stopRecording()
    let take = try #require(bench.controller.list.current)
    let hit = try #require(take.layers.first.map { $0.hits[0] })
    #expect(take.hitCount == 1 && hit.pad == 2 && hit.sample == TakeHit.anySample)
    #expect(abs(hit.frame - bench.place(output)) <= 48)
    bench.player.engine.control.setPads(
      PadProgram(
        pads: Array(
          repeating: PadProgram.Pad(layers: [
            PadProgram.Layer(samples: [PCMBuffer(frames: [.zero], sampleRate: .standard)])
          ]), count: 2)))
    bench.player.model.seek(to: 0)
    bench.run(frames: 60_000)
    #expect(bench.planned.map(\.pad) == [2] && bench.planned.first?.sample == 0)
    bench.close()
  }

  @Test func takePlaysAtItsFramesUntilPlaybackIsSwitchedOff() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    for _ in 0..<10 {
      bench.run(frames: 3000)
      bench.strike()
    }
    try bench.stopRecording()
    let frames = try #require(bench.controller.list.current).layers[0].hits.frames
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == frames)
    bench.controller.playback.toggle()
    bench.player.model.seek(to: 0)
    bench.run(frames: 120_000)
    #expect(bench.planned.count == 10)
  }

  @Test func pausedHitsAreNotStoredAndASeekBeginsALayer() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    bench.strike()
    bench.run(frames: 3000)
    bench.player.model.pause()
    bench.run(frames: 6000)
    bench.strike()
    bench.run(frames: 6000)
    bench.player.model.play()
    bench.run(frames: 6000)
    bench.strike()
    bench.run(frames: 6000)
    bench.player.model.seek(to: 10)
    bench.run(frames: 30_000)
    bench.strike()
    bench.run(frames: 3000)
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.count) == [2, 1])
  }

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

  @Test func recordingInAPauseCountsInAndStartsTheMusicOnTheBeat() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 2)
    try bench.play()
    bench.player.model.pause()
    bench.run(frames: 9600)
    let before = bench.player.output.count
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .countingIn)
    bench.run(frames: 45_000)
    #expect(bench.player.model.playbackState == .paused)
    // Two beats of 120 a minute are a second; this one is 30 ms early.
    bench.run(frames: before + 48_000 - 1440 - bench.player.output.count)
    bench.strike()
    bench.run(frames: 24_000)
    #expect(bench.player.model.playbackState == .playing && bench.controller.recording.phase == .recording)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.controller.list.current?.hitCount == 2)
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
      bench.controller.recording.toggle()
      bench.run(frames: 3000)
      bench.strike()
      try bench.stopRecording()
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

  @Test func hitOnAGatePadIsStoredWithItsHeldLength() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    var spans: [Int] = []
    for frames in [700, 5000, 12_345] {
      let start = bench.strike(8)
      bench.strike(1)
      bench.run(frames: frames)
      spans.append(bench.letGo() - start)
      bench.run(frames: 2000)
    }
    // Held on: its end is not known.
    bench.strike(8)
    try bench.wait("the last hit in the journal") {
      bench.run(frames: 512)
      return try? bench.journalled()?.hitCount == 7
    }
    let crashed = try #require(try bench.journalled())
    try bench.stopRecording()
    let kept = try #require(bench.controller.list.current)
    for take in [crashed, kept] {
      let hits = take.layers[0].hits
      #expect(hits.pads == [8, 1, 8, 1, 8, 1, 8])
      #expect([1, 3, 5, 6].allSatisfy { hits.lengths[$0] == 0 })
      for (index, span) in spans.enumerated() { #expect(abs(hits.lengths[2 * index] - span) <= 2) }
    }
    bench.close()
    #expect(bench.store.all().takes.first?.take.layers[0].hits == kept.layers[0].hits)
  }

  @Test func heldLengthOfAGatePadSpansASeek() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    let start = bench.strike(8)
    bench.run(frames: 4000)
    bench.player.model.seek(to: 12)
    bench.run(frames: 20_000)
    let end = bench.letGo()
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current?.layers.first).hits
    #expect(hits.count == 1 && abs(hits.lengths[0] - (end - start)) <= 2)
    bench.close()
  }

  /// The main thread may be late: what counts is when the key was read.
  @Test func recordingBeginsAndEndsAtTheTimesOfTheKeys() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.strike()
    bench.run(frames: 6000)
    let asked = bench.player.device.now
    let first = bench.strike(2)
    bench.run(frames: 24_000)
    bench.strike(3)
    bench.run(frames: 6000)
    bench.controller.recording.toggle(at: asked)
    bench.run(frames: 6000)
    bench.strike(4)
    bench.run(frames: 6000)
    bench.controller.recording.toggle(at: bench.player.device.now)
    bench.run(frames: 512)
    bench.strike(5)
    bench.run(frames: 24_000)
    try bench.wait("the end of the recording") { !bench.controller.recording.isActive }
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [2, 3, 4])
    #expect(abs(hits.frames[0] - bench.place(first)) <= 48)
    bench.close()
  }

  @Test func lateTapsCountByTheTimesOfTheKeys() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    let (start, output) = (bench.player.device.now, bench.player.output.count)
    bench.run(frames: 120_000)
    // All of them late, and at once.
    for tap in 0..<5 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.4)) }
    #expect(bench.controller.tempo.bpm == 150)
    let tempo = try #require(bench.controller.list.track.tempo)
    #expect(abs(tempo.beats[0] - bench.place(output + 76_800)) <= 48)
    bench.close()
  }

  @Test func recordingWhileStoppedMakesAFreeTake() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.run(frames: 4800)
    bench.controller.recording.toggle()
    bench.run(frames: 4800)
    let first = bench.strike()
    bench.run(frames: 24_000)
    let second = bench.strike(3)
    try bench.stopRecording()
    let hits = try #require(bench.controller.list.current).layers[0].hits
    #expect(hits.pads == [1, 3] && abs(hits.frames[1] - hits.frames[0] - (second - first)) <= 1)
    bench.close()
    #expect(bench.store.takes(of: nil).takes.count == 1)
    // The next start finds it, plays it while stopped, and while the next layer is recorded.
    let again = try TakeBench([], in: bench.folder, countIn: 0)
    try again.wait("the free take") { again.controller.list.current?.hitCount == 2 }
    again.controller.playback.toggle()
    again.run(frames: hits.frames[1] + 4800)
    #expect(again.planned.map(\.pad) == [1, 3])
    #expect(again.planned[1].outputFrame - again.planned[0].outputFrame == hits.frames[1] - hits.frames[0])
    again.controller.recording.toggle()
    again.run(frames: hits.frames[1] + 4800)
    again.strike(2)
    try again.stopRecording()
    #expect(again.planned.map(\.pad) == [1, 3, 1, 3])
    #expect(again.controller.list.current?.layers.map(\.hits.count) == [2, 1])
    again.close()
  }

  @Test func aDeletedTakeComesBackByUndo() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    for pad in 1...2 {
      bench.controller.list.chooseNew()
      bench.controller.recording.toggle()
      bench.run(frames: 3000)
      bench.strike(pad)
      try bench.stopRecording()
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

  @Test func recordingInALoopAddsALayerEachTurnAndPlaysEarlierOnes() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.ranges.startLoop()
    bench.run(frames: 48_000)
    bench.controller.ranges.endLoop()
    let range =
      try #require(bench.controller.ranges.loopEnd) - (try #require(bench.controller.ranges.loopStart))
    #expect(abs(range - 48_000) < 512)
    bench.controller.recording.toggle()
    bench.run(frames: 30_000)
    for turn in 1...3 {
      bench.strike()
      bench.run(frames: range / 2)
      try bench.wait("the hit of the turn") { bench.controller.list.shown?.hitCount == turn }
      bench.run(frames: range - range / 2)
    }
    try bench.stopRecording()
    #expect(bench.controller.list.current?.layers.map(\.hits.count) == [1, 1, 1])
    #expect(bench.planned.count >= 3)
    bench.close()
  }

  @Test func onlyHitsBetweenPunchInAndPunchOutAreStored() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.run(frames: 48_000)
    bench.controller.ranges.setPunchIn()
    bench.run(frames: 48_000)
    bench.controller.ranges.setPunchOut()
    bench.player.model.seek(to: 0)
    bench.run(frames: 20_000)
    bench.controller.recording.toggle()
    for _ in 0..<6 {
      bench.strike()
      bench.run(frames: 24_000)
    }
    try bench.stopRecording()
    let frames = try #require(bench.controller.list.current).layers.flatMap(\.hits.frames)
    let (start, end) = (
      try #require(bench.controller.ranges.punchIn), try #require(bench.controller.ranges.punchOut)
    )
    #expect(frames.count == 2 && frames.allSatisfy { (start..<end).contains($0) })
    bench.close()
  }
}
