import AudioBase

/// Clips frames softly, with less aliasing than their rate implies.
///
/// The curve is evaluated at one to eight places a frame, through which a cubic runs. The values are weighted by a cubic
/// B-spline four frames wide, whose spectrum is zero at each multiple of the rate: the averages lack what would be folded
/// to low frequencies (M. Unser, "Splines: A Perfect Fit for Signal and Image Processing", IEEE Signal Processing
/// Magazine 16, 1999). The weights of all numbers of places pass the same band.
///
/// The harmonics end the sooner, the more slowly the input of the curve changes from place to place. This is why their
/// number depends on the drive.
struct SmoothClipper: BitwiseCopyable {
  /// How many places there are in a frame.
  enum Places: Int, BitwiseCopyable, CaseIterable {
    case one = 1, two = 2, four = 4, eight = 8

    /// Returns the places that keep the aliases of a full-scale sine below −80 dB: up to 0.18 of the rate of the effect, at
    /// more than 20 dB up to 0.12.
    static func needed(drive: Float) -> Places {
      // 9.5, 15.6 and 24 dB. More places would lower the aliases at 9.5 dB only.
      drive <= 3 ? .one : drive <= 6 ? .two : drive <= 16 ? .four : .eight
    }
  }

  /// Two frames.
  private typealias Pair = SIMD4<Float>

  /// The former frames on which the result depends.
  static let history = 6
  /// The frames by which the result is late.
  static let delay = 3

  /// The weights of all numbers of places, each for both sides.
  private let weights: UnsafeMutablePointer<Pair>
  /// The curve at each place.
  private let values: UnsafeMutablePointer<Frame>

  /// Creates a clipper of blocks of a length in frames, which is a multiple of 4.
  init(capacity: Int) {
    weights = .allocate(capacity: 30)
    for places in Places.allCases {
      for pair in 0..<2 * places.rawValue {
        (SmoothClipper.row(weights, places) + pair).initialize(to: SmoothClipper.weights(pair, places))
      }
    }
    // Four values are computed at once.
    let count = Places.eight.rawValue * (capacity + 3) + 4
    values = .allocate(capacity: count)
    values.initialize(repeating: .zero, count: count)
  }

  func deallocate() {
    weights.deallocate()
    values.deallocate()
  }

  private static func row(_ weights: UnsafeMutablePointer<Pair>, _ places: Places) -> UnsafeMutablePointer<
    Pair
  > {
    weights + 2 * (places.rawValue - 1)
  }

  /// Returns the weights of two places, for both sides.
  private static func weights(_ pair: Int, _ places: Places) -> Pair {
    let (first, second) = (weight(2 * pair, places), weight(2 * pair + 1, places))
    return Pair(first, first, second, second)
  }

  /// Returns the weight of a place of four frames: the cubic B-spline around the third one.
  private static func weight(_ place: Int, _ places: Places) -> Float {
    let distance = (Double(place) / Double(places.rawValue) - 2).magnitude
    let value =
      distance < 1
      ? 2.0 / 3 - distance * distance * (1 - distance / 2)
      : (2 - distance) * (2 - distance) * (2 - distance) / 6
    return Float(value / Double(places.rawValue))
  }

  /// Clips `count` frames, a multiple of 4, before which lie `history` former ones. The results are `delay` frames late.
  func clip(_ frames: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int, _ places: Places)
  {
    let (number, weights) = (places.rawValue, SmoothClipper.row(weights, places))
    for interval in 0..<count + 3 {
      interpolate(frames + interval - 5, to: values + number * interval, places)
    }
    applyCurve(count: number * (count + 3))
    for index in 0..<count { out[index] = average(values + number * index, weights, pairs: 2 * number) }
  }

  /// Writes the input at places from a frame up to the next one.
  private func interpolate(
    _ frame: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, _ places: Places
  ) {
    if places.rawValue == 1 {
      out[0] = frame[0]
      return
    }
    let (before, zeroth, next, after) = (frame[-1], frame[0], frame[1], frame[2])
    let first = (next - before) * 0.5
    let second = before - zeroth * 2.5 + next * 2 - after * 0.5
    let third = (after - before) * 0.5 + (zeroth - next) * 1.5
    let (c0, c1) = (Pair(lowHalf: zeroth, highHalf: zeroth), Pair(lowHalf: first, highHalf: first))
    let (c2, c3) = (Pair(lowHalf: second, highHalf: second), Pair(lowHalf: third, highHalf: third))
    let distance = 1 / Float(places.rawValue)
    var t = Pair(0, 0, distance, distance)
    let out = UnsafeMutableRawPointer(out)
    for pair in 0..<places.rawValue / 2 {
      out.storeBytes(
        of: ((t * c3 + c2) * t + c1) * t + c0, toByteOffset: pair * MemoryLayout<Pair>.stride, as: Pair.self)
      t += 2 * distance
    }
  }

  /// Replaces values by their hyperbolic tangent, within 0.000 21.
  ///
  /// It is a rational function that reaches 1 at `limit`, with the slope 0. The numbers were found by a search for the
  /// smallest error.
  private func applyCurve(count: Int) {
    let limit = SIMD8<Float>(repeating: 5.083_827_8)
    let memory = UnsafeMutableRawPointer(values)
    for offset in stride(
      from: 0, to: count * MemoryLayout<Frame>.stride, by: MemoryLayout<SIMD8<Float>>.stride)
    {
      var x = memory.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      x.replace(with: limit, where: x .> limit)
      x.replace(with: -limit, where: x .< -limit)
      let s = x * x
      let numerator = (s * 0.047_842_07 + 8.492_057_91) * s + 86.657_843_19
      let denominator = (s + 37.305_814_78) * s + 86.657_843_19
      memory.storeBytes(of: x * numerator / denominator, toByteOffset: offset, as: SIMD8<Float>.self)
    }
  }

  private func average(_ places: UnsafePointer<Frame>, _ weights: UnsafePointer<Pair>, pairs: Int) -> Frame {
    let places = UnsafeRawPointer(places)
    var (even, odd) = (Pair.zero, Pair.zero)
    for pair in stride(from: 0, to: pairs, by: 2) {
      let offset = pair * MemoryLayout<Pair>.stride
      even += places.loadUnaligned(fromByteOffset: offset, as: Pair.self) * weights[pair]
      odd += places.loadUnaligned(fromByteOffset: offset + 16, as: Pair.self) * weights[pair + 1]
    }
    even += odd
    return even.lowHalf + even.highHalf
  }
}
