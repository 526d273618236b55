import AudioBase
import Dubbing
import Effects
import EngineTestSupport
import MixEngine
import Studio
import SystemBase
import Testing

/// What is played with changes of the mixer by hand, against the replay and the export of the lanes that they become.
@MainActor @Suite struct LaneNullTests {
  private static let block = 512
  private static let length = 93 * block
  private static let stream = StreamID(1)

  /// Changes at the beginnings of blocks.
  enum Kind: String, CaseIterable {
    case parameters, bypasses, faders, sends, mutes, solos, sweep, stutter, brake, thrown, echo, echoes,
      feedback, feedbacks, sweepEcho, undo, all

    /// Those that act on one echo whose bypass changes or not.
    private static let ofEchoes: Set<Kind> = [.echo, .echoes, .feedback, .feedbacks, .sweepEcho]

    var changes: [(block: Int, address: String, value: Double)] {
      switch self {
      case .parameters:
        [
          (5, "music/filter/cutoff", 300), (6, "music/filter/cutoff", 350), (7, "music/filter/resonance", 6),
          (20, "music/filter/mode", 1), (30, "return 1/delay/feedback", 80),
          (31, "return 1/delay/time", 0.25),
          (50, "pads/compressor/threshold", -50), (51, "pads/compressor/make-up", 6),
        ]
      case .bypasses:
        [
          (4, "music/filter/bypass", 1), (12, "music/filter/bypass", 0), (13, "return 1/delay/bypass", 1),
          (40, "return 1/delay/bypass", 0), (41, "pads/compressor/bypass", 1),
        ]
      case .faders:
        [
          (3, "pad 1/gain", -12), (4, "pad 1/pan", 29), (6, "instrument/gain", -3), (9, "music/pan", -57),
          (10, "pads/pan", 33), (40, "return 1/gain", -20), (41, "return 1/gain", 0), (60, "master/pan", 90),
        ]
      case .sends: [(2, "pads/send 1", 0), (38, "pads/send 1", -30), (39, "music/send 1", -9)]
      case .mutes:
        [
          (3, "pad 1/mute", 1), (20, "pads/mute", 1), (22, "music/mute", 1), (38, "pads/mute", 0),
          (50, "music/mute", 0),
        ]
      case .solos:
        [(2, "pad 1/solo", 1), (25, "music/solo", 1), (39, "pad 1/solo", 0), (60, "music/solo", 0)]
      case .sweep:
        [(8, "move/sweep", -60), (9, "move/sweep", -80), (30, "move/sweep", 0), (50, "move/sweep", 45)]
      case .stutter: [(50, "move/stutter", 1), (70, "move/stutter", 0)]
      case .brake: [(10, "move/brake", 1), (40, "move/brake", 0)]
      case .thrown:
        [(0, "move/throw", 1), (4, "move/throw", 0), (44, "move/throw", 1), (50, "move/throw", 0)]
      case .echo: [(2, "move/throw", 1), (10, "move/throw", 0), (39, "move/throw", 1)]
      case .echoes:
        [
          (2, "move/throw", 1), (6, "return 1/delay/bypass", 1), (10, "move/throw", 0), (14, "move/throw", 1),
          (20, "return 1/delay/bypass", 0), (41, "move/throw", 0), (42, "return 1/delay/bypass", 1),
        ]
      case .feedback: [(1, "move/throw", 1), (5, "move/feedback", 1), (88, "move/feedback", 0)]
      case .feedbacks:
        [
          (1, "move/throw", 1), (3, "move/feedback", 1), (39, "return 1/delay/bypass", 1),
          (50, "return 1/delay/bypass", 0), (80, "move/feedback", 0),
        ]
      case .sweepEcho:
        [
          (1, "move/throw", 1), (40, "move/sweep-echo", -70), (41, "move/sweep-echo", -90),
          (70, "move/sweep-echo", 30), (80, "move/sweep-echo", 0),
        ]
      case .undo: []
      case .all:
        Kind.allCases.filter { $0 != .all && !Kind.ofEchoes.contains($0) }.flatMap(\.changes)
      }
    }
  }

  /// A mixer with a filter of the music, a compressor of the pads, and a delay to which both are sent.
  private static func mixer() -> MixGraph {
    var graph = MixGraph()
    graph.add(.filter, to: .music)
    graph.add(.compressor, to: .pads)
    graph.add(.delay, to: .returns(1))
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-10))]
    graph[.music].sends = [MixGraph.Send(to: 1, Decibels(-20))]
    graph[.pad(1)].gain = Decibels(-3)
    return graph
  }

  /// A mixer that plays the music of exports, with the hits of their take, after a silence in which its units fade in.
  @MainActor private final class Player {
    let bench = EngineBench(pads: ExportBench.pads, tracks: ["music": ExportBench.music])
    let owner: MixOwner
    private var report: AutomationLanes

    init(_ mixer: MixGraph) {
      owner = MixOwner(bench.engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) {
        _, _ in
      }
      report = AutomationLanes()
      owner.change { $0 = mixer }
      let hits = HitSequence(TakeCompiler.hits(of: ExportBench.take()))
      bench.engine.control.setSequences([(LaneNullTests.stream, hits)])
      bench.load("music", play: false)
      bench.waitForMusic(ExportBench.music.count)
      _ = render(8)
      _ = bench.events()
    }

    func render(_ blocks: Int) -> [Frame] {
      let block = LaneNullTests.block
      return bench.device.render(FrameCount(blocks * block), block: FrameCount(block))
    }

    /// Plays the music from its beginning. `change` is called before each block. Returns the sound of the music's frames.
    func play(_ change: (Int) -> Void = { _ in }) -> [Frame] {
      let latency = bench.engine.control.lookAhead.value
      bench.engine.control.send(.play)
      var out: [Frame] = []
      for block in 0..<(LaneNullTests.length / LaneNullTests.block) {
        change(block)
        out += render(1)
        report.add(bench.events())
      }
      return Array(out.dropFirst(latency))
    }

    /// The lanes of the changes that were reported.
    var lanes: [Lane] { report.lanes { owner.address(number: $0) } }
  }

  /// Reports of changes, and the place of the music.
  private struct AutomationLanes {
    private var changes: [AutomationChange] = []
    private var origin: Int?

    mutating func add(_ events: [EngineEvent]) {
      for event in events {
        switch event {
        case .automation(let change): changes.append(change)
        case .music(let segment) where segment.speed == 1 && origin == nil:
          origin = segment.outputFrame - segment.trackFrame
        default: break
        }
      }
    }

    func lanes(_ address: (Int) -> String?) -> [Lane] {
      guard let origin else { return [] }
      return Dictionary(grouping: changes, by: \.address).compactMap { number, changes in
        address(number).map {
          Lane(Lane.ID($0), changes.map { Lane.Point($0.outputFrame - origin, $0.value) })
        }
      }
    }
  }

  @Test(arguments: Kind.allCases) func liveSoundEqualsReplayAndExport(_ kind: Kind) throws {
    // Without an echo in the mixer, throws go into one of their own.
    let mixer = kind == .echo ? MixGraph() : LaneNullTests.mixer()
    let live = Player(mixer)
    let changes = try kind.changes.map { change in
      (change.block, try #require(MixGraph.Address(change.address), "\(change.address)"), change.value)
    }
    let turns: [Int: UndoDirection] = kind == .undo ? [20: .undo, 40: .redo] : [:]
    let played = live.play { block in
      for (place, address, value) in changes where place == block { live.owner.set(value, at: address) }
      if kind == .undo && block == 10 { live.owner.change { $0[.music].pan = -1 } }
      if let direction = turns[block] { _ = live.owner.turn(direction) }
    }
    let lanes = live.lanes
    #expect(!lanes.isEmpty && lanes.allSatisfy { $0.frames.allSatisfy { $0 % LaneNullTests.block == 0 } })

    let dry = Player(mixer).play()
    #expect(ExportBench.difference(played, dry) > -60, "the changes are heard")

    let replay = Player(mixer)
    let (courses, unknown) = MixerLanes(lanes).courses(volume: .unity, isMuted: false) {
      replay.owner.courses(of: $0) { _, _ in nil }
    }
    #expect(unknown.isEmpty)
    replay.bench.engine.control.setLanes([(LaneNullTests.stream, courses)])
    #expect(ExportBench.difference(replay.play(), played) <= -120, "the replay of \(kind)")

    var bench = ExportBench()
    let isSet = bench.take.setLanes(lanes)
    #expect(isSet)
    bench.change = { $0.levels.mixer = mixer }
    let exported = try bench.mix()
    let common = min(exported.count, played.count)
    #expect(common > LaneNullTests.length - 2_000)
    #expect(
      ExportBench.difference(Array(exported[..<common]), Array(played[..<common])) <= -120,
      "the export of \(kind)")
  }
}
