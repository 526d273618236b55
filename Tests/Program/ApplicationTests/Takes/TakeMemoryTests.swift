import Dubbing
import MixEngine
import TestSupport
import Testing

@testable import Application
@testable import AudioBase
@testable import Player
@testable import SystemBase

/// What takes cost while many tracks are played, and while many hits are recorded.
@Suite @MainActor struct TakeMemoryTests {
  private static let names = (0..<12).map { String(UnicodeScalar(UInt8(97 + $0))) }

  /// A player with a take of each of twelve tracks.
  private func bench() throws -> TakeBench {
    let folder = try TemporaryFolder()
    let store = TakeStore(folder: folder.path)
    for name in Self.names {
      var take = Take(id: "of-\(name)", name: name, track: nil, created: 0)
      take.track = TrackReference(
        key: TrackKey(high: 7, low: UInt64(FilePath(name).bytes[0])), path: FilePath(name),
        sampleRate: .standard, frames: FrameCount(200_000))
      take.addLayer(hits: HitColumns([TakeHit(frame: 0, pad: 1, velocity: 100, sample: 0)]))
      try store.save(take)
    }
    return try TakeBench(Self.names.map { ($0, Ramp.frames(200_000)) }, in: folder, countIn: 0)
  }

  private func held(_ bench: TakeBench) -> Int {
    bench.controller.list.tracks.reduce(0) { sum, entry in
      if case .track = entry.key { sum + entry.value.takes.count } else { sum }
    }
  }

  @Test func takesOfFormerTracksAreReleasedAndReadAgain() throws {
    let bench = try bench()
    try bench.play()
    for name in Self.names.dropFirst() {
      bench.player.model.next()
      try bench.wait("the take of \(name)") { bench.controller.list.current?.name == name }
      #expect(held(bench) <= 5)
    }
    bench.player.model.play(bench.player.id(0))
    try bench.wait("the first take") { bench.controller.list.current?.name == "a" }
    bench.run(frames: 9_600)
    #expect(held(bench) <= 5 && bench.planned.last?.pad == 1)
    bench.close()
  }

  @Test func chosenTakeStaysCurrentAfterReleaseAndReload() throws {
    let bench = try bench()
    bench.controller.list.kitIsIdentified(
      KitReference(name: "k", path: FilePath("/k"), hash: ContentHash([1])))
    try bench.play()
    bench.controller.list.chooseNew()
    try bench.recordHit()
    let first = try #require(bench.controller.list.takeEntries.first)
    bench.controller.list.choose(first)
    for index in 1...6 {
      bench.player.model.next()
      try bench.wait("the take of track \(index)") { bench.controller.list.track.isFound }
      bench.run(frames: 1_024)
    }
    try bench.wait("the release") { bench.controller.list.tracks[first.group] == nil }
    bench.player.model.play(bench.player.id(0))
    try bench.wait("the take") { bench.controller.list.takes.count == 2 }
    #expect(bench.controller.list.current?.id == first.take)
    bench.close()
  }

  @Test func hitInALongRecordingCopiesNoEarlierHits() throws {
    let bench = try TakeBench([("a", Ramp.frames(900_000))], countIn: 0)
    try bench.play()
    bench.controller.recording.toggle()
    var count = 0
    func hit(_ frame: Int) -> TakeRecorder.Output {
      count += 1
      return .hit(
        TakeHit(frame: frame, pad: frame % 8 + 1, velocity: 100, sample: 0), id: count - 1, layer: 1)
    }
    bench.controller.recording.receive(
      .recorded([.layer(1, name: "layer 1")] + (0..<100_000).map { hit($0 * 7) }))
    func address() -> UnsafePointer<Int>? {
      bench.controller.list.current?.layers[0].hits.frames.withUnsafeBufferPointer { $0.baseAddress }
    }
    func sequences() -> [HitSequence] { bench.controller.list.track.liveSequences?.sequences ?? [] }
    // The first hit makes room for many.
    bench.controller.recording.receive(.recorded([hit(1)]))
    let (start, before) = (address(), sequences())
    #expect(!before.isEmpty)
    for index in 0..<20 { bench.controller.recording.receive(.recorded([hit(1_000 * index)])) }
    #expect(start != nil && address() == start && bench.controller.list.current?.hitCount == 100_021)
    let added = sequences().filter { sequence in !before.contains { $0 === sequence } }
    #expect(added.reduce(0) { $0 + $1.count } <= 60 && sequences().reduce(0) { $0 + $1.count } == 100_021)
    bench.close()
  }
}
