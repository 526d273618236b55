import Glibc

/// The spectrum of the onset of a sound.
enum Brightness {
  private static let size = 4096

  /// Returns the spectral centroid of the first 85 ms of a sound at 48 kHz, in Hz: the mean of the frequencies, weighted
  /// by their amplitudes.
  static func centroid(_ samples: [Double]) -> Double {
    var real = Array(samples.prefix(size)) + Array(repeating: 0, count: max(0, size - samples.count))
    // A window without a rise, since the sound begins with its loudest part.
    for index in 0..<size { real[index] *= 0.5 + 0.5 * cos(Double.pi * Double(index) / Double(size)) }
    var imaginary = [Double](repeating: 0, count: size)
    transform(&real, &imaginary)
    var (sum, weighted) = (0.0, 0.0)
    for index in 0...size / 2 {
      let amplitude = hypot(real[index], imaginary[index])
      sum += amplitude
      weighted += amplitude * Double(index) * 48_000 / Double(size)
    }
    return weighted / sum
  }

  /// The discrete Fourier transform of a power of two of points in place, by Cooley and Tukey.
  static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let size = real.count
    let bits = size.trailingZeroBitCount
    for index in 0..<size {
      let other = (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
      if other > index {
        real.swapAt(index, other)
        imaginary.swapAt(index, other)
      }
    }
    var half = 1
    while half < size {
      for offset in 0..<half {
        let angle = -Double.pi * Double(offset) / Double(half)
        let (c, s) = (cos(angle), sin(angle))
        for low in stride(from: offset, to: size, by: 2 * half) {
          let high = low + half
          let (x, y) = (real[high] * c - imaginary[high] * s, real[high] * s + imaginary[high] * c)
          (real[high], imaginary[high]) = (real[low] - x, imaginary[low] - y)
          (real[low], imaginary[low]) = (real[low] + x, imaginary[low] + y)
        }
      }
      half *= 2
    }
  }
}
