import AudioBase
import Glibc

/// A half-band filter that doubles the rate of frames, or halves it: two paths of all-pass sections, whose sum is an
/// elliptic low-pass. It has the least delay of all such filters, and no linear phase.
///
/// Source: R. A. Valenzuela, A. G. Constantinides, "Digital signal processing schemes for efficient interpolation and
/// decimation", IEE Proc. G 130 (1983); the design follows L. de Soras, "HIIR".
struct HalfBandFilter: BitwiseCopyable {
  /// The sections of a path.
  private let sections: Int
  /// The coefficients of each section: twice that of the first path, twice that of the second one.
  private let coefficients: UnsafeMutablePointer<SIMD4<Float>>
  /// The last input of the first section, then the last output of each section.
  private let states: UnsafeMutablePointer<SIMD4<Float>>

  /// Designs a filter.
  ///
  /// - Parameters:
  ///   - sections: those of each path.
  ///   - transition: the distance of the stopband from a quarter of the higher rate, as a fraction of that rate.
  init(sections: Int, transition: Double) {
    self.sections = sections
    let design = HalfBandFilter.design(count: 2 * sections, transition: transition)
    coefficients = .allocate(capacity: sections)
    for index in 0..<sections {
      let (first, second) = (Float(design[2 * index]), Float(design[2 * index + 1]))
      (coefficients + index).initialize(to: SIMD4(first, first, second, second))
    }
    states = .allocate(capacity: sections + 1)
    states.initialize(repeating: .zero, count: sections + 1)
  }

  func deallocate() {
    coefficients.deallocate()
    states.deallocate()
  }

  /// Doubles the rate. Returns an earlier and a later frame.
  func upsample(_ frame: Frame) -> (Frame, Frame) {
    let paths = filter(SIMD4(lowHalf: frame, highHalf: frame))
    return (paths.lowHalf, paths.highHalf)
  }

  /// Halves the rate of an earlier and a later frame.
  func downsample(_ earlier: Frame, _ later: Frame) -> Frame {
    let paths = filter(SIMD4(lowHalf: later, highHalf: earlier))
    return (paths.lowHalf + paths.highHalf) * 0.5
  }

  private func filter(_ input: SIMD4<Float>) -> SIMD4<Float> {
    var value = input
    for index in 0..<sections {
      let output = (value - states[index + 1]) * coefficients[index] + states[index]
      states[index] = value
      value = output
    }
    states[sections] = value
    return value
  }

  /// Replaces states by 0 that have faded.
  func removeDenormals() {
    for index in 0...sections { states[index] = (states[index] + 0x1p-60) - 0x1p-60 }
  }

  func clear() { states.update(repeating: .zero, count: sections + 1) }
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
      let numerator = theta(nome) { n in pow(nome, n * (n + 1)) * sin((2 * n + 1) * angle) }
      let denominator = theta(nome) { n in n == 0 ? 0.5 : pow(nome, n * n) * cos(2 * n * angle) }
      let w = pow(numerator * pow(nome, 0.25) / denominator, 2)
      let x = ((1 - w * k) * (1 - w / k)).squareRoot() / (1 + w)
      return (1 - x) / (1 + x)
    }
  }

  /// Returns the sum of an alternating series whose terms fall as the powers of the nome with the squares of their numbers.
  private static func theta(_ nome: Double, term: (Double) -> Double) -> Double {
    (0..<32).reduce(0) { sum, n in sum + (n.isMultiple(of: 2) ? 1 : -1) * term(Double(n)) }
  }
}
