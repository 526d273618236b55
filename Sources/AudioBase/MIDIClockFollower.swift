import SystemBase

/// Follows the clock of another MIDI device: its tempo and its beats, without the jitter of the messages.
///
/// The clock sends 24 messages in a beat. A straight line through the times of the latest ones, by least squares, states
/// the period and the phase; its error is that of a message divided by about half the square root of their number.
///
/// Source: MIDI 1.0 Detailed Specification, document version 4.2, system real-time messages.
package struct MIDIClockFollower: Sendable {
  package static let messagesOfBeat = 24
  /// The messages of the line: four beats.
  private static let window = 96
  /// The messages after which the tempo is known.
  private static let least = 12
  /// Seconds: a longer pause begins a new measurement.
  private static let pause = 0.5
  /// Seconds by which several messages in a row are off the line after a change of the tempo.
  private static let step = 0.006
  private static let stepCount = 6

  /// The seconds of the latest messages since the first one.
  private var times: [Double] = []
  private var origin = HostTime(nanoseconds: 0)
  /// The number of the newest message since the start of the song; -1 before the first one.
  package private(set) var count = -1
  /// The messages in a row that are off the line to the same side; negative if they are early.
  private var offLine = 0
  /// The line: the seconds of the newest message, and those between two.
  private var line: (newest: Double, period: Double)?

  package init() {}

  /// The tempo in beats a minute; nil until it is known.
  package var tempo: Double? {
    line.flatMap { $0.period > 0 ? 60 / ($0.period * Double(MIDIClockFollower.messagesOfBeat)) : nil }
  }

  /// Whether the tempo is exact to a tenth of a beat a minute: after two beats.
  package var isSettled: Bool { times.count >= MIDIClockFollower.window / 2 }

  /// The next message is the first one of the song.
  package mutating func start() { count = -1 }

  /// Notes a message of the clock.
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

  /// Keeps only the newest messages if they no longer follow the line.
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

  /// The line through the times.
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
