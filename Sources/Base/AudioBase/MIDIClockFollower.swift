import SystemBase

/// Estimates the tempo and the beats of a MIDI clock, and removes the jitter of the messages.
///
/// The clock sends 24 messages per beat. A linear regression over the times of the latest messages gives the period and the
/// phase. Its error is the jitter divided by about half the square root of the number of messages.
///
/// Source: MIDI 1.0 Detailed Specification, document version 4.2, system real-time messages.
package struct MIDIClockFollower: Sendable {
  package static let messagesOfBeat = 24
  /// The number of messages of the regression: four beats.
  private static let window = 96
  /// The number of messages after which the tempo is known.
  private static let least = 12
  /// The pause in seconds after which a new measurement begins.
  private static let pause = 0.5
  /// The deviation from the line in seconds that, in `stepCount` consecutive messages, indicates a change of the tempo.
  private static let step = 0.006
  private static let stepCount = 6

  /// The seconds of the latest messages since the first one.
  private var times: [Double] = []
  private var origin = HostTime(nanoseconds: 0)
  /// The number of the newest message since the start of the song; -1 before the first one.
  package private(set) var count = -1
  /// The number of consecutive messages that deviate to the same side; negative if they are early.
  private var offLine = 0
  /// The regression line: the time of the newest message and the period, in seconds.
  private var line: (newest: Double, period: Double)?

  package init() {}

  /// The tempo in beats per minute; nil until it is known.
  package var tempo: Double? {
    line.flatMap { $0.period > 0 ? 60 / ($0.period * Double(MIDIClockFollower.messagesOfBeat)) : nil }
  }

  /// Whether the tempo is accurate to 0.1 beats per minute, which takes two beats.
  package var isSettled: Bool { times.count >= MIDIClockFollower.window / 2 }

  /// Makes the next message one of the song by its number; the first one is 0.
  package mutating func start(atMessage number: Int = 0) { count = number - 1 }

  package mutating func receive(at time: HostTime) {
    if times.isEmpty { origin = time }
    var seconds = time.seconds(since: origin)
    if let last = times.last, seconds - last > MIDIClockFollower.pause || seconds < last {
      (times, line, offLine, origin, seconds) = ([], nil, 0, time, 0)
    }
    count += 1
    noteStep(seconds)
    times.append(seconds)
    if times.count > MIDIClockFollower.window { times.removeFirst() }
    line = times.count >= MIDIClockFollower.least ? fitted : nil
  }

  /// Discards older messages after a change of the tempo.
  private mutating func noteStep(_ seconds: Double) {
    guard let line else { return }
    let error = seconds - line.newest - line.period
    if error.magnitude < MIDIClockFollower.step {
      offLine = 0
    } else {
      offLine = error > 0 ? max(offLine, 0) + 1 : min(offLine, 0) - 1
    }
    if offLine.magnitude >= MIDIClockFollower.stepCount {
      times = Array(times.suffix(MIDIClockFollower.stepCount))
      offLine = 0
    }
  }

  /// The regression line through the times.
  private var fitted: (newest: Double, period: Double) {
    let count = Double(times.count)
    let middle = (count - 1) / 2
    let mean = times.reduce(0, +) / count
    var (products, squares) = (0.0, 0.0)
    for (index, time) in times.enumerated() {
      let distance = Double(index) - middle
      products += distance * (time - mean)
      squares += distance * distance
    }
    let period = products / squares
    return (mean + period * (count - 1 - middle), period)
  }

  /// Returns the time of a message by its number since the start of the song; nil until the tempo is known.
  package func time(ofMessage number: Int) -> HostTime? {
    line.map { origin.advanced(bySeconds: $0.newest + $0.period * Double(number - count)) }
  }
}
