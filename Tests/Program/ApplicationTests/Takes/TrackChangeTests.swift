import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// A recording goes on when the track changes.
@Suite @MainActor struct TrackChangeTests {
  private func bench(_ lengths: Int..., next: String? = nil) throws -> TakeBench {
    let names = ["a", "b", "c", "d"]
    let tracks = zip(names, lengths).map { (name: $0, frames: Ramp.frames($1) as [Frame]?) }
    let bench = try TakeBench(tracks + (next.map { [(name: $0, frames: nil)] } ?? []), countIn: 0)
    try bench.play()
    bench.controller.recording.toggle()
    return bench
  }

  /// The frames of the hits of all takes in the folder, by the names of their tracks.
  private func stored(_ bench: TakeBench) -> [String: [Int]] {
    Dictionary(
      bench.store.all().takes.map {
        ($0.take.track?.path.shown ?? "", $0.take.layers.flatMap(\.hits.frames))
      },
      uniquingKeysWith: +)
  }

  private func stops(_ bench: TakeBench) -> [TakeNotice] {
    bench.notices.filter { if case .recordingStopped = $0 { true } else { false } }
  }

  /// Renders until the feeder has decoded the track that was skipped to. Rendering does not wait for it, and hits that
  /// precede the music by more than `TakeRecorder.early` have no place in a track.
  private func hearMusic(_ bench: TakeBench) throws {
    bench.run(frames: 3_000)
    try bench.wait("the music of the next track") {
      bench.run(frames: LocalPlayerBench.block)
      return bench.player.output.last != .zero
    }
  }

  @Test func joinedTracksGetEachHitAtThePlaceThatWasHeard() throws {
    let bench = try bench(60_000, 48_000, 48_000, 900_000)
    var heard: [Int] = []
    for _ in 0..<40 {
      bench.run(frames: 4_608)
      heard.append(bench.strike())
    }
    try bench.stopRecording()
    bench.close()
    let stored = stored(bench)
    #expect(stored.keys.sorted() == ["a", "b", "c", "d"])
    let places = ["a", "b", "c", "d"].flatMap { stored[$0] ?? [] }
    #expect(places.count == 40)
    for (place, output) in zip(places, heard) { #expect(abs(place - bench.place(output)) <= 48) }
    #expect(bench.store.recover().takes.isEmpty)
    let changes = bench.notices.compactMap { notice -> String? in
      if case .recordingContinues(let track, .some) = notice { track } else { nil }
    }
    #expect(changes == ["b", "c", "d"])
  }

  @Test func hitsAreStoredWithTheTrackHeardWhileSkipping() throws {
    let bench = try bench(900_000, 900_000, 900_000, 900_000)
    func strike(_ count: Int) {
      for _ in 0..<count {
        bench.run(frames: 3_000)
        bench.strike()
      }
    }
    strike(3)
    // This one is struck with the key and before the change is heard.
    bench.strike(2)
    bench.player.model.next()
    try hearMusic(bench)
    strike(4)
    bench.player.model.next()
    bench.player.model.next()
    bench.player.model.previous()
    try hearMusic(bench)
    strike(5)
    #expect(bench.controller.recording.phase == .recording)
    try bench.stopRecording()
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 4, "b": 4, "c": 5])
  }

  /// Strikes in the silence after a skip. Returns the hits of the next track; nil if it began without a silent block.
  private func hitsAfterTheSilence() throws -> [Int]? {
    let bench = try bench(900_000, 900_000)
    bench.run(frames: 3_000)
    bench.strike()
    bench.player.model.next()
    // The first block fades out; the second one is silent, unless the next track was decoded in the meantime.
    bench.player.render()
    bench.player.render()
    let isSilent = bench.player.output.last == .zero
    bench.strike(2)
    try hearMusic(bench)
    bench.strike(3)
    try bench.stopRecording()
    bench.close()
    return isSilent ? stored(bench)["b", default: []] : nil
  }

  @Test func hitInTheSilenceBetweenTracksIsStoredAtTheStartOfTheNext() throws {
    for _ in 0..<50 {
      guard let next = try hitsAfterTheSilence() else { continue }
      #expect(next.count == 2 && next.first == 0)
      return
    }
    Issue.record("each track began without a silent block")
  }

  @Test func returnToATrackRecordsAnotherLayerOfItsTake() throws {
    let bench = try bench(60_000, 900_000)
    bench.run(frames: 3_000)
    bench.strike()
    bench.player.model.next()
    try hearMusic(bench)
    bench.strike()
    bench.player.model.previous()
    try hearMusic(bench)
    bench.strike()
    try bench.stopRecording()
    bench.close()
    let layers = bench.store.all().takes.map { ($0.take.track?.path.shown, $0.take.layers.map(\.hits.count)) }
    #expect(layers.count == 2 && layers.contains { $0 == "a" && $1 == [1, 1] })
  }

  @Test func hitsWaitForTheTakesOfATrackOnASlowDisk() throws {
    let bench = try bench(900_000, 900_000)
    bench.run(frames: 3_000)
    bench.strike()
    bench.withSlowDisk {
      // Forgets what was read when the track was opened ahead.
      bench.controller.list.tracks[.track(bench.player.model.queue.items[1].location)] = nil
      bench.player.model.next()
      bench.run(frames: 30_000)
      bench.strike(2)
      bench.run(frames: 9_600)
    }
    try bench.stopRecording()
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 1, "b": 1])
  }

  @Test func trackIsRecordedHoweverOftenTheNextOneWasOpened() throws {
    let bench = try bench(900_000, 900_000)
    bench.run(frames: 3_000)
    bench.strike()
    try bench.stopRecording()
    let next = bench.player.model.queue.items[1]
    for _ in 0..<5 { bench.player.transport.setNext(next) }
    try bench.recordHit(2)
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 2])
  }

  @Test func trackWithoutAKnownStreamDoesNotHoldUpTheHitsOfTheNext() throws {
    let bench = try bench(60_000, 48_000, 900_000)
    bench.run(frames: 4_608)
    bench.strike()
    let (now, next) = (bench.player.model.now(), bench.player.model.queue.items[1].location)
    let passing = RecordingState.Waiting(track: next, since: now, isContinuation: true)
    bench.controller.recording.apply(.trackChanged(passing, else: .musicStopped, now))
    for _ in 0..<26 { bench.run(frames: 4_608) }
    bench.strike(2)
    for _ in 0..<4 { bench.run(frames: 4_608) }
    try bench.stopRecording()
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 1, "c": 1])
  }

  /// Records the first hit, and lets the main thread stand still while the next track is heard. Returns the output frames that
  /// are heard with all hits.
  private func strikeWhileMainIsLate(_ bench: TakeBench, _ count: Int) throws -> [Int] {
    bench.run(frames: 4_608)
    let first = bench.strike()
    let next = bench.player.model.queue.items[1].location
    try bench.wait("the takes of the next track") { bench.controller.list.tracks[.track(next)]?.isFound }
    bench.run(frames: 512)
    return [first] + bench.strikeAlone(count, every: 4_608)
  }

  private func expectPlaces(_ heard: [Int], in bench: TakeBench) {
    let stored = stored(bench)
    let places = ["a", "b"].flatMap { stored[$0] ?? [] }
    #expect(places.count == heard.count && stored.count == 2, "\(stored)")
    for (place, output) in zip(places, heard) { #expect(abs(place - bench.place(output)) <= 48) }
  }

  /// Three seconds of the next track are heard before its beginning is handled.
  @Test func hitsAreStoredHoweverLateTheChangeOfTrackIsHandled() throws {
    let bench = try bench(60_000, 900_000)
    let heard = try strikeWhileMainIsLate(bench, 41)
    try bench.waitForEndInJournal()
    bench.pump(journalFirst: true)
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 4_608)
    try bench.stopRecording()
    bench.close()
    expectPlaces(heard, in: bench)
  }

  @Test func hitsBeforeTheEndAreStoredThoughTheChangeOfTrackIsHandledAfterIt() throws {
    let bench = try bench(60_000, 900_000)
    let heard = try strikeWhileMainIsLate(bench, 20)
    bench.controller.recording.toggle()
    _ = bench.strikeAlone(1, every: 4_608)
    try bench.waitForEndInJournal()
    bench.pump(journalFirst: true)
    try bench.wait("the end of the recording") {
      bench.run(frames: LocalPlayerBench.block)
      return !bench.controller.recording.isActive
    }
    bench.close()
    expectPlaces(heard, in: bench)
  }

  @Test func endOfTheMusicEndsTheRecordingAndIsReportedAtOnce() throws {
    let bench = try bench(30_000)
    bench.run(frames: 3_000)
    bench.strike()
    bench.run(frames: 40_000)
    #expect(bench.player.model.playbackState == .stopped)
    #expect(stops(bench).first == .recordingStopped(.musicStopped, saved: nil))
    try bench.wait("the end of the recording") {
      bench.run(frames: 512)
      return !bench.controller.recording.isActive
    }
    let saved = TakeNotice.SavedTake(name: "take 1", hits: 1)
    #expect(bench.notices.last == .recordingStopped(.musicStopped, saved: saved))
    bench.close()
  }

  @Test func skipToAStreamEndsTheRecordingAndIsReportedAtOnce() throws {
    let bench = try bench(900_000, next: "http://localhost/radio")
    bench.run(frames: 3_000)
    bench.strike()
    bench.run(frames: 3_000)
    bench.player.model.next()
    guard case .recordingStopped(.stream, saved: nil)? = stops(bench).first else {
      Issue.record("\(bench.notices)")
      return
    }
    #expect(bench.controller.recording.phase == .ending)
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 1])
  }

  @Test(arguments: [true, false]) func fileOfAServerHasTakesAndAStreamHasNone(isFile: Bool) throws {
    let track = TrackLocation(path: FilePath("http://localhost/a.wav"))
    let bench = try TakeBench([(name: track.path.shown, frames: nil)], countIn: 0)
    bench.player.model.play()
    #expect(bench.controller.playedTrack == nil, "it may be a stream")
    let length = isFile ? FrameCount(900_000) : nil
    bench.player.transport.onEvent?(
      .opened(bench.player.id(0), StreamFormat(sampleRate: .standard, channels: 2, length: length)))
    #expect(bench.controller.playedTrack == (isFile ? track : nil))
    #expect((bench.controller.list.tracks[.track(track)] != nil) == isFile)
    if isFile { try bench.wait("its takes") { bench.controller.list.tracks[.track(track)]?.key != nil } }
    bench.close()
  }

  @Test func changeOfTrackRemovesThePunchRange() throws {
    let bench = try bench(60_000, 900_000)
    bench.run(frames: 6_000)
    bench.controller.ranges.setPunchIn()
    bench.run(frames: 6_000)
    bench.strike()
    bench.run(frames: 6_000)
    bench.controller.ranges.setPunchOut()
    bench.run(frames: 6_000)
    bench.strike(2)
    bench.player.model.next()
    #expect(bench.controller.ranges.punchIn == nil && bench.controller.ranges.punchOut == nil)
    try hearMusic(bench)
    bench.strike(3)
    try bench.stopRecording()
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 1, "b": 1])
  }

  @Test func undoAfterAChangeOfTrackRemovesTheFormerRecordingOnlyAndRedoRestoresIt() throws {
    let bench = try bench(900_000, 900_000)
    bench.run(frames: 3_000)
    bench.strike()
    try bench.wait("the hit") {
      bench.run(frames: LocalPlayerBench.block)
      return bench.controller.list.shown?.hitCount == 1
    }
    bench.player.model.next()
    bench.run(frames: 2_000)
    bench.controller.list.turn(.undo)
    try hearMusic(bench)
    bench.strike()
    try bench.stopRecording()
    try bench.wait("the recordings") {
      let stored = stored(bench)
      return stored["b"]?.count == 1 && stored["a"]?.isEmpty != false
    }
    bench.controller.list.turn(.redo)
    bench.close()
    #expect(stored(bench).mapValues(\.count) == ["a": 1, "b": 1])
  }
}
