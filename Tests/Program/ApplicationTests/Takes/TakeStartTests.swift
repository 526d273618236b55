import Dubbing
import TestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase

/// Takes are searched while their track is opened; no hit is missed.
@Suite @MainActor struct TakeStartTests {
  private static let length = 900_000

  /// A folder with takes of tracks `a` and `c`, which begin with their tracks.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    for name in ["a", "c"] {
      var take = Take(id: "of-\(name)", name: name, track: nil, created: 0)
      take.track = TrackReference(
        key: TrackKey(high: 7, low: UInt64(FilePath(name).bytes[0])), path: FilePath(name),
        sampleRate: .standard, frames: FrameCount(Self.length))
      take.addLayer(
        hits: HitColumns([0, 30, 4000].map { TakeHit(frame: $0, pad: 1, velocity: 100, sample: 0) }))
      try store.save(take)
    }
    return folder
  }

  private func bench(_ tracks: [String] = ["a", "b", "c"], awaitsKit: Bool = false) throws -> TakeBench {
    try TakeBench(
      tracks.map { ($0, Ramp.frames(Self.length)) }, in: folder(), awaitsKit: awaitsKit)
  }

  private func isHeard(_ bench: TakeBench, from frame: Int = 0) -> Bool {
    bench.player.output[frame...].contains { $0 != .zero }
  }

  @Test func hitsAtTheStartArePlayedWhenTheTakeIsFoundLate() throws {
    let bench = try bench()
    bench.withSlowDisk {
      bench.player.model.play()
      bench.player.waitForMusic(20_000)
      bench.run(frames: 6000)
      #expect(!isHeard(bench))
    }
    try bench.wait("the take") { bench.controller.list.track.isFound }
    bench.run(frames: 6000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == [0, 30, 4000])
    bench.close()
  }

  @Test func hitsAtTheStartOfASkippedToTrackArePlayedWhenFoundLate() throws {
    let bench = try bench()
    bench.player.model.play()
    try bench.wait("the take") { bench.controller.list.track.isFound }
    bench.run(frames: 6000)
    bench.withSlowDisk {
      bench.player.model.play(bench.player.id(2))
      bench.run(frames: 6000)
      #expect(!isHeard(bench, from: bench.player.output.count - 2000))
    }
    try bench.wait("the other take") { bench.controller.list.track.isFound }
    bench.run(frames: 6000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == [0, 30, 4000, 0, 30, 4000])
    bench.close()
  }

  @Test func musicWithATakeWaitsForTheKit() throws {
    let bench = try bench(awaitsKit: true)
    bench.player.model.play()
    try bench.wait("the take") { bench.controller.list.track.isFound }
    bench.run(frames: 6000)
    #expect(!isHeard(bench))
    bench.controller.playback.kitIsLoaded()
    bench.run(frames: 6000)
    #expect(bench.planned.map { bench.place($0.outputFrame) } == [0, 30, 4000])
    bench.close()
  }

  @Test func musicWithoutATakeDoesNotWaitForTheKit() throws {
    let bench = try bench(["b"], awaitsKit: true)
    bench.player.model.play()
    try bench.wait("that there is no take") { bench.controller.list.track.isFound }
    bench.player.waitForMusic(20_000)
    bench.run(frames: 2000)
    #expect(isHeard(bench))
    bench.close()
  }

  /// The keys of the first recording are still on their way when the second is asked for.
  @Test func recordingStartedRightAfterAnotherKeepsAllHits() throws {
    let bench = try bench(["b"])
    try bench.play()
    bench.controller.recording.toggle()
    bench.run(frames: 3000)
    bench.strike(1)
    bench.run(frames: 3000)
    bench.controller.recording.toggle()
    bench.run(frames: 2400)
    bench.strike(7)
    bench.run(frames: 2400)
    for pad in [2, 3] {
      bench.controller.recording.toggle()
      #expect(bench.controller.recording.phase == .recording)
      bench.run(frames: 1200)
      bench.strike(pad)
      bench.run(frames: 1200)
      bench.controller.recording.toggle()
      bench.run(frames: 3000)
    }
    bench.controller.recording.toggle()
    bench.run(frames: 1200)
    let start = bench.strike(8)
    bench.run(frames: 600)
    let held = bench.letGo() - start
    bench.run(frames: 30_000)
    bench.strike(4)
    try bench.stopRecording()
    let layers = try #require(bench.controller.list.current).layers
    #expect(layers.map(\.hits.pads) == [[1], [2], [3], [8, 4]])
    #expect(abs(layers[3].hits.lengths[0] - held) <= 2)
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount).sorted() == [3, 3, 5])
  }

  @Test func freeRecordingStartedRightAfterAnotherKeepsAllHits() throws {
    let bench = try TakeBench([], countIn: 0)
    bench.run(frames: 4800)
    for pad in 1...3 {
      bench.controller.recording.toggle()
      bench.run(frames: 1200)
      bench.strike(pad)
      bench.run(frames: 1200)
      bench.strike(pad)
      bench.run(frames: 1200)
      bench.controller.recording.toggle()
      bench.run(frames: 2400)
    }
    try bench.wait("the end of the recordings") {
      bench.run(frames: 512)
      return !bench.controller.recording.isActive
    }
    #expect(bench.controller.list.current?.layers.map(\.hits.pads) == [[1, 1], [2, 2], [3, 3]])
    bench.close()
  }

  /// The end of the program may come before the first recording's last keys.
  @Test func waitingRecordingIsSavedAtTheEndOfTheProgram() throws {
    let bench = try bench(["b"])
    try bench.play()
    for pad in 1...2 {
      bench.controller.recording.toggle()
      bench.run(frames: 1200)
      bench.strike(pad)
      bench.run(frames: 2400)
      bench.controller.recording.toggle()
    }
    bench.close()
    #expect(bench.store.all().takes.map(\.take.hitCount).sorted() == [2, 3, 3])
  }

  @Test func unresponsiveDiskDelaysTheMusicOnlyBriefly() throws {
    let bench = try bench()
    bench.withSlowDisk {
      bench.player.model.play()
      bench.player.waitForMusic(20_000)
      bench.run(frames: 11_000)
      #expect(!isHeard(bench))
      bench.run(frames: 6000)
      #expect(isHeard(bench))
    }
    bench.close()
  }

  @Test func manyHitsOfAPatternAreHeardOnceTheyAreComputed() throws {
    let folder = try TemporaryFolder()
    var take = Take(id: "of-a", name: "a", track: nil, created: 0)
    take.track = TrackReference(
      key: TrackKey(high: 7, low: UInt64(FilePath("a").bytes[0])), path: FilePath("a"),
      sampleRate: .standard, frames: FrameCount(Self.length))
    let hits = stride(from: 0, to: 1_600, by: 200)
    take.addLayer(hits: HitColumns(hits.map { TakeHit(frame: $0, pad: 1, velocity: 100, sample: 0) }))
    let bounds = Array(stride(from: 1_600, through: Self.length, by: 1_600))
    let end = try #require(bounds.last)
    let pattern = try #require(HitPattern(bars: 0..<1_600, lead: 0, bounds: bounds, end: end))
    take.change(1) { $0.patterns = [pattern] }
    #expect(take.layers[0].patternCount > 4_096)
    try TakeStore(folder: folder.path).save(take)
    let bench = try TakeBench([("a", Ramp.frames(Self.length))], in: folder)
    var passed: [HitColumns] = []
    bench.controller.playback.withCopies(of: take.layers) { passed = $0 }
    #expect(passed.isEmpty, "they are computed on another thread")
    try bench.wait("the copies for a change") { !passed.isEmpty }
    #expect(passed.map(\.count) == [take.layers[0].patternCount])
    try bench.play()
    try bench.wait("the copies") { bench.controller.playback.copies(of: take.layers[0]) != nil }
    try bench.wait("the hits of the pattern") {
      bench.run(frames: 4_800)
      return bench.planned.count > 50
    }
    bench.close()
  }

  /// Plays a long take without a track.
  private func benchOfALongTake(framesApart distance: Int) throws -> TakeBench {
    let folder = try TemporaryFolder()
    var take = Take(id: "long", name: "long", track: nil, created: 0)
    take.addLayer(
      hits: HitColumns((0..<5_000).map { TakeHit(frame: $0 * distance, pad: 1, velocity: 100, sample: 0) }))
    #expect(LongPlans.isLong(take))
    try TakeStore(folder: folder.path).save(take)
    let bench = try TakeBench([], in: folder)
    try bench.wait("the take") { bench.controller.list.current != nil }
    bench.controller.free.play(try #require(bench.controller.list.currentEntry))
    return bench
  }

  /// Its hits of the first ten seconds are planned as it begins.
  @Test func longTakeWithoutATrackIsHeardToItsEnd() throws {
    let bench = try benchOfALongTake(framesApart: 48_000)
    bench.run(frames: 100_000)
    #expect(bench.planned.count == 3)
    try bench.wait("a hit after those that were planned at once") {
      bench.run(frames: 48_000)
      return bench.planned.last.map { $0.outputFrame > 15 * 48_000 } ?? false
    }
    #expect(bench.controller.free.isPlaying)
    bench.close()
  }

  /// The hits move by 7 frames, and back.
  @Test func editOfALongTakeWithoutATrackIsHeardOnceItIsPlanned() throws {
    let bench = try benchOfALongTake(framesApart: 480)
    bench.run(frames: 4_800)
    func offset() -> Int? {
      guard let first = bench.planned.first, let last = bench.planned.last else { return nil }
      return (last.outputFrame - first.outputFrame) % 480
    }
    #expect(offset() == 0)
    bench.controller.list.edit { $0.replaceHits($0.edits(moving: .everything, by: 7)) }
    try bench.wait("the moved hits") {
      bench.run(frames: 480)
      return offset() == 7
    }
    bench.controller.list.turn(.undo)
    try bench.wait("the hits of before") {
      bench.run(frames: 480)
      return offset() == 0
    }
    bench.close()
  }
}
