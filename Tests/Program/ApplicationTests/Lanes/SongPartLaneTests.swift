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
    private let file = DrumPartFile(path: FilePath("d"), frames: 900_000, isComplete: true)

    func cached(_ key: TrackKey, _ strength: DrumStrength) -> DrumPartFile? { file }

    func make(
      _ track: TrackLocation, _ key: TrackKey, _ strength: DrumStrength, hits: SongHits?,
      isCancelled: () -> Bool, progress: (Double, DrumPartFile?) -> Void
    ) throws(FileError) -> DrumPartsResult {
      .parts(file)
    }
  }

  private let bench: TakeBench
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
    bench.player.onEvent = { [lanes = bench.controller.lanes] event in
      former?(event)
      if case .automation(let change) = event { lanes.receive(change) }
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
    _ = songs.change(part: "drums", .gain(.unity))
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
    // The engine reports the change of before, which is not of the take.
    bench.run(frames: 4_800)
    bench.controller.recording.toggle()
    #expect(bench.controller.recording.phase == .recording)
    bench.run(frames: 48_000)
    _ = songs.change(part: "drums", .mute)
    hear(0.15)
    try bench.wait("the point") { bench.controller.list.current?.lane(mute)?.count == 1 }
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
    let course = try #require(songs.heardParts(with: take)?.course)
    #expect(course.frames == [0, frame, frame + 480] && course.gains == [[1, 1], [1, 1], [0, 1]])
    #expect(songs.heardParts?.course == course)
    bench.controller.playback.toggle()
    #expect(songs.heardParts?.course == nil && songs.heardParts?.gains == [0, 1])
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
