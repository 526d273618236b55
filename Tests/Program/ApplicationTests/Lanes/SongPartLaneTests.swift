import ApplicationTestSupport
import AudioBase
import Dubbing
import PlayerTestSupport
import SystemBase
import TestSupport
import Testing

@testable import Application

/// Changes of the levels of the parts of the song that become lanes of the take that is recorded, and are played.
@MainActor @Suite struct SongPartLaneTests {
  /// Separates drums at once; the file is a track of the bench.
  private struct Maker: DrumPartsMaking {
    private let file = DrumPartFile(path: FilePath("d"), frames: 900_000)

    func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? { file }

    func make(
      _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
      heard: () -> Int, isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
    ) throws(FileError) -> DrumPartsResult {
      .parts(file)
    }
  }

  /// The values of the changes that the engine has reported.
  private final class Reported {
    var values: [Double] = []
  }

  private let bench: TakeBench
  private let reported = Reported()
  private let calls = CallQueue()
  private var songs: SongController { bench.controller.songs }
  private var lanes: LaneController { bench.controller.lanes }
  private let mute = Lane.ID("song/drums/mute", layer: 1)

  /// Plays a track of 0.2, of which the drums are 0.05.
  init() throws {
    func constant(_ value: Float) -> [Frame] {
      [Frame](repeating: Frame(repeating: value), count: 900_000)
    }
    bench = try TakeBench([("a", constant(0.2)), ("d", constant(0.05))])
    lanes.mixer = TestLaneMixer()
    let former = bench.player.onEvent
    bench.player.onEvent = { [lanes = bench.controller.lanes, reported] event in
      former?(event)
      guard case .automation(let change) = event else { return }
      reported.values.append(change.value)
      lanes.receive(change)
    }
    bench.onBlock = { [lanes = bench.controller.lanes, device = bench.player.device] in
      lanes.follow(at: device.now)
    }
    songs.makeParts(by: Maker(), main: calls.mainThread)
    try bench.play()
    _ = songs.change(part: "drums", .gain(Decibels(-6)))
    try bench.wait("the parts") {
      calls.perform()
      return songs.partsState.job == nil
    }
    try report(-6)
    _ = songs.change(part: "drums", .gain(.unity))
    try report(0)
  }

  /// Renders until the engine has reported a change.
  private func report(_ value: Double) throws {
    try bench.wait("the report of \(value)") {
      bench.run(frames: LocalPlayerBench.block)
      return reported.values.last == value
    }
  }

  /// Waits until the feeder has summed again all that it has fed.
  private func feed(_ value: Float) throws {
    let ring = bench.player.engine.control.stream.frames.reader
    try bench.wait("the level \(value) of what is fed") {
      ring.available > 0 && abs(ring.peek(ring.available - 1).x - value) < 1e-4
    }
  }

  /// Renders until the music has a level: what the feeder has fed before is heard first if it is late.
  private func hear(_ value: Float) {
    for _ in 0..<500 where !isHeard(value) { bench.run(frames: 512) }
    #expect(isHeard(value), "\(bench.player.output.last?.x ?? 0) is heard instead of \(value)")
  }

  private func isHeard(_ value: Float) -> Bool { abs((bench.player.output.last?.x ?? 0) - value) < 1e-4 }

  /// Records a take in which a hand mutes the drums.
  private func record() throws {
    hear(0.2)
    bench.run(frames: 4_800)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 48_000)
    _ = songs.change(part: "drums", .mute)
    try feed(0.15)
    hear(0.15)
    try bench.wait("the point") {
      bench.run(frames: LocalPlayerBench.block)
      return bench.controller.list.current?.lane(mute)?.count == 1
    }
    try bench.stopRecording()
  }

  @Test func changeByHandIsAPointInTheTakeAndInItsFile() throws {
    try record()
    let take = try #require(bench.controller.list.current)
    #expect(take.lane(mute)?.values == [1] && take.lanes.count == 1)
    bench.close()
    #expect(bench.store.all().takes.map(\.take.lanes) == [take.lanes])
  }

  @Test func undoTakesThePassBack() throws {
    try record()
    bench.controller.list.turn(.undo)
    #expect(bench.controller.list.current?.lanes.isEmpty == true && songs.partsState.lanes.isEmpty)
    bench.controller.list.turn(.redo)
    #expect(bench.controller.list.current?.lane(mute)?.values == [1] && !songs.partsState.lanes.isEmpty)
    bench.close()
  }

  @Test func laneIsPlayedFromTheLevelOfTheRecordingAndExported() throws {
    try record()
    let take = try #require(bench.controller.list.current)
    let frame = try #require(take.lane(mute)?.frames.first)
    #expect(songs.song.level(of: "drums").isMuted)
    bench.player.model.seek(to: 0)
    hear(0.2)
    bench.run(frames: 4_800)
    #expect(!songs.heardLevel(of: "drums").isMuted)
    hear(0.15)
    bench.run(frames: 4_800)
    #expect(songs.heardLevel(of: "drums").isMuted)
    let course = try #require(songs.heardParts?.course)
    #expect(course.frames == [0, frame, frame + 480] && course.gains == [[1, 1], [1, 1], [0, 1]])
    bench.controller.playback.toggle()
    #expect(songs.heardParts?.course == nil && songs.heardParts?.gains == [0, 1])
    bench.close()
  }

  /// The index in the output of the last frame at which the drums are heard as in the track.
  private func lastFull() throws -> Int {
    try #require(bench.player.output.lastIndex { abs($0.x - 0.2) < 1e-5 })
  }

  /// The frame of the track at an index of the output.
  private func trackFrame(_ index: Int) -> Int? {
    bench.player.transport.heard(atOutputFrame: index)?.trackFrame.value
  }

  @Test func replayIsWhatWasHeard() throws {
    try record()
    let frame = try #require(bench.controller.list.current?.lane(mute)?.frames.first)
    let live = try lastFull()
    #expect(trackFrame(live) == frame)
    let heard = Array(bench.player.output[(live - 2_000)..<(live + 2_000)])
    bench.player.model.seek(to: 0)
    hear(0.2)
    bench.run(frames: 4_800)
    hear(0.15)
    bench.run(frames: 4_800)
    let replay = try lastFull()
    #expect(trackFrame(replay) == frame)
    let replayed = bench.player.output[(replay - 2_000)..<(replay + 2_000)]
    #expect(zip(heard, replayed).map { abs($0.x - $1.x) }.max() ?? 1 < 1e-6)
    bench.close()
  }

  @Test func laneOfAPartThatTheSongLacksIsNamedOnce() throws {
    var take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    take.setLanes(
      ["song/drums/gain", "song/vocals/gain"].map { Lane(Lane.ID($0), [Lane.Point(0, -6)]) })
    let list = bench.controller.list
    list.tracks[list.group]?.replace(take)
    list.tracks[list.group]?.current = take.id
    for _ in 0..<2 {
      bench.controller.playback.sendSequences()
      lanes.mixerChanged()
    }
    let notice = TakeNotice.lane(
      .unknownParts(take: "take 1", ["song/vocals/gain"], known: ["drums", "music"]))
    #expect(bench.notices.filter { $0 == notice }.count == 1)
    bench.close()
  }

  @Test func handHoldsALevelUntilItIsReleased() throws {
    try record()
    hear(0.15)
    lanes.dragged = mute.address
    _ = songs.change(part: "drums", .mute)
    hear(0.2)
    #expect(lanes.nextDue != nil)
    lanes.dragged = nil
    hear(0.15)
    #expect(bench.notices.contains(.lane(.overruled(take: "take 1", "song/drums/mute", .music))))
    lanes.set(.off, of: .music)
    hear(0.2)
    bench.close()
  }

  @Test func stripThatRecordsNothingHasNoLane() throws {
    lanes.set(.read, of: .music)
    bench.controller.recording.toggle()
    bench.run(frames: 4_800)
    _ = songs.change(part: "drums", .mute)
    hear(0.15)
    try bench.stopRecording()
    #expect(bench.notices.last == .nothingRecorded && bench.controller.list.takes.isEmpty)
    bench.close()
  }
}
