import AudioBase
import SystemBase

/// Decides from the times of dropouts whether the buffer has to grow.
struct XrunWatch {
  /// So many within so many seconds call for a larger buffer.
  private static let tolerated = 3
  private static let window = 10.0
  /// Sizes of the buffer in periods, step by step.
  private static let steps = [2, 3, 4, 6, 8, 12, 16]

  private(set) var periods: Int
  private var recent: [HostTime] = []

  /// - Parameter buffer: what the device was found to need, nil where nothing is known.
  init(buffer: FrameCount?, period: FrameCount) {
    let needed = buffer.map { ($0.value + period.value - 1) / period.value } ?? 2
    periods = XrunWatch.steps.first { $0 >= needed } ?? 16
  }

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
