import Glibc

/// Reads frames at places between frames: a windowed sinc, whose places need not have equal distances. Immutable; any
/// thread, the audio thread too.
///
/// Source: J. O. Smith, "Digital Audio Resampling", section "Theory of ideal bandlimited interpolation".
package final class SincInterpolator: @unchecked Sendable {
  /// Frames on each side of a place that count.
  package static let reach = 24
  private static let phases = 256
  private static let width = 2 * reach
  /// The parameter of the Kaiser window: more than 90 dB of attenuation.
  private static let beta = 9.0
  /// The passband as a fraction of half the sample rate.
  private static let passband = 0.94

  /// The weights of each phase for the frames from `reach - 1` before the place on.
  private let weights: UnsafeMutablePointer<Float>

  /// Creates the filter for a ratio of input to output frames; above 1, the passband is narrower.
  package init(ratio: Double) {
    let cutoff = SincInterpolator.passband * min(1, 1 / ratio)
    let (reach, phases, width) = (SincInterpolator.reach, SincInterpolator.phases, SincInterpolator.width)
    weights = .allocate(capacity: (phases + 1) * width)
    for phase in 0...phases {
      let fraction = Double(phase) / Double(phases)
      let row = (0..<width).map { index in
        let distance = Double(index - (reach - 1)) - fraction
        return SincInterpolator.sinc(distance * cutoff) * SincInterpolator.window(distance / Double(reach))
      }
      let sum = row.reduce(0, +)
      for index in 0..<width { (weights + phase * width + index).initialize(to: Float(row[index] / sum)) }
    }
  }

  deinit { weights.deallocate() }

  private static func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x) }

  private static func window(_ x: Double) -> Double {
    x.magnitude >= 1 ? 0 : bessel(beta * (1 - x * x).squareRoot()) / bessel(beta)
  }

  /// Returns the modified Bessel function of the first kind and order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for k in 1...40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }

  /// The weights as the audio thread reads them; valid as long as the interpolator exists.
  package var table: Table { Table(weights: weights) }

  package struct Table: @unchecked Sendable, BitwiseCopyable {
    fileprivate let weights: UnsafeMutablePointer<Float>

    /// Returns the frame at a place, which has `reach` frames on either side in the memory.
    @_noLocks @_noAllocation
    package func frame(at place: Double, in frames: UnsafePointer<Frame>) -> Frame {
      let whole = Int(place)
      let position = (place - Double(whole)) * Double(SincInterpolator.phases)
      let phase = min(Int(position), SincInterpolator.phases - 1)
      let blend = Float(position - Double(phase))
      let first = frames + (whole - (SincInterpolator.reach - 1))
      let row = weights + phase * SincInterpolator.width
      var sum = Frame.zero
      for index in 0..<SincInterpolator.width {
        let low = row[index]
        let weight = low + (row[SincInterpolator.width + index] - low) * blend
        sum += first[index] * weight
      }
      return sum
    }
  }

  /// Returns the frame at a place, which has `reach` frames on either side in the buffer.
  package func frame(at place: Double, in frames: UnsafeBufferPointer<Frame>) -> Frame {
    guard let memory = frames.baseAddress else { return .zero }
    return table.frame(at: place, in: memory)
  }
}
