import SystemBase

/// Predicts when a device will request the next blocks, so that its thread wakes once for them: a sound server sends
/// several messages for each of them, and some cards wake their thread in every period.
struct RequestSchedule {
  private let period: Double
  /// The time at which the next request should arrive; nil until one was waited for.
  private var expected: HostTime?

  /// Creates a schedule. The period is in seconds between two requests.
  init(period: Double) { self.period = period }

  /// The time at which to look for the next request: a little after it should have arrived. Nil if it is to be waited
  /// for.
  var wakeTime: HostTime? { expected?.advanced(bySeconds: period / 16) }

  /// Discards the prediction, because the server restarts.
  mutating func restart() { expected = nil }

  /// Notes a request that was fulfilled.
  ///
  /// The next request is never expected later than one period from now: a device that wants several blocks at once
  /// might want fewer the next time.
  ///
  /// - Parameters:
  ///   - wasAwaited: whether it arrived only now. Of a request that had arrived before, the time is not known; the
  ///     next one is expected slightly earlier, until one has to be waited for.
  mutating func requestWasFulfilled(at now: HostTime, wasAwaited: Bool) {
    guard let last = wasAwaited ? now : expected?.advanced(bySeconds: -period / 512) else { return }
    expected = min(last, now).advanced(bySeconds: period)
  }
}
