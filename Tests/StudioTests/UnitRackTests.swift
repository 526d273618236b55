import AudioBase
import Effects
import EngineTestSupport
import Glibc
import MixEngine
import Studio
import SystemBase
import TestSupport
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
    let bench = EngineBench(pads: [.sample(UnitRackTests.tone), .sample(UnitRackTests.tone)])
    let rack = UnitRack(rate: .standard)
    var graph = MixGraph()
    var now = HostTime.now

    func send() {
      let control = bench.engine.control
      control.setChains(rack.chains(of: graph, around: control.standardChains, at: now))
    }

    /// Strikes a pad and renders until the tone is heard. - Returns: frames in the middle of the tone.
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

  @Test func thousandsOfRandomChangesLeaveNoPlanBehind() {
    let bench = Bench()
    var random = SeededGenerator(seed: 12)
    bench.send()
    for _ in 0..<2_000 {
      let buses: [MixGraph.Bus] = [
        .pads, .pad(1), .pad(2), .music, .click, .returns(1), .returns(2), .master,
      ]
      let bus = buses[Int.random(in: 0..<buses.count, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bench.graph.add(EffectKind.allCases.randomElement(using: &random) ?? .filter, to: bus)
      case 1: bench.graph[bus].inserts.first.map { bench.graph.removeInsert($0.id) }
      case 2: bench.graph[bus].isMuted.toggle()
      case 3: bench.graph[bus].pan = Double.random(in: -1...1, using: &random)
      case 4:
        if bus.canSend {
          bench.graph[bus].sends = [MixGraph.Send(to: Int.random(in: 1...4, using: &random), .unity)]
        }
      default: bench.graph[bus].isSoloed.toggle()
      }
      bench.send()
      bench.now = bench.now.advanced(bySeconds: 0.01)
      if Int.random(in: 0..<4, using: &random) == 0 { bench.bench.strike(1, atFrame: 0) }
      for frame in bench.render(128) { #expect(frame.x.isFinite && frame.y.isFinite && abs(frame.x) <= 1.01) }
    }
    _ = bench.render(128)
    #expect(bench.bench.engine.control.objectsInUse <= 3)
  }
}
