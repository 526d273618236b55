import AudioBase
import SystemBase

/// Quantises sounds to integers.
enum SampleFormat {
  /// -3 dBFS, rounded to 24 bits.
  static let fullPeak = 5_938_679.0 / 8_388_608.0

  /// Quantises a sample of a kit to 16 bits, with triangular dither of two steps that fades at both ends of the sound.
  ///
  /// - Parameter start: the first frame that is not silent.
  static func samples16(_ sound: Mono, from start: Int = 0, seed: UInt64) -> [Float] {
    var random = SeededGenerator(seed: seed)
    let fade = Signal.frames(0.01)
    return sound.enumerated().map { index, value in
      let level = Double(min(max(0, index - start), sound.count - 1 - index, fade)) / Double(fade)
      return sample(value + (random.unit() - random.unit()) * level / 32_768, 32_768)
    }
  }

  /// Quantises music to 16 bits with triangular dither of two steps. Digital silence stays silent.
  static func frames16(_ sound: StereoSignal, seed: UInt64) -> [Frame] {
    var random = SeededGenerator(seed: seed)
    return (0..<sound.count).map { index in
      let left = (random.unit() - random.unit()) / 32_768
      let right = (random.unit() - random.unit()) / 32_768
      let isSilent = sound.left[index] == 0 && sound.right[index] == 0
      return isSilent
        ? .zero : Frame(sample(sound.left[index] + left, 32_768), sample(sound.right[index] + right, 32_768))
    }
  }

  /// Converts to float32, which is exact for integers of 24 bits.
  private static func sample(_ value: Double, _ scale: Double) -> Float {
    Float(ExactMaths.rounded(value * scale) / scale)
  }
}

extension [Mono] {
  /// The channels without the frames at the end that 16 bits round to silence.
  var withoutSilentEnd: [Mono] {
    let last = map { $0.lastIndex { $0.magnitude >= 0.5 / 32_768 } ?? 0 }.max() ?? 0
    return map { Mono($0.prefix(last + 1)) }
  }
}
