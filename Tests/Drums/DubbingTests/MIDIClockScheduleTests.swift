import AudioBase
import SystemBase
import Testing

@testable import Dubbing

/// The messages of a clock that is sent, and their times.
@Suite struct MIDIClockScheduleTests {
  private struct Sent: Equatable {
    var message: MIDIMessage
    var time: HostTime
  }

  private static let start = HostTime(nanoseconds: 9_000_000_000)
  /// The seconds of a message of the clock at 120 beats a minute.
  private static let tick = 0.5 / 24

  private static func time(_ seconds: Double) -> HostTime { start.advanced(bySeconds: seconds) }

  /// A plan of 120 beats a minute whose first beat is heard at 0 s, from a place on.
  private static func plan(_ seconds: Double, at now: Double, isRunning: Bool = true, bpm: Double = 120)
    -> ClockPlan
  {
    ClockPlan(
      grid: BeatGrid(bpm: bpm, rate: .standard), frame: seconds * 48_000, time: time(now),
      isRunning: isRunning)
  }

  /// Lets a schedule send what is due up to a time. Returns what it sends.
  private static func run(_ schedule: inout MIDIClockSchedule, to seconds: Double) -> [Sent] {
    var sent: [Sent] = []
    while let due = schedule.due, due < time(seconds) {
      sent += schedule.next().map { Sent(message: $0, time: due) }
    }
    return sent
  }

  private static func song(_ sent: [Sent]) -> [MIDIMessage] { sent.map(\.message).filter { $0 != .clock } }

  @Test func songStartsBeforeTheClockOfItsFirstBeatAndEachBeatHas24() throws {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(-0.25, at: 0), at: Self.time(0))
    let sent = Self.run(&schedule, to: 2.26)
    let start = try #require(sent.firstIndex { $0.message == .start })
    #expect(Self.song(sent) == [.start] && sent[start + 1].message == .clock)
    let clocks = sent[(start + 1)...].map(\.time)
    #expect(clocks.count == 97)
    for (number, time) in clocks.enumerated() {
      #expect((time.seconds(since: Self.time(0.25)) - Double(number) * Self.tick).magnitude < 1e-6)
    }
  }

  @Test func suspendedSongGoesOnAtItsPlaceWithoutTheClocksOfThatTime() throws {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(-0.25, at: 0), at: Self.time(0))
    _ = Self.run(&schedule, to: 2)
    let isResumed = schedule.resume(at: Self.time(602.01))
    let first = schedule.next()
    #expect(isResumed && first == [.stop])
    let sent = Self.run(&schedule, to: 603)
    // Sixteenth notes last 0.125 s and begin at 0.25 s: the next one is the 4,815th.
    #expect(Self.song(sent) == [.songPosition(4_815), .goOn])
    #expect((47...48).contains(sent.count { $0.message == .clock }))
    #expect(try #require(sent.first).time >= Self.time(602.01))
    var unused = MIDIClockSchedule()
    let isUnusedResumed = unused.resume(at: Self.time(0))
    #expect(!isUnusedResumed, "there is nothing to be left out")
  }

  @Test func songThatBeginsJustNowGetsItsMissingClocksAtOnce() {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(0.05, at: 0), at: Self.time(0))
    #expect(schedule.next() == [.start, .clock, .clock, .clock])
    #expect(
      Self.run(&schedule, to: 0.451).filter { $0.message == .clock }.count == 22, "the first beat has 24")
  }

  @Test func songThatGoesOnIsContinuedAtTheNextSixteenthWithItsPlace() throws {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(3, at: 0), at: Self.time(0))
    _ = Self.run(&schedule, to: 1)
    // In 4.03 s, the next sixteenth is the 33rd, at 4.125 s.
    schedule.use(Self.plan(4.03, at: 1.03, isRunning: false), at: Self.time(1.03))
    #expect(schedule.next() == [.stop])
    let paused = Self.run(&schedule, to: 3)
    #expect(Self.song(paused).isEmpty && (90...100).contains(paused.count), "the tempo goes on")
    schedule.use(Self.plan(4.03, at: 3), at: Self.time(3))
    let sent = Self.run(&schedule, to: 4)
    #expect(Self.song(sent) == [.songPosition(33), .goOn])
    let goOn = try #require(sent.firstIndex { $0.message == .goOn })
    #expect((sent[goOn + 1].time.seconds(since: Self.time(3.095))).magnitude < 1e-6)
  }

  @Test func seekStopsAndContinuesAndASmallCorrectionLosesNoClock() {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(-1, at: 0), at: Self.time(0))
    var sent = Self.run(&schedule, to: 3)
    schedule.use(Self.plan(2.004, at: 3), at: Self.time(3))
    sent += Self.run(&schedule, to: 4)
    schedule.use(Self.plan(2.996, at: 4), at: Self.time(4))
    sent += Self.run(&schedule, to: 5.01)
    let clocks = sent.drop { $0.message != .start }.filter { $0.message == .clock }
    #expect(Self.song(sent) == [.start] && clocks.count == 193)
    schedule.use(Self.plan(60, at: 5.01), at: Self.time(5.01))
    #expect(Self.song(Self.run(&schedule, to: 6)) == [.stop, .songPosition(480), .goOn])
    schedule.end()
    #expect(Self.song(Self.run(&schedule, to: 7)) == [.stop] && schedule.due == nil)
  }

  @Test func changesOfTheTempoAndOfTheSpeedMoveTheClocks() {
    var schedule = MIDIClockSchedule()
    let grid = BeatGrid(TempoMap(bpm: 60, beats: [0, 24_000, 48_000]), rate: .standard)
    schedule.use(ClockPlan(grid: grid, frame: 0, time: Self.time(0), isRunning: true), at: Self.time(0))
    #expect(
      Self.run(&schedule, to: 3.001).filter { $0.message == .clock }.count == 97,
      "two beats of 0.5 s, two of 1 s")
    schedule = MIDIClockSchedule()
    schedule.use(
      ClockPlan(grid: grid, frame: 48_000, time: Self.time(0), speed: 2, isRunning: true), at: Self.time(0))
    #expect(Self.run(&schedule, to: 1.001).filter { $0.message == .clock }.count == 49)
  }

  @Test func beatOfEighthsHasTwelveClocks() throws {
    var schedule = MIDIClockSchedule()
    let grid = BeatGrid(bpm: 120, rate: .standard, signature: try #require(TimeSignature("6/8")))
    schedule.use(ClockPlan(grid: grid, frame: 0, time: Self.time(0), isRunning: true), at: Self.time(0))
    #expect(Self.run(&schedule, to: 0.999).filter { $0.message == .clock }.count == 24)
  }

  /// As one program sends the clock and another one follows it.
  @Test(arguments: [60.0, 97.3, 240]) func followerOfASentClockIsWithinAMillisecond(_ bpm: Double) throws {
    var schedule = MIDIClockSchedule()
    schedule.use(Self.plan(-0.1, at: 0, bpm: bpm), at: Self.time(0))
    var random = SeededGenerator(seed: 3)
    var follower = MIDIClockFollower()
    for sent in Self.run(&schedule, to: 20) {
      if sent.message == .start { follower.start() }
      if sent.message != .clock { continue }
      follower.receive(at: sent.time.advanced(bySeconds: .random(in: -0.001...0.001, using: &random)))
    }
    let count = follower.count
    let told = try #require(follower.time(ofMessage: count))
    #expect(told.seconds(since: Self.time(0.1 + Double(count) * 60 / bpm / 24)).magnitude < 0.001)
    #expect(count > 400)
  }
}
