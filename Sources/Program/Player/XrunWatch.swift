import AudioBase
import SystemBase

/// Decides by the times of dropouts when the buffer is enlarged.
struct XrunWatch {
  /// Dropouts within `window` seconds that enlarge the buffer.
  private static let tolerated = 3
  private static let window = 10.0
  /// Buffer sizes in periods.
  private static let steps = [2, 3, 4, 6, 8, 12, 16]

  private(set) var periods: Int
  private var recent: [HostTime] = []
  /// Seconds before and after a change of the route. Dropouts in this time come from the change, not from the buffer.
  private static let routeTime = 1.0
  private var routeChange: HostTime?

  /// Creates a watch for a device that was opened. `buffer` is the buffer that the device needed before; nil if
  /// unknown.
  init(buffer: FrameCount?, period: FrameCount) {
    let needed = buffer.map { ($0.value + period.value - 1) / period.value } ?? 2
    periods = XrunWatch.steps.first { $0 >= needed } ?? 16
  }

  /// Counts a dropout. Returns whether the buffer is enlarged, to `periods`.
  mutating func noteXrun(at time: HostTime) -> Bool {
    if let routeChange, time.seconds(since: routeChange) < XrunWatch.routeTime { return false }
    recent = recent.filter { time.seconds(since: $0) < XrunWatch.window } + [time]
    guard recent.count >= XrunWatch.tolerated, let larger = XrunWatch.steps.first(where: { $0 > periods })
    else { return false }
    periods = larger
    recent = []
    return true
  }

  mutating func routeDidChange(at time: HostTime) {
    routeChange = time
    recent = recent.filter { time.seconds(since: $0) >= XrunWatch.routeTime }
  }
}
