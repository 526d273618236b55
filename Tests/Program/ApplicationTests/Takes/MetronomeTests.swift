import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application
@testable import Player

/// The metronome with music and without.
@Suite @MainActor struct MetronomeTests {
  /// The frames from a frame of the output on at which a click begins after silence.
  private func clicks(_ bench: TakeBench, from start: Int = 0) -> [Int] {
    var silent = 1000
    var list: [Int] = []
    for index in start..<bench.player.output.count {
      if bench.player.output[index] == .zero {
        silent += 1
      } else {
        if silent >= 1000 { list.append(index) }
        silent = 0
      }
    }
    return list
  }

  private func intervals(_ frames: [Int]) -> [Int] { zip(frames.dropFirst(), frames).map { $0 - $1 } }

  @Test func metronomeClicksAtTheTypedTempoWhileStopped() throws {
    let bench = try TakeBench([])
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 100_000)
    #expect(intervals(clicks(bench)) == [24_000, 24_000, 24_000, 24_000])
    bench.controller.tempo.setTempo(typed: "97,5")
    let start = bench.player.output.count
    bench.run(frames: 120_000)
    // The last click at the former tempo has faded when the new ones begin.
    let after = intervals(clicks(bench, from: start + 2000))
    #expect(after.count >= 2 && after.allSatisfy { abs($0 - 29_538) <= 1 })
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 4000)
    let end = bench.player.output.count
    bench.run(frames: 60_000)
    #expect(clicks(bench, from: end).isEmpty)
    #expect(bench.notices.contains(.tempo(97.5)))
    bench.close()
  }

  @Test func metronomeClicksFreelyInAPauseAndNotDuringMusic() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.toggleMetronome()
    #expect(bench.controller.tempo.freeBeats != nil)
    try bench.play()
    #expect(bench.controller.tempo.freeBeats == nil)
    bench.player.model.pause()
    bench.run(frames: 4800)
    let start = bench.player.output.count
    bench.run(frames: 100_000)
    #expect(bench.controller.tempo.freeBeats != nil)
    #expect(intervals(clicks(bench, from: start)).allSatisfy { $0 == 24_000 })
    #expect(clicks(bench, from: start).count >= 4)
    bench.close()
  }

  @Test func theSpeedOfTheMetronomeIsThatOfTheMusicAlsoInAPause() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.player.model.setSpeed(0.6)
    bench.controller.tempo.toggleMetronome()
    #expect(bench.notices.last == .metronome(true, bpm: 120, speed: 1), "no music has begun")
    try bench.play()
    #expect(bench.controller.tempo.beatSpeed == 0.6)
    bench.player.model.pause()
    bench.run(frames: 4800)
    #expect(bench.controller.tempo.beatSpeed == 0.6 && bench.controller.tempo.freeGrid.bpm(atFrame: 0) == 72)
    bench.player.model.stop()
    bench.run(frames: 4800)
    #expect(bench.controller.tempo.beatSpeed == 1 && bench.controller.tempo.freeGrid.bpm(atFrame: 0) == 120)
    bench.close()
  }

  @Test func countInAndFreeRecordingReplaceTheFreeBeats() throws {
    let bench = try TakeBench([], countIn: 2)
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 10_000)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .countingIn && bench.controller.tempo.freeBeats == nil)
    bench.run(frames: 60_000)
    #expect(bench.controller.recording.phase == .recording && bench.controller.tempo.freeBeats == nil)
    bench.strike()
    try bench.stopRecording()
    #expect(bench.controller.tempo.freeBeats != nil)
    bench.close()
  }

  @Test func heardBeatIsShownWhileTheMetronomeIsOn() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    bench.controller.tempo.setTimeSignature(typed: "3/4")
    func beats(_ frames: Int) -> [Int] {
      var seen: [Int] = []
      for _ in 0..<(frames / 512) {
        bench.run(frames: 512)
        if let beat = bench.controller.tempo.beat, beat != seen.last { seen.append(beat) }
      }
      return seen
    }
    #expect(beats(20_000).isEmpty)
    bench.controller.tempo.toggleMetronome()
    #expect(beats(180_000) == [0, 1, 2, 0, 1, 2, 0, 1])
    try bench.play()
    let playing = beats(140_000)
    #expect(playing.count >= 5 && zip(playing.dropFirst(), playing).allSatisfy { $0 == ($1 + 1) % 3 })
    #expect(bench.controller.nextBeat != nil)
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 512)
    #expect(bench.controller.tempo.beat == nil && bench.controller.nextBeat == nil)
    bench.close()
  }

  @Test func invalidTempoAndTimeSignatureChangeNothing() throws {
    let bench = try TakeBench([])
    for text in ["fast", "19", "401", "1e3", "nan"] { bench.controller.tempo.setTempo(typed: text) }
    for text in ["4", "0/4", "17/4", "4/3", "x/4"] { bench.controller.tempo.setTimeSignature(typed: text) }
    #expect(bench.controller.tempo.bpm == 120 && bench.controller.tempo.metronome.signature == .common)
    #expect(bench.notices.filter { $0 == .invalidTempo }.count == 5)
    #expect(bench.notices.filter { $0 == .invalidTimeSignature }.count == 5)
    bench.controller.tempo.setClickLevel(Decibels(99))
    #expect(bench.controller.tempo.metronome.level == Decibels(12))
    bench.close()
  }

  /// A tempo that is typed keeps the beat that was tapped.
  @Test func typedTempoKeepsTheTappedBeats() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    let start = bench.player.device.now
    bench.run(frames: 60_000)
    for tap in 0..<3 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.5)) }
    let tapped = try #require(bench.controller.list.track.tempo)
    bench.controller.tempo.setTempo(123)
    #expect(bench.controller.list.track.tempo?.beats == tapped.beats && bench.controller.tempo.bpm == 123)
    bench.close()
  }

  @Test func loopsBeginAndEndOnBeatsWhereTheTempoIsKnown() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))])
    try bench.play()
    bench.controller.tempo.setTempo(100)
    bench.run(frames: 40_000)
    bench.controller.ranges.startLoop()
    bench.run(frames: 60_000)
    bench.controller.ranges.endLoop()
    let (start, end) = (
      try #require(bench.controller.ranges.loopStart), try #require(bench.controller.ranges.loopEnd)
    )
    // A beat has 28,800 frames.
    #expect(start % 28_800 == 0 && end % 28_800 == 0 && end - start == 57_600)
    bench.controller.ranges.removeLoop()
    bench.controller.ranges.startLoop()
    bench.run(frames: 15_000)
    bench.controller.ranges.endLoop()
    #expect(
      try #require(bench.controller.ranges.loopEnd) - (try #require(bench.controller.ranges.loopStart))
        == 28_800)
    let shares = try #require(bench.controller.ranges.loopShares)
    #expect(abs(shares.upperBound * 900_000 - Double(bench.controller.ranges.loopEnd ?? 0)) < 1)
    bench.close()
  }

  /// A folder with a take of a silent track `a`: five beats of 120 a minute, then 60 a minute.
  private func folderWithTempoMap(track: Bool = true) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var take = Take(id: "map", name: "map", track: nil, created: 0)
    if track {
      take.track = TrackReference(
        key: TrackKey(high: 7, low: UInt64(UInt8(ascii: "a"))), path: FilePath("a"), sampleRate: .standard,
        frames: FrameCount(900_000))
    }
    take.tempo = TempoMap(bpm: 60, beats: [0, 24_000, 48_000, 72_000, 96_000, 120_000])
    take.addLayer(hits: HitColumns([TakeHit(frame: 890_000, pad: 1, velocity: 1, sample: 0)]))
    try TakeStore(folder: folder.path).save(take)
    return folder
  }

  private var silence: [(name: String, frames: [Frame]?)] {
    [("a", [Frame](repeating: .zero, count: 900_000))]
  }

  @Test func clicksFollowTheChangesOfTheTempoOfATake() throws {
    let bench = try TakeBench(silence, in: folderWithTempoMap())
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 4_800)
    let start = bench.player.output.count
    try bench.play()
    bench.run(frames: 280_000)
    let heard = intervals(clicks(bench, from: start + 2_000)).suffix(6)
    #expect(Array(heard) == [24_000, 24_000, 24_000, 48_000, 48_000, 48_000])
    bench.close()
  }

  @Test func clicksSoundWhenTheFormatArrivesAfterTheTakes() throws {
    let bench = try TakeBench(silence, in: folderWithTempoMap())
    bench.controller.tempo.toggleMetronome()
    bench.player.holdsReports = true
    bench.player.model.play()
    try bench.wait("the takes of the track") { bench.controller.list.track.isFound }
    bench.player.holdsReports = false
    bench.run(frames: 140_000)
    #expect(clicks(bench).count >= 5)
    bench.close()
  }

  @Test func theCountInHasTheTempoOfThePlaceWhereTheRecordingStarts() throws {
    let bench = try TakeBench(silence, in: folderWithTempoMap())
    try bench.play()
    bench.player.model.pause()
    bench.run(frames: 4_800)
    for (seconds, bpm) in [(1.0, 120.0), (10.0, 60.0)] {
      bench.player.model.seek(to: seconds)
      bench.run(frames: 9_600)
      #expect(bench.controller.tempo.bpm == bpm)
      bench.controller.recording.toggle()
      #expect(bench.controller.recording.countIn?.grid == BeatGrid(bpm: bpm, rate: .standard))
      bench.controller.recording.toggle()
      try bench.wait("the end of the recording") {
        bench.run(frames: 512)
        return !bench.controller.recording.isActive
      }
    }
    bench.close()
  }

  @Test func loopsAreSnappedToTheBeatsOfTheChangedTempo() throws {
    let bench = try TakeBench(silence, in: folderWithTempoMap())
    try bench.play()
    bench.player.model.seek(to: 3.6)
    bench.run(frames: 2_400)
    bench.controller.ranges.startLoop()
    bench.run(frames: 60_000)
    bench.controller.ranges.endLoop()
    #expect(bench.controller.ranges.loopStart == 168_000 && bench.controller.ranges.loopEnd == 216_000)
    bench.close()
  }

  @Test func tempoOfTheTagsHoldsUntilATempoIsSet() throws {
    let bench = try TakeBench(silence)
    bench.controller.tempo.toggleMetronome()
    try bench.play()
    #expect(bench.controller.tempo.bpm == 120)
    var tags = TrackInfo(path: FilePath("a"))
    tags.bpm = 90
    bench.player.model.tracksWereRead([(bench.player.id(0), tags)])
    #expect(bench.controller.tempo.bpm == 90)
    bench.run(frames: 2_000)
    let start = bench.player.output.count
    bench.run(frames: 140_000)
    #expect(intervals(clicks(bench, from: start)).suffix(2) == [32_000, 32_000])
    bench.controller.tempo.setTempo(100)
    #expect(bench.controller.tempo.bpm == 100)
    bench.close()
  }

  @Test func tappedTempoOfATrackWithoutATakeSurvivesARestart() throws {
    let bench = try TakeBench(silence + [("b", Ramp.frames(900_000))])
    try bench.play()
    let start = bench.player.device.now
    bench.run(frames: 60_000)
    for tap in 0..<3 { bench.controller.tempo.tap(at: start.advanced(bySeconds: Double(tap) * 0.4)) }
    let tapped = try #require(bench.controller.list.track.tempo)
    bench.close()
    #expect(bench.store.all().takes.isEmpty)
    let again = try TakeBench(silence + [("b", Ramp.frames(900_000))], in: bench.folder, countIn: 0)
    try again.play()
    #expect(again.controller.tempo.bpm == 150 && again.controller.list.track.tempo == tapped)
    // It is that of this track alone, and of its next take.
    try again.recordHit()
    #expect(again.controller.list.current?.tempo == tapped)
    again.player.model.next()
    try again.wait("the other track") { again.controller.list.track.isFound }
    #expect(again.controller.tempo.bpm == 120)
    again.close()
  }

  @Test func aFreeTakeIsPlayedWithItsChangesOfTheTempo() throws {
    let bench = try TakeBench([], in: folderWithTempoMap(track: false))
    try bench.wait("the take") { bench.controller.list.current != nil }
    bench.controller.tempo.toggleMetronome()
    bench.run(frames: 4_800)
    let start = bench.player.output.count
    bench.controller.playback.toggle()
    bench.run(frames: 280_000)
    #expect(
      intervals(clicks(bench, from: start)).prefix(7)
        == [24_000, 24_000, 24_000, 24_000, 24_000, 48_000, 48_000])
    bench.close()
  }

  @Test func tempoAndSleepCommandsCarryValuesAndRefuseInvalidOnes() {
    #expect(Command(name: "tempo 97.5") == .request(.tempo(.bpm(97.5))))
    #expect(Command(name: "time-signature 6/8") == TimeSignature("6/8").map { .request(.timeSignature($0)) })
    #expect(Command(name: "click-level -3") == .request(.clickLevel(.level(Decibels(-3)))))
    #expect(Command(name: "sleep 30") == .request(.sleep(30)))
    for name in ["tempo 97.5", "time-signature 6/8", "click-level -3.0", "sleep 30"] {
      #expect(Command(name: name)?.name == name)
    }
    for name in ["tempo 10", "tempo x", "time-signature 4", "click-level 99", "sleep -1"] {
      #expect(Command(name: name) == nil)
    }
    #expect(Command(name: "tempo") == .take(.tempo))
  }

  @Test("Beats that a damaged file states stop nothing", arguments: [[1 << 52], [0, 1 << 52]])
  func farBeats(_ beats: [Int]) throws {
    let folder = try TemporaryFolder()
    var take = Take(id: "far", name: "far", track: nil, created: 0)
    take.tempo = TempoMap(bpm: 120, beats: beats)
    take.addLayer(hits: HitColumns([TakeHit(frame: 4_800, pad: 1, velocity: 100, sample: 0)]))
    try TakeStore(folder: folder.path).save(take)
    let bench = try TakeBench([], in: folder)
    bench.controller.tempo.toggleMetronome()
    try bench.wait("the take") { !bench.controller.list.takeEntries.isEmpty }
    bench.controller.list.choose(try #require(bench.controller.list.takeEntries.first))
    bench.run(frames: 24_000)
    #expect(bench.planned.count == 1)
    bench.close()
  }
}
