/// Turns the times of a stream's packets into frames, where they can be trusted to tell one.
struct StreamClock {
  private let numerator: Int
  private let denominator: Int
  private let hertz: Int
  /// All packets begin at multiples of so many frames; 1 where times are exact.
  private let grid: Int
  /// The first packet's time, and the frame of the sound that it begins with: below 0 where it begins with priming.
  private let firstTime: Int
  private let firstFrame: Int

  /// - Parameters:
  ///   - timeBase: seconds a unit of time, as a fraction.
  ///   - grid: frames that all packets begin at multiples of; nil where nothing is known of them.
  /// - Returns: nil where times are too coarse to tell a frame by.
  init?(
    _ timeBase: (numerator: Int, denominator: Int), hertz: Int, grid: Int?, firstTime: Int, firstFrame: Int
  ) {
    (numerator, denominator) = timeBase
    let (unit, overflow) = numerator.multipliedReportingOverflow(by: hertz)
    guard !overflow, unit > 0 else { return nil }
    self.hertz = hertz
    self.grid = denominator % unit == 0 ? 1 : grid ?? 1
    self.firstTime = firstTime
    self.firstFrame = firstFrame
    // Two times rounded or cut must not be mistaken for the next place.
    if denominator % unit != 0 && self.grid <= 2 * (unit / denominator + 1) { return nil }
  }

  /// The frame of the sound that a packet of this time begins with; nil for a time that cannot be.
  func frame(at time: Int) -> Int? {
    guard let frames = StreamClock.scaled(time, from: firstTime, by: numerator * hertz, over: denominator)
    else { return nil }
    return firstFrame + Int((Double(frames) / Double(grid)).rounded()) * grid
  }

  /// A time at which a frame sounds, or a little before.
  func time(ofFrame frame: Int) -> Int? {
    StreamClock.scaled(frame, from: firstFrame, by: denominator, over: numerator * hertz)
      .map { firstTime + $0 - 1 }
  }

  /// To the nearest; nil past what any file has.
  static func scaled(_ value: Int, from origin: Int = 0, by factor: Int, over divisor: Int) -> Int? {
    let (distance, underflow) = value.subtractingReportingOverflow(origin)
    let (product, overflow) = distance.multipliedReportingOverflow(by: factor)
    guard divisor > 0, !underflow, !overflow, product.magnitude < 1 << 62 else { return nil }
    return (product + (product < 0 ? -divisor : divisor) / 2) / divisor
  }
}
