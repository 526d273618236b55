import AudioBase
import Effects
import EngineTestSupport
import MixEngine
import Plugins
import Studio
import SystemBase
import Testing

/// What is played with changes of plug-ins, own effects and the sweep by hand, against its replay in blocks of other lengths. An
/// export is such a replay.
@MainActor @Suite struct PluginLaneTests {
  private static let music = noise(48_000).map { $0 * 0.5 }
  private static let stream = StreamID(1)
  /// Five plug-ins, which process the sound at these values of their controls.
  private static let names = [
    ("gain", "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 2 ;"),
    ("nan", "lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 1 ;"),
    ("delay", "lv2:default 100 ; lv2:minimum 0 ; lv2:maximum 4000 ;"),
    ("slow", "lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 1 ;"),
    ("sleep", "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 2 ;"),
  ]

  private let plugins: PluginBench

  init() throws {
    plugins = try PluginBench()
    for (name, control) in Self.names { try plugins.add(name, control: control) }
  }

  /// An engine that plays the music through a filter, the plug-ins and an equalizer.
  @MainActor private final class Player {
    let bench = EngineBench(tracks: ["music": PluginLaneTests.music], isAligned: true)
    let owner: MixOwner
    /// The addresses of the cutoff of the filter, of its bypass, and of the controls of the plug-ins.
    private(set) var addresses: [MixGraph.Address] = []
    private(set) var events: [EngineEvent] = []

    init(_ units: [UnitDescription]) throws {
      owner = MixOwner(bench.engine.control, MixCatalog(userFolder: FilePath("/m"), shippedFolder: nil)) {
        _, _ in
      }
      var ids: [Int] = []
      var filter = 0
      owner.change { graph in
        filter = graph.add(.filter, to: .music) ?? 0
        ids = units.compactMap { graph.add($0, to: .music) }
        graph.add(.equalizer, to: .music)
      }
      for unit in units { owner.receive([PluginRequest(unit: unit.name, state: nil): .success(unit)]) }
      let graph = owner.graph
      let cutoff = try #require(graph.address(ofInsert: filter, parameter: 1))
      let bypass = try #require(graph.bypassAddress(ofInsert: filter))
      let controls = try ids.map { try #require(graph.address(ofInsert: $0, parameter: 0)) }
      addresses = [cutoff, bypass] + controls
      bench.load("music", play: false)
      bench.waitForMusic(PluginLaneTests.music.count)
      _ = render(4_096, block: 512)
    }

    func render(_ frames: Int, block: Int) -> [Frame] {
      defer { events += bench.events() }
      return bench.device.render(FrameCount(frames), block: FrameCount(block))
    }

    /// Plays the music from its beginning. `change` is called before each block. Returns the sound of the music's frames.
    func play(block: Int, _ change: (Int) -> Void = { _ in }) -> [Frame] {
      bench.engine.control.send(.play)
      var out: [Frame] = []
      for number in 0..<(46_000 / block) {
        change(number)
        out += render(block, block: block)
      }
      return Array(out.dropFirst(bench.engine.control.lookAhead.value).prefix(44_000))
    }
  }

  private static func difference(_ one: [Frame], _ other: [Frame]) -> Float {
    zip(one, other).reduce(0) { max($0, abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y)) }
  }

  @Test(arguments: [64, 441]) func performanceIsReplayedInOtherBlocks(block: Int) throws {
    let units = try Self.names.map { try plugins.catalog.usable("lv2:urn:drumdub:test:\($0.0)", nil) }
    let live = try Player(units)
    // By the hundredths of the music at which they are made.
    let changes: [(Int, MixGraph.Address, Double)] = [
      (5, live.addresses[0], 400), (9, live.addresses[2], 0.5), (15, MixGraph.Address.sweep, -40),
      (16, live.addresses[0], 5_000), (30, live.addresses[6], 1.7), (33, live.addresses[1], 1),
      (45, live.addresses[2], 1.4), (46, live.addresses[6], 0.9), (60, live.addresses[1], 0),
      (70, MixGraph.Address.sweep, 0), (80, MixGraph.Address(.music, .pan), 60),
    ]
    let blocks = 46_000 / block
    let played = live.play(block: block) { number in
      for (place, address, value) in changes where place * blocks / 100 == number {
        live.owner.set(value, at: address)
      }
    }
    #expect(live.owner.checkPlugins().isEmpty)
    var origin: Int?
    var points: [Int: [(frame: Int, value: Double)]] = [:]
    for event in live.events {
      switch event {
      case .music(let segment) where segment.speed == 1 && origin == nil:
        origin = segment.outputFrame - segment.trackFrame
      case .automation(let change):
        points[change.address, default: []].append((change.outputFrame - (origin ?? 0), change.value))
      default: break
      }
    }
    let lanes = try points.map { number, points in
      let address = try #require(live.owner.address(number: number).flatMap { MixGraph.Address($0) })
      return MixLane(address, frames: points.map(\.frame), values: points.map(\.value))
    }
    #expect(lanes.reduce(0) { $0 + $1.frames.count } == changes.count)

    let replay = try Player(units)
    let (courses, unknown) = replay.owner.courses(of: lanes) { _, _ in nil }
    #expect(unknown.isEmpty)
    replay.bench.engine.control.setLanes([(Self.stream, courses)])
    // −120 dB.
    #expect(Self.difference(replay.play(block: 512), played) <= 1e-6)
    #expect(Self.difference(try Player(units).play(block: 512), played) > 0.01, "the changes are heard")
  }
}
