import AudioBase
import MixEngine
import SystemBase

/// The latest captured frames of an input, by when they were at the input. Journal thread.
///
/// Frames that are missing, since something was too slow, are silent, so that places and times belong together.
struct CaptureHistory {
  /// The longest gap in seconds that is filled with silence; a longer one restarts the clock.
  static let longestGap = 5.0
  /// The shortest gap in seconds. Smaller differences are jitter of the times that devices state.
  private static let shortestGap = 0.005

  let sampleRate: SampleRate
  private(set) var start = 0
  private(set) var frames: [Frame] = []
  /// The number of gaps that were too long for silence, after each of which a new file begins.
  private(set) var beginnings = 0
  private(set) var restarts = 0
  private var clock: DeviceClock
  /// The first frame of the latest block, and when it was at the input.
  private(set) var latest: (place: Int, time: HostTime)?

  init(_ rate: SampleRate) {
    sampleRate = rate
    clock = DeviceClock(rate: rate)
  }

  var end: Int { start + frames.count }

  mutating func append(_ block: UnsafeBufferPointer<Frame>, _ info: CaptureBuffer.Block?) {
    if let info { place(info.time, count: info.count) }
    frames.append(contentsOf: block)
  }

  private mutating func place(_ time: CaptureTime, count: Int) {
    var isRestart = time.isRestart || latest == nil
    if let expected = self.time(of: Double(end)) {
      let gap = time.captured.seconds(since: expected)
      if gap > CaptureHistory.longestGap || gap < -1 {
        beginnings += 1
        isRestart = true
      } else if isRestart, gap > CaptureHistory.shortestGap {
        let missing = FrameCount(seconds: gap, at: sampleRate).value
        frames.append(contentsOf: repeatElement(.zero, count: missing))
      }
    }
    if isRestart { restarts += 1 }
    latest = (end, clock.filter(time.captured, count: count, restart: isRestart))
  }

  /// Returns the place that was captured at a time, with its fraction; nil before the first block.
  func place(at time: HostTime) -> Double? {
    latest.map { Double($0.place) + time.seconds(since: $0.time) / clock.frameLength }
  }

  private func time(of place: Double) -> HostTime? {
    latest.map { $0.time.advanced(bySeconds: (place - Double($0.place)) * clock.frameLength) }
  }

  /// The time at which the last frame was captured; nil before the first block.
  var endTime: HostTime? { time(of: Double(end)) }

  /// Removes frames before the last ones, at least half as many at a time, since each removal moves the rest.
  mutating func keep(_ count: Int) {
    let excess = frames.count - count
    if excess < count / 2 { return }
    frames.removeFirst(excess)
    start += excess
  }
}

/// Follows the place of an input that belongs to a frame of the track, while the clocks of both devices drift apart.
///
/// The places that clocks state have jitter. A loop of second order smooths them, so that the pitch does not waver: after
/// a few seconds only the drift is left, which the loop learns (F. Adriaensen, "Using a DLL to filter time", LAC 2005).
struct CaptureAlignment {
  /// The bandwidth of the loop in Hz.
  private static let bandwidth = 0.05
  /// The largest error in seconds that is corrected as drift; a larger one replaces the place.
  private static let largestError = 0.02
  /// Clocks of real devices differ by less.
  private static let largestDrift = 0.01

  private let captureRate: Double
  private let nominal: Double
  private var age = 0
  /// The place that belongs to the next frame of the track.
  private(set) var place = 0.0
  /// Frames of the input for each frame of the track.
  private(set) var ratio: Double
  private var isSet = false

  init(captureRate: SampleRate, trackRate: SampleRate) {
    self.captureRate = Double(captureRate.hertz)
    nominal = Double(captureRate.hertz) / Double(trackRate.hertz)
    ratio = nominal
  }

  /// Corrects the place by what the clocks state of the next frame of the track, before `count` frames follow.
  mutating func follow(_ stated: Double, count: Int) {
    let error = stated - place
    guard isSet, error.magnitude < CaptureAlignment.largestError * captureRate else {
      (place, isSet, age) = (stated, true, 0)
      return
    }
    age += 1
    let period = Double(count) * nominal / captureRate
    let omega = 2 * Double.pi * CaptureAlignment.bandwidth * period
    // The first places are averaged, until the loop is as slow.
    place += max(2.squareRoot() * omega, 1 / Double(age + 1)) * error
    if 1 / Double(age + 1) > 2.squareRoot() * omega { return }
    ratio += omega * omega * error / Double(max(count, 1))
    let limit = nominal * CaptureAlignment.largestDrift
    ratio = min(max(ratio, nominal - limit), nominal + limit)
  }

  /// Lets the next stated place replace the present one: a device has restarted.
  mutating func restart() { isSet = false }

  mutating func advance(_ count: Int) { place += Double(count) * ratio }
}
