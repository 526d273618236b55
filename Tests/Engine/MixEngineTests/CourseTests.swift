import AudioBase
import EngineTestSupport
import TestSupport
import Testing
import TrackFeed

@testable import MixEngine

/// Values that change at frames of tracks. They act at each 32nd output frame of a track, and at jumps.
@Suite struct CourseTests {
  private let memory = CourseMemory()
  private let other = CourseMemory()

  /// Plays a track whose frames are those of the output, with courses.
  private func play(_ courses: [AutomationCourse]) -> CourseBench {
    let bench = CourseBench(["a": Ramp.frames(100_000)])
    bench.control.setLanes([(StreamID(1), courses)])
    bench.engine.load("a")
    bench.engine.waitForMusic(60_000)
    return bench
  }

  @Test(arguments: [1, 100, 256, 3000])
  func levelMovesFromTheFirstFrameOnTheGridWhateverTheBlocks(_ block: Int) {
    let bench = EngineBench(tracks: ["a": [Frame](repeating: Frame(repeating: 0.5), count: 90_000)])
    let course = AutomationCourse(
      AutomationTarget(.music), frames: [1000, 4096], bits: [0.5, 1].map(\.bitPattern), owner: nil)
    bench.engine.control.setLanes([(StreamID(1), [course])])
    bench.load("a")
    bench.waitForMusic(20_000)
    let latency = bench.engine.control.lookAhead.value
    let out = Array(bench.device.render(FrameCount(8192), block: FrameCount(block)).map(\.x)[latency...])
    // A level moves for 480 frames.
    #expect(out[..<1024].allSatisfy { $0 == 0.5 } && out[1024] < 0.5 && out[1024 + 478] > 0.25)
    #expect(out[(1024 + 479)..<4096].allSatisfy { $0 == 0.25 } && out[4096] > 0.25)
    #expect(out[(4096 + 479)...].allSatisfy { $0 == 0.5 })
  }

  @Test func lastOfSeveralValuesBeforeAFrameOnTheGridActsThere() {
    let bench = play([
      memory.course([1000: 2, 1001: 3, 1010: 4, 1024: 5, 1025: 6, 1056: 7]), other.course([0: 1, 1050: 2]),
    ])
    #expect(bench.values(of: memory, at: [0, 1023, 1024, 1055]) == [0, 0, 5, 5])
    #expect(other.value == 1)
    #expect(bench.values(of: memory, at: [1056, 2000]) == [7, 7] && other.value == 2)
  }

  @Test func seekSetsTheValueOfItsPlace() throws {
    let bench = CourseBench(["a": Ramp.frames(400_000)])
    bench.control.setLanes([
      (StreamID(1), [memory.course([0: 1, 10_000: 2, 100_000: 3, 240_000: 4]), other.course([200_000: 5])])
    ])
    bench.engine.load("a")
    bench.engine.waitForMusic(20_000)
    #expect(bench.values(of: memory, at: [0]) == [1])
    for (seconds, value) in [(5, 4), (0.25, 2), (3, 3), (0, 1)] as [(Double, UInt64)] {
      bench.engine.load("a", at: seconds)
      try bench.renderUntilFed()
      #expect(memory.value == value)
      // Before its first frame a course does not act.
      #expect(other.value == 5)
    }
  }

  @Test func trackThatIsSkippedToHasItsOwnCourses() throws {
    let bench = CourseBench(["a": Ramp.frames(100_000), "b": Ramp.frames(100_000)])
    bench.control.setLanes([
      (StreamID(1), [memory.course([0: 1])]), (StreamID(2), [memory.course([0: 2, 24_000: 3])]),
    ])
    bench.engine.load("a")
    bench.engine.waitForMusic(20_000)
    #expect(bench.values(of: memory, at: [5000]) == [1])
    bench.engine.load("b", id: 2)
    try bench.renderUntilFed()
    #expect(memory.value == 2)
    bench.engine.load("b", id: 2, at: 0.5)
    try bench.renderUntilFed()
    #expect(memory.value == 3)
  }

  @Test func eachRoundOfALoopBeginsWithTheValueOfItsPlace() {
    let bench = CourseBench(["a": Ramp.frames(100_000)])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 1, 6000: 2, 9000: 3])])])
    bench.engine.loop(StreamLoop(stream: StreamID(1), frames: 5000..<10_000))
    bench.engine.load("a")
    bench.engine.waitForMusic(60_000)
    #expect(bench.values(of: memory, at: [0, 6015, 6016, 9023, 9024]) == [1, 1, 2, 2, 3])
    #expect(bench.values(of: memory, at: [9_999, 10_000, 11_015, 11_016]) == [3, 1, 1, 2])
    #expect(bench.values(of: memory, at: [14_023, 14_024, 14_999, 15_000]) == [2, 3, 3, 1])
  }

  @Test func joinedTrackHasItsOwnCourses() {
    let bench = CourseBench(["a": Ramp.frames(30_000), "b": Ramp.frames(60_000)])
    bench.control.setLanes([
      (StreamID(1), [memory.course([0: 1, 20_000: 2]), other.course([0: 9])]),
      (StreamID(2), [memory.course([0: 3, 500: 4])]),
    ])
    bench.engine.load("a")
    bench.engine.setNext("b", id: 2, after: 1)
    bench.engine.waitForMusic(40_000)
    #expect(bench.values(of: memory, at: [0, 19_999, 20_000, 29_999]) == [1, 1, 2, 2])
    #expect(bench.values(of: memory, at: [30_000, 30_511, 30_512]) == [3, 3, 4])
    #expect(other.value == 9)
  }

  @Test func coursesOfAnotherTrackDoNotAct() {
    let bench = CourseBench(["a": Ramp.frames(60_000)])
    bench.control.setLanes([(StreamID(2), [memory.course([0: 1])])])
    bench.engine.load("a")
    bench.engine.waitForMusic(20_000)
    #expect(bench.values(of: memory, at: [0, 10_000]) == [0, 0])
  }

  @Test func otherCoursesActAtTheNextFrameOnTheGridAndTheirAbsenceLeavesTheValue() {
    let bench = play([memory.course([0: 1])])
    #expect(bench.values(of: memory, at: [19_999]) == [1])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 5, 50_000: 6])])])
    #expect(bench.values(of: memory, at: [20_000, 20_100]) == [5, 5])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 7])])])
    #expect(bench.values(of: memory, at: [20_127, 20_128]) == [5, 7])
    bench.control.setLanes([])
    #expect(bench.values(of: memory, at: [30_000]) == [7])
  }

  @Test func heldTargetKeepsItsValueAndGetsThatOfThePlaceWhenReleased() {
    let courses = [memory.course([0: 1, 5000: 2, 9000: 3]), other.course([5000: 8])]
    let bench = play(courses)
    #expect(bench.values(of: memory, at: [1000]) == [1])
    bench.control.setOverridden([AutomationTarget(.music), memory.target])
    bench.control.set(memory.target, to: 42, address: 3, value: 0.5)
    #expect(bench.values(of: memory, at: [1023, 1024, 6000]) == [1, 42, 42] && other.value == 8)
    let change = AutomationChange(
      address: 3, value: 0.5, outputFrame: 1024 + bench.control.lookAhead.value)
    #expect(bench.engine.events().contains(.automation(change)))
    bench.control.setLanes([(StreamID(1), courses)])
    #expect(bench.values(of: memory, at: [7999]) == [42])
    bench.control.setOverridden([])
    #expect(bench.values(of: memory, at: [8000, 9023, 9024]) == [2, 2, 3])
  }

  @Test func changesByHandOfOneTargetAreMadeInTheirOrder() {
    let bench = CourseBench()
    bench.render(100)
    for bits in 1...300 as ClosedRange<UInt64> {
      bench.control.set(other.target, to: bits, address: nil, value: 0)
    }
    bench.control.set(memory.target, to: 1, address: nil, value: 0)
    // 256 changes wait at most: the next one is made at once, after them.
    #expect(bench.values(of: memory, at: [100, 127]) == [0, 0] && other.value == 257)
    #expect(bench.values(of: memory, at: [128]) == [1] && other.value == 300)
    bench.control.set(memory.target, to: 2, address: nil, value: 0)
    bench.control.set(memory.target, to: 3, address: nil, value: 0)
    #expect(bench.values(of: memory, at: [159, 160]) == [1, 3])
    // A plan that replaces the one of the target, and a level, come later than what waits.
    bench.control.set(memory.target, to: 4, address: nil, value: 0)
    bench.control.setChains(bench.control.standardChains)
    #expect(bench.values(of: memory, at: [161]) == [4])
    bench.control.set(AutomationTarget(.master), to: Double(0.5).bitPattern, address: nil, value: 0)
    bench.control.set(.master, to: .silence)
    bench.engine.engine.control.startFree(HitSequence([PlannedHit(frame: 2000, kind: .beat)]))
    #expect(bench.engine.device.render(FrameCount(4000)).allSatisfy { $0 == .zero })
  }

  // MARK: Music that stands

  @Test func standingMusicHasTheValuesOfItsPlaceAndHandsMoveThemUntilItGoesOn() {
    let bench = CourseBench(["a": Ramp.frames(100_000)])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 1, 10_000: 2])])])
    bench.engine.load("a", at: 0.25, play: false)
    bench.engine.waitForMusic(20_000)
    #expect(bench.values(of: memory, at: [0]) == [2])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 7])])])
    #expect(bench.values(of: memory, at: [31, 32]) == [2, 7])
    bench.control.set(memory.target, to: 9, address: nil, value: 0)
    #expect(bench.values(of: memory, at: [63, 64, 200]) == [7, 9, 9])
    // Frame 12,000 of the track begins on the grid.
    bench.control.send(.play)
    #expect(bench.values(of: memory, at: [223, 224]) == [9, 7])
  }

  @Test func seekDuringAPauseSetsTheValueOfItsPlace() throws {
    let bench = CourseBench(["a": Ramp.frames(200_000)])
    bench.control.setLanes([(StreamID(1), [memory.course([0: 1, 40_000: 2])])])
    bench.engine.load("a")
    bench.engine.waitForMusic(20_000)
    #expect(bench.values(of: memory, at: [1000]) == [1])
    bench.control.send(.pause)
    #expect(bench.values(of: memory, at: [2000]) == [1])
    bench.engine.load("a", at: 1, play: false)
    try bench.renderUntilFed()
    #expect(memory.value == 2)
    bench.control.setOverridden([memory.target])
    bench.control.set(memory.target, to: 9, address: nil, value: 0)
    bench.render(64)
    #expect(memory.value == 9)
    bench.control.setOverridden([])
    bench.render(64)
    #expect(memory.value == 2)
  }
}

/// An engine that is rendered up to output frames.
private final class CourseBench {
  let engine: EngineBench
  private var rendered = 0
  var control: EngineControl { engine.engine.control }

  init(_ tracks: [String: [Frame]] = [:]) { engine = EngineBench(tracks: tracks) }

  func render(_ frames: Int) {
    _ = engine.device.render(FrameCount(frames), block: FrameCount(100))
    rendered += frames
  }

  /// Returns what the memory was set to when each of some ascending output frames was mixed.
  func values(of memory: CourseMemory, at frames: [Int]) -> [UInt64] {
    frames.map { frame in
      render(frame + 1 - rendered)
      return memory.value
    }
  }

  /// Renders until the track loaded last is heard or stands, and past the next frame on the grid.
  func renderUntilFed() throws {
    rendered += try engine.renderUntilFed(10_000).count
    render(64)
  }
}

/// Values that change at frames of a free sequence.
@Suite struct FreeCourseTests {
  private let bench = CourseBench()
  private let memory = CourseMemory()

  @Test func valuesActFromTheBeginningOfTheSequence() {
    bench.render(320)
    bench.control.startFree(HitSequence([]), lanes: [memory.course([0: 1, 1000: 2, 5000: 3])])
    #expect(bench.values(of: memory, at: [319, 320, 1319, 1320]) == [0, 1, 1, 2])
    #expect(bench.values(of: memory, at: [5319, 5320, 9000]) == [2, 3, 3])
  }

  @Test func replacedCoursesKeepTheBeginningUnlessItIsMoved() {
    bench.control.startFree(HitSequence([]), lanes: [memory.course([0: 1, 1000: 2, 5000: 3])])
    #expect(bench.values(of: memory, at: [0, 999, 1000, 1099]) == [1, 1, 2, 2])
    let others = [memory.course([0: 4, 2000: 5])]
    bench.control.replaceFree(HitSequence([]), lanes: others)
    #expect(bench.values(of: memory, at: [1119, 1120, 1999, 2000]) == [2, 4, 4, 5])
    bench.control.replaceFree(HitSequence([]), movedBy: 3000, lanes: others)
    #expect(bench.values(of: memory, at: [2999, 3000, 4999, 5000]) == [5, 4, 4, 5])
  }

  @Test func eachTurnBeginsWithTheValueOfItsPlace() {
    bench.control.startFree(
      HitSequence([], lead: 500, period: 3000), lanes: [memory.course([100: 1, 1000: 2, 3000: 3])])
    #expect(bench.values(of: memory, at: [99, 100, 999, 1000, 2999, 3000]) == [0, 1, 1, 2, 2, 3])
    #expect(bench.values(of: memory, at: [3499, 3500, 3999, 4000]) == [3, 1, 1, 2])
    #expect(bench.values(of: memory, at: [5999, 6000, 6499, 6500]) == [2, 3, 3, 1])
  }

  @Test func heldTargetOfAFreeSequenceGetsTheValueOfThePlaceWhenReleased() {
    bench.control.setOverridden([memory.target])
    bench.control.startFree(HitSequence([]), lanes: [memory.course([0: 1, 1000: 2])])
    #expect(bench.values(of: memory, at: [0, 1599]) == [0, 0])
    bench.control.setOverridden([])
    #expect(bench.values(of: memory, at: [1600]) == [2])
  }

  @Test func sequenceThatAwaitsAHitMovesNothingBefore() {
    let bench = EngineBench(pads: [.sample([0])])
    bench.engine.control.startFree(
      HitSequence([]), hitsSince: bench.device.now, lanes: [memory.course([0: 1])])
    _ = bench.device.render(FrameCount(5000))
    #expect(memory.value == 0)
    bench.strike(1, atFrame: 100)
    _ = bench.device.render(FrameCount(4000))
    #expect(memory.value == 1)
  }

  /// After a jump back, the next value may be one of a later place.
  @Test func valueBeforeAStandingTrackIsDueAtOnce() {
    let piece = CoursePiece(stream: 0, from: 100, end: 100, count: 64, offset: 7, isJump: false, grid: 0)
    #expect(piece.place(of: 5) == 7 && piece.place(of: 100) == .max)
  }
}
