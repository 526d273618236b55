import AudioBase
import Effects
import MixEngine
import Testing

@testable import Studio

/// The values of targets that lanes are compiled to.
@Suite struct LaneCompilerTests {
  private typealias Course = LaneCompiler.Course

  private func compile(
    _ lanes: [MixLane], _ graph: MixGraph, levelGain: @escaping LevelGain = { _, _ in nil }
  ) -> (courses: [Course], unknown: [MixGraph.Address]) {
    LaneCompiler(graph: graph, levelGain: levelGain).compile(lanes)
  }

  private func lane(_ text: String, isLine: Bool = false, _ points: KeyValuePairs<Int, Double>) throws
    -> MixLane
  {
    let address = try #require(MixGraph.Address(text), "\(text)")
    return MixLane(address, isLine: isLine, frames: points.map(\.key), values: points.map(\.value))
  }

  private func values(_ course: Course?) -> [Double] { course?.bits.map { Double(bitPattern: $0) } ?? [] }

  private func fader(_ gain: Double, _ pan: Double = 0) -> UInt64 { FaderUnit.bits(Decibels(gain), pan: pan) }

  private let silence = FaderUnit.bits(.silence, pan: 0)

  @Test func parameterHasTheValueOfTheMixerBeforeItsFirstPointAndKeepsItsRange() throws {
    var graph = MixGraph()
    let added = graph.add(.filter, to: .music)
    let id = try #require(added)
    let lane = try lane(
      "music/filter/cutoff", [96: 500, 128: 90_000, 160: .nan, 192: 20_000, 224: -1, 224: 200])
    let courses = compile([lane], graph).courses
    #expect(courses.map(\.target) == [.parameter(1, ofInsert: id)])
    // 20 kHz is the end of the range already.
    #expect(courses.first?.frames == [0, 96, 128, 224])
    #expect(values(courses.first) == [1000, 500, 20_000, 200])
  }

  @Test func choicesAndBypassesJumpToWholeValues() throws {
    var graph = MixGraph()
    graph.add(.filter, to: .music)
    let lanes = [
      try lane("music/filter/mode", isLine: true, [0: 0, 96_000: 1.6]),
      try lane("music/filter/bypass", isLine: true, [32: 0.7, 96_000: 0]),
    ]
    let courses = compile(lanes, graph).courses
    #expect(courses.map(\.frames) == [[0, 96_000], [0, 32, 96_000]])
    #expect(courses.map(values) == [[0, 2], [0, 1, 0]])
  }

  @Test func lineBecomesStepsThatAreFewerWhereItIsFlat() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .music)
    let steep = try lane("music/delay/mix", isLine: true, [0: 0, 25_600: 100])
    let course = try #require(compile([steep], graph).courses.first)
    #expect(course.frames == (0...100).map { $0 * 256 })
    for (index, value) in values(course).enumerated() { #expect(abs(value - Double(index)) < 1e-9) }
    // A hundredth of the range: 10 steps of a thousandth.
    let flat = try lane("music/delay/mix", isLine: true, [0: 50, 256_000: 51, 256_100: 60])
    #expect(compile([flat], graph).courses.first?.frames == (0...10).map { $0 * 25_600 } + [256_100])
  }

  @Test func faderFollowsGainPanAndMuteOfItsStrip() throws {
    var graph = MixGraph()
    graph[.pad(3)].pan = 0.5
    let lanes = [
      try lane("pad 3/gain", [64: -6, 320: -60]), try lane("pad 3/mute", [128: 1, 256: 0]),
      try lane("pad 3/pan", [160: -100, 320: 100]),
    ]
    let courses = compile(lanes, graph).courses
    #expect(courses.map(\.target) == [.fader(.pad(3))])
    // The pan moves at 160 while the pad is silent.
    #expect(courses.first?.frames == [0, 64, 128, 256, 320])
    #expect(courses.first?.bits == [fader(0, 0.5), fader(-6, 0.5), silence, fader(-6, -1), fader(-60, 1)])
  }

  @Test func soloMovesTheFadersOfAllOtherStrips() throws {
    let lanes = [try lane("pad 2/solo", [64: 1, 128: 0]), try lane("music/solo", [96: 1, 160: 0])]
    let courses = compile(lanes, MixGraph()).courses
    func course(_ bus: MixGraph.Bus) -> Course? { courses.first { $0.target == .fader(bus) } }
    #expect(course(.pad(1))?.frames == [0, 64, 160])
    #expect(course(.pad(1))?.bits == [fader(0), silence, fader(0)])
    #expect(course(.pad(2))?.frames == [0, 128, 160])
    #expect(course(.pads)?.frames == [0, 128, 160])
    #expect(course(.pads)?.bits == [fader(0), silence, fader(0)])
    #expect(course(.music)?.frames == [0, 64, 96])
    #expect(course(.music)?.bits == [fader(0), silence, fader(0)])
    #expect(course(.master) == nil && course(.returns(1)) == nil && courses.count == 128 + 5)
  }

  @Test func throwGoesTheWayOfAllPadsInsteadOfThatOfSinglePads() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .returns(2))
    graph[.pad(1)].sends = [MixGraph.Send(to: 2, Decibels(-20)), MixGraph.Send(to: 1, .unity)]
    graph[.music].sends = [MixGraph.Send(to: 2, Decibels(-6))]
    let thrown = try lane("move/throw", [64: 1, 96: 0])
    let courses = compile([thrown, try lane("pad 1/send 2", [80: -10])], graph).courses
    #expect(courses.map(\.target) == [.send(.pad(1), to: 2), .send(.pads, to: 2)])
    func bits(_ gains: [Decibels]) -> [UInt64] { gains.map { SendLevel.bits($0) } }
    #expect(courses[0].frames == [0, 64, 96])
    #expect(courses[0].bits == bits([Decibels(-20), .silence, Decibels(-10)]))
    #expect(courses[1].frames == [0, 64, 96] && courses[1].bits == bits([.silence, .unity, .silence]))
    let other = compile([thrown], MixGraph()).courses
    #expect(other.map(\.target) == [.send(.pads, to: MoveUnits.throwReturn)])
  }

  @Test func throwsGoToAnotherEchoWhileOneIsBypassed() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .returns(1))
    graph[.pads].sends = [MixGraph.Send(to: 1, Decibels(-10))]
    let lanes = [
      try lane("move/throw", [64: 1, 256: 0]), try lane("return 1/delay/bypass", [96: 1, 128: 0, 320: 1]),
    ]
    let courses = compile(lanes, graph).courses.filter { if case .send = $0.target { true } else { false } }
    #expect(courses.map(\.target) == [.send(.pads, to: 1), .send(.pads, to: MoveUnits.throwReturn)])
    func bits(_ gains: Decibels...) -> [UInt64] { gains.map { SendLevel.bits($0) } }
    #expect(courses.first?.frames == [0, 64, 96, 128, 256])
    #expect(courses.first?.bits == bits(Decibels(-10), .unity, Decibels(-10), .unity, Decibels(-10)))
    #expect(courses.last?.frames == [0, 96, 128])
    #expect(courses.last?.bits == bits(.silence, .unity, .silence))
  }

  @Test func movesOfTheMusicHaveTargetsOfTheirOwn() throws {
    let lanes = [
      try lane("move/stutter", [64: 1]), try lane("move/brake", [64: 1, 96: 0]),
      try lane("move/sweep", [0: -120, 32: 30]),
    ]
    let courses = compile(lanes, MixGraph()).courses
    #expect(courses.map(\.target) == [.hold(.stutter), .hold(.brake), .sweep(.music)])
    #expect(courses.map(values) == [[0, 1], [0, 1, 0], [-100, 30]])
  }

  @Test func feedbackIsHeldInAnotherEchoWhileOneIsBypassed() throws {
    var graph = MixGraph()
    graph.add(.delay, to: .returns(1))
    let echo = try #require(graph.echo?.id)
    let lanes = [
      try lane("move/feedback", [64: 1, 256: 0]), try lane("return 1/delay/bypass", [96: 1, 128: 0]),
    ]
    let courses = compile(lanes, graph).courses.filter(\.target.isFeedback)
    #expect(courses.map(\.target) == [.feedback(ofInsert: nil), .feedback(ofInsert: echo)])
    #expect(courses.map(\.frames) == [[0, 96, 128], [0, 64, 96, 128, 256]])
    #expect(courses.map(values) == [[0, 1, 0], [0, 1, 0, 1, 0]])
    let other = compile([try lane("move/feedback", [0: 1]), try lane("move/sweep-echo", [0: 9])], MixGraph())
    #expect(other.courses.map(\.target) == [.sweep(.echo), .feedback(ofInsert: nil)])
  }

  @Test func levelsOfThePlayerHaveTheGainThatTheCallerReturns() throws {
    let lanes = [try lane("music/gain", [64: -6]), try lane("master/gain", [64: -6])]
    let courses = compile(lanes, MixGraph()) { level, value in
      level == .master ? nil : Decibels((value ?? -2) - 1)
    }.courses
    #expect(courses.map(\.target) == [.level(.music)] && courses.first?.frames == [0, 64])
    #expect(values(courses.first) == [-3, -7].map { Double(Decibels($0).factor) })
  }

  @Test func levelsReachSilenceAndNotMoreThanTheMostGain() throws {
    let lanes = [try lane("pads/gain", [0: -150, 64: -60, 96: 40]), try lane("pad 1/gain", [0: -150])]
    let courses = compile(lanes, MixGraph()) { _, value in Decibels(value ?? 0) }.courses
    #expect(values(courses.first) == [-150, -60, 12].map { Double(Decibels($0).factor) })
    #expect(courses.last?.bits == [fader(-60)])
  }

  @Test func lanesThatTheMixerDoesNotHaveAreNamed() throws {
    let lanes = [
      try lane("music/filter/cutoff", [0: 1]), try lane("pads/send 1", [0: 1]),
      try lane("master/solo", [0: 1]),
      try lane("pads/send 1", [5: 1]), try lane("pads/pan", [:]),
    ]
    var graph = MixGraph()
    graph.add(.compressor, to: .music)
    let source = compile([try lane("music/compressor/source", [0: 1])], graph)
    #expect(source.courses.isEmpty && source.unknown.count == 1, "it cannot change at a frame")
    let (courses, unknown) = compile(lanes, MixGraph())
    #expect(courses.isEmpty && unknown.map(\.text) == ["music/filter/cutoff", "pads/send 1", "master/solo"])
  }

  @Test func lastPointOfSeveralLanesOfOneAddressCounts() throws {
    let lanes = [
      try lane("move/sweep", [0: 1, 64: 2, 128: 3]), try lane("move/sweep", [32: 4, 64: 5, 256: 6]),
    ]
    let course = try #require(compile(lanes, MixGraph()).courses.first)
    #expect(course.frames == [0, 32, 64, 128, 256] && values(course) == [1, 4, 5, 3, 6])
  }

  @Test func framesOutOfOrderOrFarBeyondATrackAreLeftOut() throws {
    let lane = try lane("move/sweep", [64: 1, 32: 2, .max: 3, .min: 4, 96: 5])
    let course = try #require(compile([lane], MixGraph()).courses.first)
    #expect(course.frames == [0, 64, 96] && values(course) == [0, 1, 5])
  }

  @Test func valuesThatDifferBetweenGraphsHaveAddresses() throws {
    var old = MixGraph()
    let added = old.add(.delay, to: .pads)
    let id = try #require(added)
    old[.pads].sends = [MixGraph.Send(to: 1, .unity)]
    var new = old
    new[.pads].sends = [MixGraph.Send(to: 1, Decibels(-3)), MixGraph.Send(to: 2, .unity)]
    new[.pad(2)].isSoloed = true
    new.set(60, parameter: 2, ofInsert: id)
    new.changeInsert(id) { $0.isBypassed = true }
    new.add(.filter, to: .music)
    let changes = new.changes(from: old).map { "\($0.address.text) \($0.value)" }.sorted()
    #expect(
      changes == ["pad 2/solo 1.0", "pads/delay/bypass 1.0", "pads/delay/feedback 60.0", "pads/send 1 -3.0"])
  }
}
