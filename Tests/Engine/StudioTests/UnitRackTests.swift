import AudioBase
import Effects
import EngineTestSupport
import Glibc
import MixEngine
import Studio
import Synchronization
import SystemBase
import Testing

/// What strips do to sound, and changes of the mixer while sound passes.
@Suite struct UnitRackTests {
  private let half = Decibels(-6.020_599_913_279_624)
  /// A tone that lasts longer than the tests.
  private static let tone: [Float] = (0..<96_000).map {
    Float(0.25 * sin(2 * Double.pi * 440 * Double($0) / 48_000))
  }

  /// An engine with two pads of a tone, and a rack whose graph is sent to it.
  private final class Bench {
    let bench: EngineBench
    let rack = UnitRack(rate: .standard)
    var graph = MixGraph()
    var now = HostTime.now

    init(_ tone: [Float] = UnitRackTests.tone) { bench = EngineBench(pads: [.sample(tone), .sample(tone)]) }

    func send() {
      let control = bench.engine.control
      control.setChains(rack.chains(of: graph, around: control.standardChains, at: now))
    }

    /// Strikes a pad and renders until the tone is heard. Returns frames in the middle of the tone.
    func strike(_ pad: Int) -> [Frame] {
      bench.strike(pad, atFrame: 0)
      return Array(bench.device.render(FrameCount(9_600)).suffix(4_800))
    }

    func render(_ count: Int) -> [Frame] { bench.device.render(FrameCount(count)) }
  }

  private func peak(_ frames: some Sequence<Frame>) -> Frame {
    frames.reduce(.zero) { Frame(max($0.x, abs($1.x)), max($0.y, abs($1.y))) }
  }

  /// The largest second difference of a side: a step of a signal shows in it.
  private func roughness(_ frames: [Frame]) -> Float {
    zip(zip(frames, frames.dropFirst()), frames.dropFirst(2)).reduce(0) { largest, next in
      max(largest, abs(next.0.0.x - 2 * next.0.1.x + next.1.x))
    }
  }

  @Test func gainAndPanOfAPadChangeThatPadOnly() {
    let bench = Bench()
    bench.graph[.pad(1)].gain = half
    bench.graph[.pad(1)].pan = 1
    bench.send()
    let first = peak(bench.strike(1))
    #expect(first.x == 0 && abs(first.y - 0.125) < 0.001)
    let other = Bench()
    other.graph = bench.graph
    other.send()
    #expect(abs(peak(other.strike(2)).x - 0.25) < 0.001)
  }

  @Test(arguments: [0, 256, 1024])
  func hitsSoundWhereTheyAreReportedWhileALoopDelaysOneOfThem(period: Int) throws {
    let bench = Bench([Float](repeating: 0.25, count: 9_600))
    let control = bench.bench.engine.control
    bench.graph.add(try #require(ExternalPrograms.effects.description(of: "jack:echo")), to: .pad(1))
    bench.send()
    let before = control.lookAhead
    let served = try #require(bench.rack.loops.first)
    #expect(served.name == "pad 1" && served.loop.program == "echo")
    served.loop.state.pointee.period.store(period, ordering: .relaxed)
    bench.send()
    #expect(control.lookAhead.value == before.value + period)
    var rendered = 0
    for pad in 1...2 {
      // The tone of the other pad ends.
      rendered += bench.render(24_000).count
      bench.bench.strike(pad, atFrame: 0)
      let out = bench.render(9_600)
      let hit = try #require(bench.bench.hits().last)
      let first = try #require(out.firstIndex { $0 != .zero })
      #expect(hit.outputFrame == rendered + first, "pad \(pad)")
      rendered += out.count
    }
  }

  @Test func soloOfAPadSilencesTheOthers() {
    let bench = Bench()
    bench.graph[.pad(2)].isSoloed = true
    bench.send()
    _ = bench.render(4_800)
    #expect(peak(bench.strike(1)) == .zero)
    #expect(abs(peak(bench.strike(2)).x - 0.25) < 0.001)
  }

  @Test func mutedStripIsSilentAndComesBack() {
    let bench = Bench()
    bench.graph[.pads].isMuted = true
    bench.send()
    _ = bench.render(4_800)
    #expect(peak(bench.strike(1)) == .zero)
    bench.graph[.pads].isMuted = false
    bench.send()
    #expect(abs(peak(bench.render(9_600).suffix(4_800)).x - 0.25) < 0.001)
  }

  @Test func sendAddsTheReturnToTheOutput() {
    let bench = Bench()
    bench.graph[.pad(1)].sends = [MixGraph.Send(to: 1, half)]
    bench.send()
    _ = bench.render(4_800)
    #expect(abs(peak(bench.strike(1)).x - 0.375) < 0.001)
    bench.graph[.pad(1)].sends = []
    bench.send()
    #expect(abs(peak(bench.render(9_600).suffix(4_800)).x - 0.25) < 0.001)
  }

  @Test func compressorFollowsTheLevelOfAnotherPadEvenIfThatIsMuted() throws {
    let bench = Bench()
    let added = bench.graph.add(.compressor, to: .pad(2))
    let id = try #require(added)
    for (index, parameter) in EffectKind.compressor.parameters.enumerated() {
      switch parameter.name {
      case "threshold": bench.graph.set(-40, parameter: index, ofInsert: id)
      case "ratio": bench.graph.set(parameter.range.upperBound, parameter: index, ofInsert: id)
      case "sidechain": bench.graph.set(1, parameter: index, ofInsert: id)
      default: break
      }
    }
    bench.graph.changeInsert(id) { $0.sidechain = .pad(1) }
    bench.graph[.pad(1)].isMuted = true
    bench.send()
    _ = bench.render(4_800)
    #expect(abs(peak(bench.strike(2)).x - 0.25) < 0.01)
    #expect(peak(bench.strike(1)).x < 0.1)
  }

  @Test func recordingAndMonitoringKeepTheEffects() {
    let bench = Bench()
    bench.graph[.pad(1)].gain = half
    bench.send()
    _ = bench.render(4_800)
    bench.bench.engine.control.record(to: nil)
    bench.bench.engine.control.monitor(nil)
    #expect(abs(peak(bench.strike(1)).x - 0.125) < 0.001)
  }

  @Test func changesOfTheMixerMakeNoStep() throws {
    let bench = Bench()
    bench.send()
    let own = roughness(bench.strike(1))
    var frames: [Frame] = []
    let added = bench.graph.add(.filter, to: .pad(1))
    let id = try #require(added)
    let changes: [(inout MixGraph) -> Void] = [
      { _ in }, { $0[.pad(1)].sends = [MixGraph.Send(to: 1, Decibels(-20))] },
      { $0.changeInsert(id) { $0.isBypassed = true } }, { $0.changeInsert(id) { $0.isBypassed = false } },
      { $0[.pads].pan = -0.5 }, { $0.removeInsert(id) }, { $0[.pad(1)].sends = [] }, { $0[.pads].pan = 0 },
    ]
    for change in changes {
      change(&bench.graph)
      bench.send()
      frames += bench.render(2_400)
      bench.now = bench.now.advanced(bySeconds: 0.05)
    }
    // −60 dB of full scale beyond the signal's own.
    #expect(roughness(frames) < own + 0.001, "\(roughness(frames)) instead of \(own)")
  }

  @Test func unitOfARemovedEffectIsReleasedAfterItHasFadedOut() throws {
    let bench = Bench()
    let added = bench.graph.add(.delay, to: .pads)
    let id = try #require(added)
    bench.send()
    _ = bench.render(4_800)
    bench.graph.removeInsert(id)
    bench.send()
    let control = bench.bench.engine.control
    let fading = bench.rack.chains(of: bench.graph, around: control.standardChains, at: bench.now).pads.count
    bench.now = bench.now.advanced(bySeconds: 1)
    let later = bench.rack.chains(of: bench.graph, around: control.standardChains, at: bench.now).pads.count
    #expect(fading == control.standardChains.pads.count + 1 && later == control.standardChains.pads.count)
  }

  @Test func anotherSourceOfACompressorIsFollowedWithoutAStep() throws {
    let bench = Bench()
    let added = bench.graph.add(.compressor, to: .pad(2))
    let id = try #require(added)
    for (name, value) in [("threshold", -40.0), ("ratio", 20), ("sidechain", 1)] {
      let index = EffectKind.compressor.parameters.firstIndex { $0.name == name }
      bench.graph.set(value, parameter: try #require(index), ofInsert: id)
    }
    bench.graph.changeInsert(id) { $0.sidechain = .click }
    bench.send()
    _ = bench.render(4_800)
    let own = roughness(bench.strike(2))
    bench.graph.changeInsert(id) { $0.sidechain = .pad(2) }
    bench.send()
    let frames = bench.render(9_600)
    #expect(roughness(frames) < own + 0.001)
    #expect(peak(frames.prefix(100)).x > 0.2 && peak(frames.suffix(4_800)).x < 0.1)
  }

  /// A tone passes while the mixer is changed at random, by all that does not distort it.
  @Test func randomChangesMakeNoStepAndLeaveNoPlanBehind() {
    let count = 10_000
    let step = 2 * Double.pi * 110 / 48_000
    let tone = (0..<(count * 128)).map { Float(0.05 * sin(step * Double($0))) }
    let bench = Bench(tone)
    var random = SeededGenerator(seed: 12)
    bench.send()
    bench.bench.strike(1, atFrame: 0)
    _ = bench.render(9_600)
    var last: [Frame] = []
    var largest: Float = 0
    for _ in 0..<(count - 100) {
      change(&bench.graph, &random)
      bench.send()
      bench.now = bench.now.advanced(bySeconds: 0.01)
      let frames = bench.render(128)
      largest = max(largest, roughness(last + frames))
      last = frames.suffix(2)
    }
    // −60 dB of full scale.
    #expect(largest < 0.001, "\(largest)")
    _ = bench.render(128)
    #expect(bench.bench.engine.control.objectsInUse <= 3)
  }

  /// Changes a graph at random; a strip has one effect at most, so that the tone stays far below full scale.
  private func change(_ graph: inout MixGraph, _ random: inout SeededGenerator) {
    let buses: [MixGraph.Bus] = [.pads, .pad(1), .pad(2), .music, .click, .returns(1), .returns(2), .master]
    let bus = buses[Int.random(in: 0..<buses.count, using: &random)]
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where graph[bus].inserts.isEmpty:
      let kinds: [EffectKind] = [.filter, .equalizer, .delay, .reverb, .compressor]
      graph.add(kinds[Int.random(in: 0..<kinds.count, using: &random)], to: bus)
    case 0, 1: graph[bus].inserts.first.map { graph.removeInsert($0.id) }
    case 2: graph[bus].isMuted.toggle()
    case 3: graph[bus].pan = Double.random(in: -1...1, using: &random)
    case 4:
      if bus.canSend {
        graph[bus].sends = [MixGraph.Send(to: Int.random(in: 1...4, using: &random), Decibels(-6))]
      }
    case 5:
      guard let insert = graph[bus].inserts.first, let description = insert.description else { return }
      let index = Int.random(in: 0..<description.parameters.count, using: &random)
      let parameter = description.parameters[index]
      if !parameter.isChoice {
        graph.set(
          parameter.value(at: Double.random(in: 0.2...0.8, using: &random)), parameter: index,
          ofInsert: insert.id)
      }
    default: graph[bus].isSoloed.toggle()
    }
  }
}
