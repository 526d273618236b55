import AudioBase
import Dubbing
import Effects
import EngineTestSupport
import MixEngine
import Studio
import SystemBase
import Testing
import TrackFeed

/// Values of lanes where tracks join, where they loop, and in takes without a track: they act on the frames of the take, wherever
/// the blocks and slices of the output begin.
@MainActor @Suite struct LaneFrameTests {
  private static let block = 512
  /// Not a multiple of 32.
  private static let loop = 44_101

  private static let lanes = [
    lane("music/filter/cutoff", [5_003: 300, 5_101: 6_000, 20_011: 900]),
    lane("music/equalizer/mid-gain", [7_777: 6, 30_001: -9]),
    lane("music/pan", [9_999: -80, 33_333: 10]), lane("music/filter/bypass", [12_345: 1, 25_000: 0]),
  ]

  private static func lane(_ address: String, _ points: [Int: Double]) -> Lane {
    Lane(Lane.ID(address), points.map { Lane.Point($0.key, $0.value) })
  }

  private static let mixer = {
    var graph = MixGraph()
    graph.add(.filter, to: .music)
    graph.add(.equalizer, to: .music)
    graph.add(.filter, to: .pads)
    return graph
  }()

  /// An engine with a mixer. The frames of its output are counted from the first one that was rendered.
  @MainActor private final class Player {
    let bench: EngineBench
    let owner: MixOwner
    private(set) var out: [Frame] = []
    private(set) var events: [EngineEvent] = []

    init(_ tracks: [String: [Frame]] = [:]) {
      bench = EngineBench(pads: ExportBench.pads, tracks: tracks)
      owner = MixOwner(bench.engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) {
        _, _ in
      }
      owner.change { $0 = LaneFrameTests.mixer }
    }

    var latency: Int { bench.engine.control.lookAhead.value }

    func render(_ blocks: Int) {
      for _ in 0..<blocks {
        out += bench.device.render(FrameCount(LaneFrameTests.block), block: FrameCount(LaneFrameTests.block))
        events += bench.events()
      }
    }

    func courses(_ lanes: [Lane]) -> [AutomationCourse] {
      MixerLanes(lanes).courses(volume: .unity, isMuted: false) { [owner] in
        owner.courses(of: $0) { _, _ in nil }
      }.courses
    }

    /// Lets the lanes move a track, and its units fade in before it begins.
    func move(_ stream: UInt64) {
      bench.engine.control.setLanes([(StreamID(stream), courses(LaneFrameTests.lanes))])
      render(8)
    }

    /// Returns frames of the output from one of the music on, which has begun when `start` frames had been rendered.
    func music(from frame: Int, count: Int, start: Int) -> [Frame] {
      let first = start + latency + frame
      return Array(out[first..<(first + count)])
    }
  }

  @Test func trackThatIsJoinedSoundsAsAlone() {
    let silence = [Frame](repeating: .zero, count: 4_101)
    let (joined, alone) = (
      Player(["silence": silence, "music": ExportBench.music]), Player(["music": ExportBench.music])
    )
    joined.move(2)
    alone.move(2)
    joined.bench.load("silence", play: false)
    joined.bench.setNext("music", id: 2, after: 1)
    joined.bench.waitForMusic(silence.count + ExportBench.music.count)
    alone.bench.load("music", id: 2, play: false)
    alone.bench.waitForMusic(ExportBench.music.count)
    let start = joined.out.count
    for player in [joined, alone] {
      player.bench.engine.control.send(.play)
      player.render(100)
    }
    let count = 46_000
    let expected = alone.music(from: 0, count: count, start: start)
    #expect(
      ExportBench.difference(joined.music(from: silence.count, count: count, start: start), expected) <= -120)
    #expect(ExportBench.difference(expected, Array(ExportBench.music[..<count])) > -60, "the lanes are heard")
  }

  @Test func roundsOfALoopSoundAlike() {
    let player = Player(["music": ExportBench.music])
    player.move(1)
    player.bench.loop(StreamLoop(stream: StreamID(1), frames: 0..<Self.loop))
    player.bench.load("music", play: false)
    let start = player.out.count
    player.bench.waitForMusic(20_000)
    player.bench.engine.control.send(.play)
    while player.out.count < start + 3 * Self.loop + 2_000 {
      player.bench.waitForMusic(20_000)
      player.render(16)
    }
    let rounds = (0..<3).map { player.music(from: $0 * Self.loop, count: Self.loop, start: start) }
    #expect(ExportBench.difference(rounds[2], rounds[1]) <= -120)
    // The first round begins with other values of the filters.
    #expect(ExportBench.difference(Array(rounds[1][12_000...]), Array(rounds[0][12_000...])) <= -120)
  }

  @Test func takeWithoutATrackThatBeginsWithAHitSoundsAsItWasPlayed() throws {
    let live = Player()
    live.render(8)
    let changes: [Int: (String, Double)] = [
      3: ("pads/filter/cutoff", 2_000), 9: ("pads/filter/cutoff", 300), 11: ("pads/pan", -70),
      20: ("pads/filter/cutoff", 4_000), 21: ("pads/filter/resonance", 6),
    ]
    for block in 0..<40 {
      if let (address, value) = changes[block] {
        live.owner.set(value, at: try #require(MixGraph.Address(address)))
      }
      if let (pad, frame) = [1: (1, 101), 8: (2, 77), 19: (1, 500)][block] {
        live.bench.strike(pad, atFrame: frame)
      }
      live.render(1)
    }
    let hits = live.events.compactMap { if case .hit(let hit) = $0 { hit } else { nil } }
    let origin = try #require(hits.first?.outputFrame)
    #expect(hits.count == 3 && (origin - live.latency) % 32 != 0)

    var take = Take(id: "t1", name: "take 1", track: nil, created: 0)
    take.addLayer(
      hits: HitColumns(
        hits.map {
          TakeHit(
            frame: $0.outputFrame - origin, pad: $0.pad, velocity: $0.velocity, length: 0, sample: $0.sample)
        }))
    var points: [String: [Int: Double]] = [:]
    for case .automation(let change) in live.events {
      let address = try #require(live.owner.address(number: change.address))
      points[address, default: [:]][change.outputFrame - origin] = change.value
    }
    #expect(points.values.reduce(0) { $0 + $1.count } == 5)
    let lanes = points.map { Self.lane($0.key, $0.value) }
    take.setLanes(lanes)
    let count = 18_000
    let played = Array(live.out[origin..<(origin + count)])

    let replay = Player()
    let courses = replay.courses(lanes)
    replay.render(9)
    replay.bench.engine.control.startFree(
      HitSequence(TakeCompiler.freeHits(of: take, rate: .standard)), lanes: courses)
    replay.render(40)
    let begun = replay.events.compactMap { if case .freeBegan(_, let frame) = $0 { frame } else { nil } }
    let first = try #require(begun.last)
    #expect(ExportBench.difference(Array(replay.out[first..<(first + count)]), played) <= -120, "the replay")

    var bench = ExportBench(take)
    bench.change = { $0.levels.mixer = Self.mixer }
    let exported = try bench.mix()
    let common = min(exported.count, count)
    #expect(common > 13_000)
    #expect(
      ExportBench.difference(Array(exported[..<common]), Array(played[..<common])) <= -120, "the export")
  }
}
