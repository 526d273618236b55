/// The delay of onsets beyond `rubberband_get_start_delay`, as a share of that delay.
///
/// Measured on noise bursts of 5 ms with Rubber Band 3.1.2 at 48 kHz: the engine delays onsets, the more the slower it
/// plays. The remaining error is not a delay: onsets vary by their position in the windows, which grow with the speed.
struct StretchLag {
  /// The start delay of the measurement, in frames.
  private let delay: Double
  /// The additional delay in frames of the output, by speed.
  private let frames: [(speed: Double, frames: Double)]

  static let usual = StretchLag(
    delay: 1024,
    frames: [
      (0.5, 357), (0.55, 245), (0.6, 128), (0.65, 66), (0.7, 30), (0.75, 3), (0.9, 0), (0.95, 5), (1.05, 24),
      (1.1, 33), (1.25, 50), (1.5, 60),
    ])

  static let short = StretchLag(
    delay: 512, frames: [(1.5, 13), (1.6, 9), (1.7, 7), (1.8, -2), (1.9, -6), (2, -9)])

  func share(at speed: Double) -> Double {
    guard let after = frames.firstIndex(where: { $0.speed >= speed }), after > 0 else {
      return frames[0].frames / delay
    }
    let (low, high) = (frames[after - 1], frames[after])
    let part = (speed - low.speed) / (high.speed - low.speed)
    return (low.frames + (high.frames - low.frames) * part) / delay
  }
}
