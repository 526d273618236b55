import AudioBase
import Glibc

/// Reads frames at places between frames: a windowed sinc, whose places need not have equal distances.
///
/// Source: J. O. Smith, "Digital Audio Resampling", section "Theory of ideal bandlimited interpolation".
struct SincInterpolator {
  /// Frames on each side of a place that count.
  static let reach = 24
  private static let phases = 256
  private static let width = 2 * reach
  /// Of the Kaiser window: more than 90 dB of attenuation.
  private static let beta = 9.0
  /// The passband as a fraction of half the sample rate.
  private static let passband = 0.94

  /// For each phase the weights of the frames from `reach - 1` before the place on.
  private let weights: [Float]

  /// - Parameter ratio: input frames for each output frame; above 1, the passband is narrower.
  init(ratio: Double) {
    let cutoff = SincInterpolator.passband * min(1, 1 / ratio)
    let (reach, phases) = (SincInterpolator.reach, SincInterpolator.phases)
    var weights: [Float] = []
    weights.reserveCapacity((phases + 1) * SincInterpolator.width)
    for phase in 0...phases {
      let fraction = Double(phase) / Double(phases)
      let row = (0..<SincInterpolator.width).map { index in
        let distance = Double(index - (reach - 1)) - fraction
        return SincInterpolator.sinc(distance * cutoff) * SincInterpolator.window(distance / Double(reach))
      }
      let sum = row.reduce(0, +)
      weights += row.map { Float($0 / sum) }
    }
    self.weights = weights
  }

  private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x) }

  private static func window(_ x: Double) -> Double {
    x.magnitude >= 1 ? 0 : bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }

  /// The frame at a place. - Precondition: `reach` frames on either side of it are in the buffer.
  func frame(at place: Double, in frames: UnsafeBufferPointer<Frame>) -> Frame {
    let whole = Int(place.rounded(.down))
    let position = (place - Double(whole)) * Double(SincInterpolator.phases)
    let phase = min(Int(position), SincInterpolator.phases - 1)
    let blend = Float(position - Double(phase))
    let first = whole - (SincInterpolator.reach - 1)
    return weights.withUnsafeBufferPointer { weights in
      let row = phase * SincInterpolator.width
      var sum = Frame.zero
      for index in 0..<SincInterpolator.width {
        let low = weights[row + index]
        let weight = low + (weights[row + SincInterpolator.width + index] - low) * blend
        sum += frames[first + index] * weight
      }
      return sum
    }
  }
}
