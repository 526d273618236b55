import AudioBase
import Effects
import MixEngine
import SystemBase
import Testing

@testable import Studio

/// Courses that are compiled again only where something has changed.
@Suite struct CompiledLanesTests {
  private typealias Course = LaneCompiler.Course

  private func compile(_ lanes: [MixLane], _ graph: MixGraph, _ compiled: CompiledLanes) -> [Course] {
    let compiler = LaneCompiler(graph: graph, levelGain: { Decibels($1 ?? 0) }, compiled: compiled)
    return compiler.compile(lanes).courses
  }

  private func faders(_ values: [Double] = [-6, -6, -6]) -> [MixLane] {
    zip(1..., values).map { pad, value in
      MixLane(MixGraph.Address(.pad(pad), .gain), frames: [0, 64], values: [-3, value])
    }
  }

  /// The place of the frames of a course in memory.
  private func memory(_ course: Course) -> UnsafePointer<Int>? {
    course.frames.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test func onlyTheCourseOfALaneThatChangesIsMadeAgain() {
    let (graph, compiled) = (MixGraph(), CompiledLanes())
    let before = compile(faders(), graph, compiled)
    #expect(compiled.made == [.fader(.pad(1)), .fader(.pad(2)), .fader(.pad(3))])
    #expect(compile(faders(), graph, compiled) == before && compiled.made.isEmpty)
    let after = compile(faders([-6, -9, -6]), graph, compiled)
    #expect(compiled.made == [.fader(.pad(2))])
    #expect(after.map(memory) != before.map(memory))
    #expect(
      after.count == 3 && memory(after[0]) == memory(before[0]) && memory(after[2]) == memory(before[2]))
    #expect(after[1].bits.last == FaderUnit.bits(Decibels(-9), pan: 0))
    // An undo.
    #expect(compile(faders(), graph, compiled) == before && compiled.made == [.fader(.pad(2))])
  }

  @Test func whatDependsOnAValueOfTheMixerIsMadeAgain() {
    let compiled = CompiledLanes()
    var graph = MixGraph()
    _ = compile(faders(), graph, compiled)
    graph[.pad(1)].pan = 0.5
    _ = compile(faders(), graph, compiled)
    #expect(compiled.made == [.fader(.pad(1))])
    graph[.pad(2)].isSoloed = true
    _ = compile(faders(), graph, compiled)
    #expect(compiled.made == [.fader(.pad(1)), .fader(.pad(3))])
  }

  @Test func laneThatIsLeftOutOnceIsMadeAgain() {
    let (graph, compiled) = (MixGraph(), CompiledLanes())
    _ = compile(faders(), graph, compiled)
    _ = compile(faders([-6, -6]), graph, compiled)
    #expect(compiled.made.isEmpty)
    _ = compile(faders(), graph, compiled)
    #expect(compiled.made == [.fader(.pad(3))])
  }

  @Test func coursesOfManyChangesEqualThoseThatAreMadeAtOnce() throws {
    var random = SeededGenerator(seed: 45)
    let texts = [
      "pad 1/gain", "pad 1/pan", "pad 2/mute", "pad 2/solo", "music/gain", "pads/send 1", "move/throw",
      "move/feedback", "music/filter/cutoff", "music/filter/bypass", "return 1/delay/bypass",
    ]
    let addresses = try texts.map { try #require(MixGraph.Address($0), "\($0)") }
    let compiled = CompiledLanes()
    var graph = MixGraph()
    graph.add(.filter, to: .music)
    graph.add(.delay, to: .returns(1))
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-10))]
    var lanes: [Int: MixLane] = [:]
    for _ in 0..<80 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: graph[.pad(1)].gain = Decibels(.random(in: -20...0, using: &random))
      case 1: graph[.pad(1)].isSoloed.toggle()
      case 2: lanes[.random(in: 0..<texts.count, using: &random)] = nil
      default:
        let index = Int.random(in: 0..<texts.count, using: &random)
        // Lanes have no frames in common.
        let frames = Set((0..<4).map { _ in Int.random(in: 0..<4_000, using: &random) * 16 + index }).sorted()
        let values = frames.map { _ in Double.random(in: -1...2, using: &random).rounded() }
        lanes[index] = MixLane(
          addresses[index], isLine: .random(using: &random), frames: frames, values: values)
      }
      let list = lanes.sorted { $0.key < $1.key }.map(\.value)
      let (again, fresh) = (compile(list, graph, compiled), compile(list, graph, CompiledLanes()))
      #expect(again == fresh)
    }
  }
}
