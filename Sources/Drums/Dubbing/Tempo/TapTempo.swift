import SystemBase

/// Finds the tempo of taps: a value, fed with their times.
package struct TapTempo: Hashable, Sendable {
  /// Seconds; a longer pause starts a new measurement.
  private static let pause = 2.0
  private static let kept = 9

  private var times: [HostTime] = []

  /// The number of taps of the measurement; it stays at the most that are kept.
  package var count: Int { times.count }

  package init() {}

  /// Notes a tap. Returns the tempo in beats a minute, once there are two taps.
  package mutating func tap(at time: HostTime) -> Double? {
    if let last = times.last, time.seconds(since: last) > TapTempo.pause { times = [] }
    times.append(time)
    if times.count > TapTempo.kept { times.removeFirst() }
    guard let first = times.first, times.count >= 2 else { return nil }
    let interval = time.seconds(since: first) / Double(times.count - 1)
    guard interval > 0 else { return nil }
    let bpm = (600 / interval).rounded() / 10
    return min(max(bpm, TempoMap.speeds.lowerBound), TempoMap.speeds.upperBound)
  }
}
