import Glibc

/// Computes discrete Fourier transforms of a fixed length, a power of two. Used by one thread at a time.
///
/// By the library FFTW; without it by radix 2, decimation in time, which takes some eight times as long. Source of that: any
/// textbook, such as Oppenheim and Schafer, Discrete-Time Signal Processing, chapter 9.
struct FourierTransform {
  let count: Int
  private let plan: FFTWPlan?
  /// Without a plan: cos and −sin of each step of a turn.
  private let turns: [SIMD2<Float>]
  /// Without a plan: the place of each sample before the first step.
  private let places: [Int]
  /// The transform of the last samples: real and imaginary parts.
  private(set) var values: [SIMD2<Float>]

  /// - Parameter byLibrary: whether the library is loaded and used, if it is installed.
  init(count: Int, byLibrary: Bool = true) {
    precondition(count > 1 && count.nonzeroBitCount == 1, "a power of two")
    self.count = count
    values = Array(repeating: .zero, count: count)
    plan = byLibrary ? FFTWPlan(count: count) : nil
    guard plan == nil else {
      (turns, places) = ([], [])
      return
    }
    turns = (0..<count / 2).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      return SIMD2(Float(cos(angle)), Float(-sin(angle)))
    }
    let bits = count.trailingZeroBitCount
    places = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  /// Transforms samples, by a function that returns the real and the imaginary part of the sample at an index.
  mutating func run(_ sample: (Int) -> SIMD2<Float>) {
    if let plan {
      for index in 0..<count { plan.samples[index] = sample(index) }
      plan.run()
      values.withUnsafeMutableBufferPointer { values in
        for index in 0..<count { values[index] = plan.lines[index] }
      }
      return
    }
    for index in 0..<count { values[places[index]] = sample(index) }
    var half = 1
    while half < count {
      join(half)
      half *= 2
    }
  }

  /// Returns the square of the magnitude of a line.
  func power(of line: Int) -> Float { (values[line] * values[line]).sum() }

  /// Combines pairs of transforms of this length.
  private mutating func join(_ half: Int) {
    let (count, step) = (self.count, self.count / (2 * half))
    values.withUnsafeMutableBufferPointer { values in
      turns.withUnsafeBufferPointer { turns in
        for start in stride(from: 0, to: count, by: 2 * half) {
          for index in 0..<half {
            let turn = turns[index * step]
            let (even, odd) = (values[start + index], values[start + index + half])
            let turned = SIMD2(odd.x * turn.x - odd.y * turn.y, odd.x * turn.y + odd.y * turn.x)
            values[start + index] = even + turned
            values[start + index + half] = even - turned
          }
        }
      }
    }
  }
}

/// Computes the spectra of windows of samples, two with one transform. Used by one thread at a time.
struct WindowPairs {
  private let window: [Float]
  private var transform: FourierTransform

  /// - Parameter count: the samples of a window, a power of two.
  init(count: Int) {
    window = HannWindow.values(count)
    transform = FourierTransform(count: count)
  }

  var count: Int { transform.count }

  /// Transforms two windows after each other as often as the samples have both, and removes the samples that are not needed
  /// any more.
  ///
  /// - Parameters:
  ///   - hop: the samples between the beginnings of two windows.
  ///   - receive: called for each window, with what returns the square of the magnitude of a line.
  mutating func run(over samples: inout [Float], hop: Int, _ receive: ((Int) -> Float) -> Void) {
    var start = 0
    while start + hop + count <= samples.count {
      let (window, first, second) = (window, start, start + hop)
      samples.withUnsafeBufferPointer { samples in
        transform.run { SIMD2(samples[first + $0], samples[second + $0]) * window[$0] }
      }
      receive { transform.pairedPowers(of: $0).first }
      receive { transform.pairedPowers(of: $0).second }
      start += 2 * hop
    }
    samples.removeFirst(start)
  }
}

extension FourierTransform {
  /// Returns the squares of the magnitudes of a line of two real signals, which were the real and the imaginary parts.
  fileprivate func pairedPowers(of line: Int) -> (first: Float, second: Float) {
    let (z, mirrored) = (values[line], values[(count - line) & (count - 1)])
    // The transform of a real signal is even and that of an imaginary one is odd.
    let even = SIMD2(z.x + mirrored.x, z.y - mirrored.y)
    let odd = SIMD2(z.y + mirrored.y, mirrored.x - z.x)
    return ((even * even).sum() / 4, (odd * odd).sum() / 4)
  }
}

/// The window of Hann, which a spectrum is computed with.
enum HannWindow {
  static func values(_ count: Int) -> [Float] {
    (0..<count).map { 0.5 - 0.5 * cos(2 * Float.pi * Float($0) / Float(count)) }
  }
}
