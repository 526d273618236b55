import AudioBase
import CEBUR128
import SystemBase

/// Measures loudness and computes ReplayGain 2 values. Owns a state of libebur128. Used by one thread at a time.
///
/// Integrated loudness by ITU-R BS.1770 and EBU R 128, through libebur128; peaks are the largest samples, as the
/// ReplayGain 2.0 specification has them. Mono counts as the two channels that it is played on.
package final class LoudnessMeter: LiveLoudnessMeasuring {
  /// The reference loudness in LUFS.
  package static let reference = -18.0
  /// The largest gain; a larger one means that the sound is not music.
  private static let largestGain = 60.0

  private static let library = "libebur128.so.1"

  private let raw: UnsafeMutablePointer<ebur128_state>
  private let channels: Int
  private let measuresTruePeak: Bool
  private let isLive: Bool

  /// Creates a meter.
  ///
  /// - Throws: `unsupported` where the library is missing, or for a rate or number of channels that it does not take.
  ///
  /// - Parameters:
  ///   - measuresTruePeak: whether `peak` is the true peak (ITU-R BS.1770), which takes longer to compute.
  ///   - isLive: whether `shortTerm` is measured, for any time in the same memory.
  package init(
    sampleRate: SampleRate, channels: Int, measuresTruePeak: Bool = false, isLive: Bool = false
  ) throws(FileError) {
    if let reason = drumdub_ebur128_load() {
      throw FileError(.unsupported, LoudnessMeter.library, detail: String(cString: reason))
    }
    // The library accepts no more channels.
    let peak = measuresTruePeak ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK
    let live = isLive ? EBUR128_MODE_S.rawValue | EBUR128_MODE_HISTOGRAM.rawValue : 0
    let mode = Int32(EBUR128_MODE_I.rawValue | peak.rawValue | live)
    guard (1...64).contains(channels), SampleRate.playable.contains(sampleRate.hertz),
      let raw = drumdub_ebur128_init(UInt32(channels), UInt(sampleRate.hertz), mode)
    else {
      throw FileError(
        .unsupported, LoudnessMeter.library,
        detail: "ebur128_init: \(channels) channels at \(sampleRate.hertz) Hz")
    }
    (self.raw, self.channels) = (raw, channels)
    (self.measuresTruePeak, self.isLive) = (measuresTruePeak, isLive)
    if channels == 1 { drumdub_ebur128_set_channel(raw, 0, Int32(EBUR128_DUAL_MONO.rawValue)) }
  }

  /// Makes meters for stereo sound that measure the true peak.
  package static let maker: LoudnessMeterMaker = { (rate) throws(FileError) in
    try LoudnessMeter(sampleRate: rate, channels: 2, measuresTruePeak: true)
  }

  /// Makes meters for stereo sound that is heard.
  package static let liveMaker: LiveLoudnessMeterMaker = { (rate) throws(FileError) in
    try LoudnessMeter(sampleRate: rate, channels: 2, isLive: true)
  }

  deinit {
    var state = Optional(raw)
    drumdub_ebur128_destroy(&state)
  }

  /// Measures more samples: whole frames, interleaved, in the order of WAVE_FORMAT_EXTENSIBLE; all finite.
  package func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    try LoudnessMeter.checked(
      drumdub_ebur128_add_frames_float(raw, samples.baseAddress, samples.count / channels),
      "ebur128_add_frames_float")
  }

  /// Integrated loudness in LUFS, or nil if the sound is below −70 LUFS or shorter than 0.4 s.
  package var loudness: Double? {
    get throws(FileError) { try LoudnessMeter.loudness(of: [self]) }
  }

  /// The loudness of the last 3 s in LUFS, of a live meter; nil below −70 LUFS.
  package var shortTerm: Double? {
    get throws(FileError) {
      if !isLive { return nil }
      var loudness = 0.0
      try LoudnessMeter.checked(
        drumdub_ebur128_loudness_shortterm(raw, &loudness), "ebur128_loudness_shortterm")
      return loudness >= -70 ? loudness : nil
    }
  }

  /// The largest sample, or the true peak if that is measured; full scale 1.
  package var peak: Double {
    get throws(FileError) {
      let measure = measuresTruePeak ? drumdub_ebur128_true_peak : drumdub_ebur128_sample_peak
      var (largest, peak) = (0.0, 0.0)
      for channel in 0..<UInt32(channels) {
        try LoudnessMeter.checked(measure(raw, channel, &peak), "ebur128_peak")
        largest = max(largest, peak)
      }
      return largest
    }
  }

  /// The ReplayGain values of one track, or nil for silence.
  package var level: ReplayGain.Level? {
    get throws(FileError) { try LoudnessMeter.level(of: [self]) }
  }

  /// Returns the ReplayGain values of several tracks as an album, or nil for silence.
  package static func level(of meters: [LoudnessMeter]) throws(FileError) -> ReplayGain.Level? {
    guard let loudness = try loudness(of: meters) else { return nil }
    var peak = 0.0
    for meter in meters { peak = max(peak, try meter.peak) }
    let gain = Decibels(reference - loudness).clamped(to: -largestGain...largestGain)
    return ReplayGain.Level(gain, peak: peak > 0 ? peak : nil)
  }

  /// Returns the loudness of all meters together in LUFS, or nil below the gate.
  private static func loudness(of meters: [LoudnessMeter]) throws(FileError) -> Double? {
    var states = meters.map { Optional($0.raw) }
    // The states live as long as their owners.
    defer { withExtendedLifetime(meters) {} }
    var loudness = 0.0
    try checked(
      drumdub_ebur128_loudness_global_multiple(&states, states.count, &loudness),
      "ebur128_loudness_global_multiple")
    return loudness.isFinite ? loudness : nil
  }

  private static func checked(_ result: Int32, _ call: String) throws(FileError) {
    guard result == 0 else { throw FileError(.unsupported, library, detail: "\(call): error \(result)") }
  }
}
