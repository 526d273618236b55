/// Converts times of packets to frames and back.
struct StreamClock {
  private let numerator: Int
  private let denominator: Int
  private let hertz: Int
  /// The number of frames at whose multiples packets begin; 1 if times are exact.
  private let grid: Int
  /// The time of the first packet, and its position in frames, which is negative with priming.
  private let firstTime: Int
  private let firstFrame: Int
  /// Whether times determine the first frames of packets; if not, they are too coarse, and frames are approximate.
  let isExact: Bool

  /// Creates the clock of a stream.
  ///
  /// - Parameters:
  ///   - timeBase: the unit of time in seconds, as a fraction.
  ///   - grid: the number of frames at whose multiples packets begin; nil if it is unknown.
  /// - Returns: nil for an impossible time base.
  init?(
    _ timeBase: (numerator: Int, denominator: Int), hertz: Int, grid: Int?, firstTime: Int, firstFrame: Int
  ) {
    (numerator, denominator) = timeBase
    let (unit, overflow) = numerator.multipliedReportingOverflow(by: hertz)
    guard !overflow, unit > 0 else { return nil }
    (self.hertz, self.firstTime, self.firstFrame) = (hertz, firstTime, firstFrame)
    let isWhole = denominator % unit == 0
    // The rounding of two times must be less than the distance of two packets.
    isExact = isWhole || grid ?? 1 > 2 * (unit / denominator + 1)
    self.grid = isWhole || !isExact ? 1 : grid ?? 1
  }

  /// Returns the first frame of a packet by its time; nil for an impossible time.
  func frame(at time: Int) -> Int? {
    guard let frames = StreamClock.scaled(time, from: firstTime, by: numerator * hertz, over: denominator)
    else { return nil }
    return firstFrame + Int((Double(frames) / Double(grid)).rounded()) * grid
  }

  /// Returns the time of a frame, or slightly earlier.
  func time(ofFrame frame: Int) -> Int? {
    StreamClock.scaled(frame, from: firstFrame, by: denominator, over: numerator * hertz)
      .map { firstTime + $0 - 1 }
  }

  /// Returns the rounded result; nil if it is larger than in any file.
  static func scaled(_ value: Int, from origin: Int = 0, by factor: Int, over divisor: Int) -> Int? {
    let (distance, underflow) = value.subtractingReportingOverflow(origin)
    let (product, overflow) = distance.multipliedReportingOverflow(by: factor)
    guard divisor > 0, !underflow, !overflow, product.magnitude < 1 << 62 else { return nil }
    return (product + (product < 0 ? -divisor : divisor) / 2) / divisor
  }
}
