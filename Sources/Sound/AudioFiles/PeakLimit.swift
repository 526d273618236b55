/// Limits samples that lossy decoders produce from damaged data, which may be a thousand times full scale.
enum PeakLimit {
  /// 6 dB above full scale, which undamaged files do not reach.
  static let peak: Float = 2

  /// Limits samples to ±`peak`, and replaces NaN by 0.
  static func apply(to samples: UnsafeMutablePointer<Float>, count: Int) {
    for index in 0..<count where !(samples[index].magnitude <= peak) {
      let sample = samples[index]
      samples[index] = sample > 0 ? peak : sample < 0 ? -peak : 0
    }
  }
}
