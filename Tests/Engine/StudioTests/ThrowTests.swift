import AudioBase
import Effects
import EngineTestSupport
import Glibc
import MixEngine
import SystemBase
import Testing

@testable import Studio

/// Throws of a strip into a return: their texts, their addresses, what is heard, and their lanes.
@MainActor @Suite struct ThrowTests {
  private static let tone: [Float] = (0..<4_800).map {
    Float(0.25 * sin(2 * Double.pi * 1_000 * Double($0) / 48_000) * (1 - Double($0) / 4_800))
  }

  private let bench = EngineBench(pads: [.sample(ThrowTests.tone), .sample(ThrowTests.tone)])
  private let owner: MixOwner

  init() {
    let catalog = MixCatalog(userFolder: FilePath("/mixers"), shippedFolder: nil)
    owner = MixOwner(bench.engine.control, catalog) { _, _ in }
  }

  @Test(arguments: [
    ("pads", "move/throw"), ("music", "music/throw"), ("pad 3", "pad 3/throw"), ("pads 2", "pads/throw 2"),
    ("pad 12 4", "pad 12/throw 4"), ("instrument 1", "instrument/throw 1"),
  ]) func throwIsReadAsItIsWrittenAndHasAnAddress(text: String, address: String) throws {
    let thrown = try #require(Throw(text))
    #expect(thrown.text == text && thrown.address.text == address)
    #expect(MixGraph.Address(address) == thrown.address && Throw(thrown.address) == thrown)
  }

  @Test(arguments: [
    "", "on", "master", "return 1", "pads 5", "pads 0", "pad", "pad 129", "music x", "music 1 2",
  ])
  func otherTextIsNoThrow(text: String) { #expect(Throw(text) == nil) }

  @Test func addressOfAThrowNeedsItsReturn() throws {
    let address = Throw(.music, to: 2).address
    #expect(owner.graph.parameter(at: address) == nil && MixTarget(address, in: owner.graph) == nil)
    #expect(owner.graph.parameter(at: Throw(.music).address) != nil)
    owner.change { $0.add(.delay, to: .returns(2)) }
    #expect(owner.graph.parameter(at: address)?.isChoice == true)
    #expect(MixTarget(address, in: owner.graph) == .send(.music, to: 2))
    #expect(MixGraph.Address("master/throw").flatMap { owner.graph.parameter(at: $0) } == nil)
    #expect(MixGraph.Address("pads/throw") == MixGraph.Address(.throw))
  }

  @Test func oneThrowIsHeldByHandAndTheLastOneIsRemembered() {
    owner.hold(Throw(.pad(3)), true)
    #expect(owner.held == [.throw] && owner.heardValue(at: Throw(.pad(3)).address) == 1)
    #expect(owner.heardValue(at: Throw.pads.address) == 0)
    owner.hold(Throw(.music), true)
    #expect(owner.heardValue(at: Throw(.pad(3)).address) == 0)
    #expect(owner.heardValue(at: Throw(.music).address) == 1)
    // Another one is not held, so that nothing is released.
    owner.hold(Throw(.pad(3)), false)
    #expect(owner.held == [.throw] && owner.chosenThrow == Throw(.music))
    owner.hold(Move.throw, false)
    #expect(owner.held == [])
    owner.hold(Move.throw, true)
    #expect(owner.heardValue(at: Throw(.music).address) == 1)
    owner.set(1, at: Throw.pads.address)
    #expect(owner.chosenThrow == .pads && owner.graph == MixGraph() && !owner.turn(.undo))
  }

  /// Strikes a pad. Returns the peak at 3/4 of a beat of 120 BPM after the hit, where the echo is.
  private func echo(ofPad pad: Int) -> Float {
    bench.strike(pad, atFrame: 0)
    let frames = bench.device.render(FrameCount(24_000))
    return frames[18_000..<24_000].reduce(0) { max($0, abs($1.x)) }
  }

  @Test func onlyThePadThatIsThrownGoesIntoTheReturn() {
    owner.change { $0.add(.delay, to: .returns(1)) }
    _ = bench.device.render(FrameCount(4_800))
    #expect(echo(ofPad: 1) == 0)
    owner.hold(Throw(.pad(2), to: 1), true)
    _ = bench.device.render(FrameCount(4_800))
    #expect(echo(ofPad: 1) == 0)
    #expect(echo(ofPad: 2) > 0.01)
    owner.hold(Throw(.pad(2), to: 1), false)
    _ = bench.device.render(FrameCount(48_000 * 12))
    #expect(echo(ofPad: 2) == 0)
  }

  @Test func lanesHoldTheSendsOfWhatIsThrown() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .returns(2))
    graph[.music].sends = [MixGraph.Send(to: 1, Decibels(-6))]
    let lanes = [Throw(.music, to: 1), Throw(.pad(3)), Throw(.pads, to: 1)].map {
      MixLane($0.address, frames: [64, 96], values: [1, 0])
    }
    let (courses, unknown) = LaneCompiler(graph: graph, levelGain: { _, _ in nil }).compile(lanes)
    #expect(
      courses.map(\.target) == [.send(.music, to: 1), .send(.pads, to: 1), .send(.pad(3), to: 2)])
    func bits(_ gains: [Decibels]) -> [UInt64] { gains.map { SendLevel.bits($0) } }
    #expect(courses[0].bits == bits([Decibels(-6), .unity, Decibels(-6)]))
    #expect(courses[2].bits == bits([.silence, .unity, .silence]))
    #expect(courses.allSatisfy { $0.frames == [0, 64, 96] } && unknown.isEmpty)
    let missing = LaneCompiler(graph: MixGraph(), levelGain: { _, _ in nil }).compile(lanes)
    #expect(missing.courses.map(\.target) == [.send(.pad(3), to: MoveUnits.throwReturn)])
    #expect(missing.unknown == [lanes[0].address, lanes[2].address])
  }
}
