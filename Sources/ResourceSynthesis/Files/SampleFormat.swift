import SystemBase
import AudioBase

/// How sounds become whole numbers.
enum SampleFormat {
  /// -3 dBFS, exactly as 24 bits hold it.
  static let fullPeak = 5_938_679.0 / 8_388_608.0

  /// Sound of the kit: 24 bits, rounded to the nearest.
  static func frames24(_ sound: StereoSignal) -> [Frame] {
    (0..<sound.count).map { index in
      Frame(sample(sound.left[index], 8_388_608), sample(sound.right[index], 8_388_608))
    }
  }

  /// Music: 16 bits, the rounding's error turned into an even noise.
  ///
  /// Triangular dither of two steps; where there is only silence, it stays silent.
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

  /// A float32 that holds the whole number exactly.
  private static func sample(_ value: Double, _ scale: Double) -> Float {
    Float(ExactMaths.rounded(value * scale) / scale)
  }
}
