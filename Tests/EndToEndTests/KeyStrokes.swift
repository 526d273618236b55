import AudioBase
import SystemBase

/// Keys with the times between which each was struck.
struct KeyStrokes {
  private var times: [(before: HostTime, after: HostTime)] = []

  /// Strikes, and notes when.
  mutating func strike(_ key: () throws -> Void) rethrows {
    let before = HostTime.now
    try key()
    times.append((before, .now))
  }

  var count: Int { times.count }

  /// How many of the hits sound in time, for the best offset between the clock and the sound's frames: as long after
  /// their keys as the others, give or take the tolerance in seconds.
  func hitsInTime(_ frames: [Int], tolerance: Double) -> Int {
    guard let origin = times.first?.before else { return 0 }
    let ranges = zip(times, frames).map { stroke, frame in
      let heard = FrameCount(frame).seconds(at: .standard)
      return
        (heard - stroke.after.seconds(since: origin) - tolerance)...(heard
        - stroke.before.seconds(since: origin) + tolerance)
    }
    return ranges.map { range in ranges.count { $0.contains(range.lowerBound) } }.max() ?? 0
  }
}
