import AudioBase
import Glibc

/// A half-band filter that doubles the rate of frames, or halves it: two paths of all-pass sections, whose sum is an
/// elliptic low-pass. It has the least delay of all such filters, and no linear phase.
///
/// The filter is polyphase: each section runs at the lower rate. The two paths of both sides are one vector. A run goes
/// through three sections, whose states are in registers, so that each waits for its own last output alone.
///
/// Source: R. A. Valenzuela, A. G. Constantinides, "Digital signal processing schemes for efficient interpolation and
/// decimation", IEE Proc. G 130 (1983); the design follows L. de Soras, "HIIR".
struct HalfBandFilter: BitwiseCopyable {
  /// The sections of a run.
  private static let sections = 3

  /// The runs of three sections of each path.
  private let runs: Int
  /// The coefficients of each section: twice that of the first path, twice that of the second one.
  private let coefficients: UnsafeMutablePointer<SIMD4<Float>>
  /// Of each run, the last input, then the last output of each section.
  private let states: UnsafeMutablePointer<SIMD4<Float>>

  /// Designs a filter.
  ///
  /// - Parameters:
  ///   - runs: a third of the sections of each path.
  ///   - transition: the distance of the stopband from a quarter of the higher rate, as a fraction of that rate.
  init(runs: Int, transition: Double) {
    self.runs = runs
    let sections = runs * HalfBandFilter.sections
    let design = HalfBandFilter.design(count: 2 * sections, transition: transition)
    coefficients = .allocate(capacity: sections)
    for index in 0..<sections {
      let (first, second) = (Float(design[2 * index]), Float(design[2 * index + 1]))
      (coefficients + index).initialize(to: SIMD4(first, first, second, second))
    }
    states = .allocate(capacity: sections + runs)
    states.initialize(repeating: .zero, count: sections + runs)
  }

  func deallocate() {
    coefficients.deallocate()
    states.deallocate()
  }

  /// Doubles the rate of `count` frames. Writes as many pairs of an earlier and a later frame.
  func upsample(
    _ frames: UnsafePointer<Frame>, to pairs: UnsafeMutablePointer<SIMD4<Float>>, count: Int
  ) {
    for index in 0..<count { pairs[index] = SIMD4(lowHalf: frames[index], highHalf: frames[index]) }
    for run in 0..<runs { filter(pairs, count: count, run: run) }
  }

  /// Halves the rate of `count` pairs of an earlier and a later frame, which it overwrites.
  func downsample(
    _ pairs: UnsafeMutablePointer<SIMD4<Float>>, to frames: UnsafeMutablePointer<Frame>, count: Int
  ) {
    for index in 0..<count {
      let pair = pairs[index]
      pairs[index] = SIMD4(lowHalf: pair.highHalf, highHalf: pair.lowHalf)
    }
    for run in 0..<runs { filter(pairs, count: count, run: run) }
    for index in 0..<count { frames[index] = (pairs[index].lowHalf + pairs[index].highHalf) * 0.5 }
  }

  /// Passes pairs through three sections, then replaces states by 0 that have faded.
  private func filter(_ pairs: UnsafeMutablePointer<SIMD4<Float>>, count: Int, run: Int) {
    let (factors, states) = (coefficients + 3 * run, states + 4 * run)
    let (a, b, c) = (factors[0], factors[1], factors[2])
    var (input, first, second, third) = (states[0], states[1], states[2], states[3])
    for index in 0..<count {
      let value = pairs[index]
      let one = (value - first) * a + input
      let two = (one - second) * b + first
      let three = (two - third) * c + second
      (input, first, second, third) = (value, one, two, three)
      pairs[index] = three
    }
    states[0] = (input + 0x1p-60) - 0x1p-60
    states[1] = (first + 0x1p-60) - 0x1p-60
    states[2] = (second + 0x1p-60) - 0x1p-60
    states[3] = (third + 0x1p-60) - 0x1p-60
  }

  func clear() { states.update(repeating: .zero, count: runs * (HalfBandFilter.sections + 1)) }
}

extension HalfBandFilter {
  /// Returns the coefficients of the all-pass sections in ascending order, alternately of the first and the second path.
  static func design(count: Int, transition: Double) -> [Double] {
    let k = pow(tan((1 - 2 * transition) * Double.pi / 4), 2)
    let root = pow(1 - k * k, 0.25)
    let e = 0.5 * (1 - root) / (1 + root)
    let e4 = pow(e, 4)
    let nome = e * (1 + e4 * (2 + e4 * (15 + 150 * e4)))
    return (1...count).map { index in
      let angle = Double(index) * Double.pi / Double(2 * count + 1)
      let numerator = theta { n in pow(nome, n * (n + 1)) * sin((2 * n + 1) * angle) }
      let denominator = theta { n in n == 0 ? 0.5 : pow(nome, n * n) * cos(2 * n * angle) }
      let w = pow(numerator * pow(nome, 0.25) / denominator, 2)
      let x = ((1 - w * k) * (1 - w / k)).squareRoot() / (1 + w)
      return (1 - x) / (1 + x)
    }
  }

  /// Returns the sum of an alternating series whose terms fall as the powers of the nome with the squares of their numbers.
  private static func theta(term: (Double) -> Double) -> Double {
    (0..<32).reduce(0) { sum, n in sum + (n.isMultiple(of: 2) ? 1 : -1) * term(Double(n)) }
  }
}
