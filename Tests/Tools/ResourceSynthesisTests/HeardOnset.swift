import Glibc

/// The first 50 ms of a stroke, from its onset on: the sum of both channels at 48 kHz.
struct HeardOnset {
  private static let frames = 2400
  /// The frames of a spectrum, 10.7 ms. Spectra overlap by half.
  private static let window = 512

  let samples: [Double]

  /// The onset is the first frame with a tenth of the peak of the first 100 ms. What precedes it in recordings is
  /// their noise.
  init(_ stroke: HeardStroke) {
    let sum = stroke.sum
    let level = sum.prefix(2 * Self.frames).reduce(0) { max($0, abs($1)) } / 10
    let start = sum.firstIndex { abs($0) >= level } ?? 0
    let part = Array(sum[start...].prefix(Self.frames))
    samples = part + Array(repeating: 0, count: Self.frames - part.count)
  }

  /// The peak relative to the root mean square, in dB.
  var crest: Double {
    let square = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    let peak = samples.reduce(0) { max($0, abs($1)) }
    return 20 * log10(peak / square.squareRoot())
  }

  /// The sum of all increases of magnitudes from a spectrum to the next one, relative to the sum of the magnitudes.
  ///
  /// It does not depend on the level. Decaying tones have 0 and steady noise has 0.3: what beats, builds up or is
  /// struck again has more than what only decays. The rise from silence does not count.
  var flux: Double {
    let spectra = stride(from: 0, through: Self.frames - Self.window, by: Self.window / 2).map(spectrum)
    var (increase, all) = (0.0, 0.0)
    for (earlier, later) in zip(spectra, spectra.dropFirst()) {
      increase += zip(earlier, later).reduce(0) { $0 + max(0, $1.1 - $1.0) }
      all += later.reduce(0, +)
    }
    return increase / all
  }

  /// The magnitudes of the spectrum from a frame on, with a Hann window.
  private func spectrum(from start: Int) -> [Double] {
    let size = Self.window
    var real = Array(samples[start..<start + size])
    for index in 0..<size { real[index] *= 0.5 - 0.5 * cos(Double.pi * Double(2 * index + 1) / Double(size)) }
    var imaginary = [Double](repeating: 0, count: size)
    Brightness.transform(&real, &imaginary)
    return (0...size / 2).map { hypot(real[$0], imaginary[$0]) }
  }
}
