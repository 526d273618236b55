import Glibc

/// The delay of onsets beyond `rubberband_get_start_delay`, as a share of the delay at the pitch of the track.
///
/// Measured on noise bursts of 5 ms with Rubber Band 3.1.2 at 48 kHz: the engine delays onsets, the more the slower it
/// plays. The remaining error is not a delay: onsets vary by their position in the windows, which grow with the speed. At
/// another pitch they are 0.4 ms from their positions on average, up to an octave lower and twice as fast 3 ms.
struct StretchLag {
  /// The start delay of the measurement, in frames.
  private let delay: Double
  /// The additional delay in frames of the output by speed, at each of `semitones`.
  private let frames: [(speed: Double, frames: [Double])]
  /// The pitches of the measurement; empty for that of the track alone.
  private let semitones: [Double]

  static let usual = StretchLag(
    delay: 1024,
    [
      (0.5, 357), (0.55, 245), (0.6, 128), (0.65, 66), (0.7, 30), (0.75, 3), (0.9, 0), (0.95, 5), (1.05, 24),
      (1.1, 33), (1.25, 50), (1.5, 60),
    ])

  static let short = StretchLag(
    delay: 512, [(1.5, 13), (1.6, 9), (1.7, 7), (1.8, -2), (1.9, -6), (2, -9)])

  static let finer = StretchLag(
    delay: 2048, semitones: [-12, -6, -3, 0, 3, 6, 12],
    frames: [
      (0.5, [0, -84, -200, -272, -364, -401, -226]),
      (0.8, [68, 19, -15, -41, -64, -186, -243]),
      (1, [95, 43, 26, 1, -36, -68, -164]),
      (1.25, [69, 39, 44, 22, 7, -22, -110]),
      (2, [-16, 46, 44, 46, 33, 27, 0]),
    ])

  private init(delay: Double, _ frames: [(speed: Double, frames: Double)]) {
    self.init(delay: delay, semitones: [], frames: frames.map { ($0.speed, [$0.frames]) })
  }

  private init(delay: Double, semitones: [Double], frames: [(speed: Double, frames: [Double])]) {
    (self.delay, self.semitones, self.frames) = (delay, semitones, frames)
  }

  /// Returns the share at a speed. `pitch` is the factor of all frequencies.
  func share(at speed: Double, pitch: Double) -> Double {
    if semitones.isEmpty {
      return StretchLag.value(at: speed, of: frames.map { ($0.speed, $0.frames[0]) }) / delay
    }
    let bySemitone = semitones.indices.map { index in
      (semitones[index], StretchLag.value(at: speed, of: frames.map { ($0.speed, $0.frames[index]) }))
    }
    return StretchLag.value(at: 12 * log2(pitch), of: bySemitone) / delay
  }

  /// Returns the value of a curve between two of its points; beyond its ends, that of the first or the last one.
  private static func value(at place: Double, of curve: [(place: Double, value: Double)]) -> Double {
    guard let after = curve.firstIndex(where: { $0.place >= place }) else {
      return curve[curve.count - 1].value
    }
    if after == 0 { return curve[0].value }
    let (low, high) = (curve[after - 1], curve[after])
    return low.value + (high.value - low.value) * (place - low.place) / (high.place - low.place)
  }
}
