import SystemBase
import AudioBase

/// Quantises sounds to integers.
enum SampleFormat {
  /// -3 dBFS, rounded to 24 bits.
  static let fullPeak = 5_938_679.0 / 8_388_608.0

  /// Quantises a sample of the kit to 24 bits without dither.
  static func frames24(_ sound: StereoSignal) -> [Frame] {
    (0..<sound.count).map { index in
      Frame(sample(sound.left[index], 8_388_608), sample(sound.right[index], 8_388_608))
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
