import AudioBase
import SystemBase

/// The beats that are sent as a MIDI clock, by the time at which they are heard.
package struct ClockPlan: Hashable, Sendable {
  package var grid: BeatGrid
  /// The frame of the grid that is heard at `time`.
  package var frame: Double
  package var time: HostTime
  /// Seconds of the grid for each second.
  package var speed: Double
  /// Whether music plays, so that the song runs; else only the tempo is sent.
  package var isRunning: Bool

  package init(grid: BeatGrid, frame: Double, time: HostTime, speed: Double = 1, isRunning: Bool) {
    (self.grid, self.frame, self.time, self.speed) = (grid, frame, time, speed)
    self.isRunning = isRunning
  }

  /// The messages of a beat: 24 of a quarter note.
  private var messagesOfBeat: Double {
    Double(MIDIClockFollower.messagesOfBeat * 4) / Double(grid.signature.unit)
  }

  /// Frames of the grid for each second.
  private var rate: Double { Double(grid.rate.hertz) * speed }

  /// Returns the number of messages from the first beat to a time, and the part of the next one.
  package func message(at time: HostTime) -> Double {
    grid.place(atFrame: frame + time.seconds(since: self.time) * rate) * messagesOfBeat
  }

  package func time(ofMessage number: Int) -> HostTime {
    time.advanced(bySeconds: (grid.frame(atPlace: Double(number) / messagesOfBeat) - frame) / rate)
  }
}

/// The messages of a MIDI clock that follow a plan: 24 of a quarter note, and the starts, stops and places of the song.
///
/// The song begins with the first beat of the grid. Music that begins within it, or is sought, is continued at the next
/// sixteenth note, whose number is sent before. The clock goes on while the song stands, so that the receivers keep the tempo.
///
/// Source: MIDI 1.0 Detailed Specification, document version 4.2, system common and real-time messages.
package struct MIDIClockSchedule: MIDISchedule {
  private static let messagesOfSixteenth = MIDIClockFollower.messagesOfBeat / 4
  private static let lastSixteenth = 16_383

  private var plan: ClockPlan?
  private var immediate: [MIDIMessage] = []
  /// The number of the next message of the clock.
  private var number = 0
  /// Whether the receivers play.
  private var isRunning = false
  /// The message of the clock with which the receivers begin; nil if they have begun, or do not play.
  private var beginning: Int?

  package init() {}

  package var due: HostTime? {
    immediate.isEmpty ? plan?.time(ofMessage: number) : HostTime(nanoseconds: 0)
  }

  package mutating func next() -> [MIDIMessage] {
    defer { immediate = [] }
    if !immediate.isEmpty { return immediate }
    number += 1
    return [.clock] + begin()
  }

  package mutating func use(_ plan: ClockPlan, at now: HostTime) {
    let place = plan.message(at: now)
    let isContinued = self.plan.map { ($0.message(at: now) - place).magnitude < 1 } ?? false
    self.plan = plan
    if plan.isRunning && isContinued && (isRunning || beginning != nil) { return }
    stop()
    if !isContinued { number = Int(saturating: place.rounded(.up)) }
    guard plan.isRunning else { return }
    let sixteenth = MIDIClockSchedule.messagesOfSixteenth
    if (1...sixteenth).contains(number) {
      // The first beat was heard just now: the messages that are missing follow at once.
      immediate += [.start] + Array(repeating: .clock, count: number)
      isRunning = true
      return
    }
    beginning = max((number + sixteenth - 1) / sixteenth * sixteenth, 0)
    immediate += begin()
  }

  package mutating func resume(at now: HostTime) -> Bool {
    guard let plan, immediate.isEmpty else { return false }
    self.plan = nil
    use(plan, at: now)
    return true
  }

  package mutating func end() {
    stop()
    plan = nil
  }

  private mutating func stop() {
    if isRunning { immediate.append(.stop) }
    (isRunning, beginning) = (false, nil)
  }

  /// Returns what starts the receivers, if they begin with the next message of the clock.
  private mutating func begin() -> [MIDIMessage] {
    guard beginning == number else { return [] }
    (beginning, isRunning) = (nil, true)
    if number == 0 { return [.start] }
    let sixteenth = number / MIDIClockSchedule.messagesOfSixteenth
    return sixteenth <= MIDIClockSchedule.lastSixteenth ? [.songPosition(sixteenth), .goOn] : [.goOn]
  }
}
