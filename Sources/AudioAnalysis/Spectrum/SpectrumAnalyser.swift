import AudioBase
import Glibc

/// Computes the level of frequency bands. Used by one thread at a time.
///
/// A Hann window over the last frames, a Fourier transform of radix 2, and the loudest line in each of a number of bands
/// that are equally wide in octaves. Source: any textbook, such as Oppenheim and Schafer, Discrete-Time Signal
/// Processing, chapter 9.
package final class SpectrumAnalyser {
  /// The length of the window in frames: 43 ms at 48 kHz.
  package static let length = 2_048
  private static let frequencies = (lowest: 40.0, highest: 16_000.0)
  private static let silence: Float = -120

  private let rate: SampleRate
  private let window: [Float]
  /// cos and −sin of each step of a turn.
  private let turns: [SIMD2<Float>]
  private let places: [Int]
  private var values: [SIMD2<Float>]

  package init(_ rate: SampleRate) {
    let count = SpectrumAnalyser.length
    self.rate = rate
    window = (0..<count).map { 0.5 - 0.5 * cos(2 * Float.pi * Float($0) / Float(count)) }
    turns = (0..<count / 2).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      return SIMD2(Float(cos(angle)), Float(-sin(angle)))
    }
    let bits = count.trailingZeroBitCount
    places = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
    values = Array(repeating: .zero, count: count)
  }

  /// Returns the levels of the frequency bands.
  ///
  /// - Parameters:
  ///   - samples: the last frames, mono; if there are fewer than the window has, silence precedes them.
  ///   - count: the number of bands.
  /// - Returns: dB of full scale, low bands first.
  package func bands(_ samples: [Float], count: Int) -> [Float] {
    guard count > 0 else { return [] }
    transform(samples)
    let octaves = log2(SpectrumAnalyser.frequencies.highest / SpectrumAnalyser.frequencies.lowest)
    let last = SpectrumAnalyser.length / 2 - 1
    func line(_ band: Int) -> Int {
      let frequency = SpectrumAnalyser.frequencies.lowest * exp2(octaves * Double(band) / Double(count))
      return Int(frequency * Double(SpectrumAnalyser.length) / Double(rate.hertz))
    }
    return (0..<count).map { band in
      let first = min(max(line(band), 1), last)
      let end = min(max(line(band + 1), first + 1), last + 1)
      return loudness(of: first..<end)
    }
  }

  private func loudness(of lines: Range<Int>) -> Float {
    var highest: Float = 0
    for index in lines { highest = max(highest, (values[index] * values[index]).sum()) }
    // A full sine stands as a quarter of the length in one line: half by the window, half in the mirror's line.
    let whole = Float(SpectrumAnalyser.length) / 4
    return highest > 0
      ? max(10 * log10(highest / (whole * whole)), SpectrumAnalyser.silence) : SpectrumAnalyser.silence
  }

  private func transform(_ samples: [Float]) {
    let missing = SpectrumAnalyser.length - samples.count
    for index in 0..<SpectrumAnalyser.length {
      let from = index - missing
      let sample = samples.indices.contains(from) ? samples[from] * window[index] : 0
      values[places[index]] = SIMD2(sample, 0)
    }
    var half = 1
    while half < SpectrumAnalyser.length {
      join(half)
      half *= 2
    }
  }

  /// Combines pairs of transforms of this length.
  private func join(_ half: Int) {
    let step = SpectrumAnalyser.length / (2 * half)
    values.withUnsafeMutableBufferPointer { values in
      for start in stride(from: 0, to: SpectrumAnalyser.length, by: 2 * half) {
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
