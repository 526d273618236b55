import AudioBase
import CEBUR128
import SystemBase

/// Measures loudness and computes ReplayGain 2 values. Used by one thread at a time.
///
/// Integrated loudness by ITU-R BS.1770 and EBU R 128, through libebur128; peaks are the largest samples, as the
/// ReplayGain 2.0 specification has them. Mono counts as the two channels that it is played on.
package final class LoudnessMeter {
  /// The reference loudness in LUFS.
  package static let reference = -18.0
  /// The largest gain; a larger one means that the sound is not music.
  private static let largestGain = 60.0

  private let handle: LoudnessHandle

  /// Creates a meter.
  ///
  /// - Throws: `unsupported` where the library is missing, or for a rate or number of channels that it does not take.
  ///
  /// - Parameter measuresTruePeak: whether `peak` is the true peak (ITU-R BS.1770), which takes longer to compute.
  package init(sampleRate: SampleRate, channels: Int, measuresTruePeak: Bool = false) throws(FileError) {
    handle = try LoudnessHandle(
      sampleRate: sampleRate, channels: channels, measuresTruePeak: measuresTruePeak)
  }

  /// Measures more samples.
  ///
  /// - Parameter samples: whole frames, interleaved, in the order of WAVE_FORMAT_EXTENSIBLE; all finite.
  package func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) { try handle.add(samples) }

  /// Integrated loudness in LUFS, or nil if the sound is below −70 LUFS or shorter than 0.4 s.
  package var loudness: Double? {
    get throws(FileError) { try LoudnessMeter.loudness(of: [self]) }
  }

  /// The largest sample, or the true peak if that is measured; full scale 1.
  package var peak: Double {
    get throws(FileError) { try handle.peak }
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

  private static func loudness(of meters: [LoudnessMeter]) throws(FileError) -> Double? {
    var states = meters.map { Optional($0.handle.raw) }
    // The states live as long as their owners.
    defer { withExtendedLifetime(meters) {} }
    return try LoudnessHandle.loudness(&states)
  }
}

/// Makes meters for stereo sound that measure the true peak.
package struct LoudnessMeterMaker: LoudnessMeterMaking {
  package init() {}

  package func makeMeter(at rate: SampleRate) throws(FileError) -> any LoudnessMeasuring {
    try LoudnessMeter(sampleRate: rate, channels: 2, measuresTruePeak: true)
  }
}

extension LoudnessMeter: LoudnessMeasuring {
  package var truePeak: Double {
    get throws(FileError) { try peak }
  }
}
