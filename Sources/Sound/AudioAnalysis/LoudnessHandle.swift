import AudioBase
import CEBUR128
import SystemBase

/// Owns a state of libebur128; only `LoudnessMeter` uses its pointer.
struct LoudnessHandle: ~Copyable {
  private static let library = "libebur128.so.1"

  let raw: UnsafeMutablePointer<ebur128_state>
  private let channels: Int

  init(sampleRate: SampleRate, channels: Int, measuresTruePeak: Bool) throws(FileError) {
    if let reason = drumdub_ebur128_load() {
      throw FileError(.unsupported, LoudnessHandle.library, detail: String(cString: reason))
    }
    // The library accepts no more channels.
    guard (1...64).contains(channels), SampleRate.playable.contains(sampleRate.hertz),
      let raw = drumdub_ebur128_new(UInt32(channels), UInt(sampleRate.hertz), measuresTruePeak)
    else {
      throw FileError(
        .unsupported, LoudnessHandle.library,
        detail: "ebur128_init: \(channels) channels at \(sampleRate.hertz) Hz")
    }
    self.raw = raw
    self.channels = channels
  }

  deinit { drumdub_ebur128_delete(raw) }

  func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError) {
    try LoudnessHandle.checked(
      drumdub_ebur128_add(raw, samples.baseAddress, samples.count / channels), "ebur128_add_frames_float")
  }

  var peak: Double {
    get throws(FileError) {
      var peak = 0.0
      try LoudnessHandle.checked(drumdub_ebur128_peak(raw, &peak), "ebur128_peak")
      return peak
    }
  }

  /// Returns the loudness of all states together in LUFS, or nil below the gate.
  static func loudness(_ states: inout [UnsafeMutablePointer<ebur128_state>?]) throws(FileError) -> Double? {
    var loudness = 0.0
    try checked(
      drumdub_ebur128_loudness(&states, states.count, &loudness), "ebur128_loudness_global_multiple")
    return loudness.isFinite ? loudness : nil
  }

  private static func checked(_ result: Int32, _ call: String) throws(FileError) {
    guard result == 0 else { throw FileError(.unsupported, library, detail: "\(call): error \(result)") }
  }
}
