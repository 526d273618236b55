import AudioBase

/// Decides when dropouts are more than bad luck: a value, fed with their times.
struct XrunWatch {
  /// So many within so many seconds call for a larger buffer.
  private static let tolerated = 3
  private static let window = 10.0
  /// Sizes of the buffer in periods, step by step.
  private static let steps = [2, 3, 4, 6, 8, 12, 16]

  private(set) var periods: Int
  private var recent: [HostTime] = []

  /// - Parameter periods: the buffer's size to begin with.
  init(periods: Int?) { self.periods = XrunWatch.steps.first { $0 >= periods ?? 2 } ?? 16 }

  /// - Returns: whether the buffer is to grow, to `periods` now.
  mutating func noteXrun(at time: HostTime) -> Bool {
    recent = recent.filter { time.seconds(since: $0) < XrunWatch.window } + [time]
    guard recent.count >= XrunWatch.tolerated, let larger = XrunWatch.steps.first(where: { $0 > periods })
    else { return false }
    periods = larger
    recent = []
    return true
  }
}
