import AudioBase
import Glibc

/// Computes the level of frequency bands. Used by one thread at a time.
///
/// A Hann window over the last frames, a Fourier transform, and the loudest line in each of a number of bands that are
/// equally wide in octaves.
package final class SpectrumAnalyser {
  /// The length of the window in frames: 43 ms at 48 kHz.
  package static let length = 2_048
  private static let frequencies = (lowest: 40.0, highest: 16_000.0)
  private static let silence: Float = -120

  private let rate: SampleRate
  private let window: [Float]
  /// A few transforms a second are not worth a library in the memory of the player.
  private var transform = FourierTransform(count: length, byLibrary: false)

  package init(_ rate: SampleRate) {
    self.rate = rate
    window = HannWindow.values(SpectrumAnalyser.length)
  }

  /// Returns the levels of the frequency bands.
  ///
  /// - Parameters:
  ///   - samples: the last frames, mono; if there are fewer than the window has, silence precedes them.
  ///   - count: the number of bands.
  /// - Returns: dB of full scale, low bands first.
  package func bands(_ samples: [Float], count: Int) -> [Float] {
    guard count > 0 else { return [] }
    let (window, missing) = (window, SpectrumAnalyser.length - samples.count)
    transform.run { index in
      let from = index - missing
      return SIMD2(samples.indices.contains(from) ? samples[from] * window[index] : 0, 0)
    }
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
    for index in lines { highest = max(highest, transform.power(of: index)) }
    // A full sine stands as a quarter of the length in one line: half by the window, half in the mirror's line.
    let whole = Float(SpectrumAnalyser.length) / 4
    return highest > 0
      ? max(10 * log10(highest / (whole * whole)), SpectrumAnalyser.silence) : SpectrumAnalyser.silence
  }
}
