import AudioBase
import MixEngine

/// Keeps samples that are not finite or too large out of the kernels and out of the mix. Audio thread.
package enum SampleLimits {
  package enum Level: BitwiseCopyable {
    case silent, audible, invalid

    // Comparisons with == need the type's metadata in other modules, which the audio thread must not ask for.
    package var isAudible: Bool {
      @_noLocks @_noAllocation get {
        switch self {
        case .audible: true
        case .silent, .invalid: false
        }
      }
    }

    package var isInvalid: Bool {
      @_noLocks @_noAllocation get {
        switch self {
        case .invalid: true
        case .silent, .audible: false
        }
      }
    }
  }

  /// Replaces NaN by 0 and limits samples to ±1,000, so that one bad sample does not spoil the state of a kernel.
  ///
  /// - Returns: whether a sample is not 0.
  static func cleanInput(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) -> Bool {
    let peak = FrameScan.peakBits(frames, count: count)
    if peak > (1000 as Float).bitPattern { clamp(frames, count, to: 1000) }
    return peak != 0
  }

  /// The linear value of +24 dBFS.
  private static let limit: Float = 15.848_931

  /// Returns whether `limitOutput` would change no frame.
  static func areKept(_ frames: UnsafePointer<Frame>, _ count: Int) -> Bool {
    FrameScan.isWithin(limit, frames, count: count)
  }

  /// Replaces samples that are not numbers by 0 and limits all to ±24 dBFS.
  @_noLocks @_noAllocation
  package static func limited(_ frame: Frame) -> Frame { FrameBlock.limited(frame, to: limit) }

  /// Limits samples to ±24 dBFS. Replaces the whole slice by silence if one of them is not finite.
  @_noLocks @_noAllocation
  package static func limitOutput(_ frames: UnsafeMutablePointer<Frame>, _ count: Int) -> Level {
    let peak = FrameScan.peakBits(frames, count: count)
    if peak > Float.greatestFiniteMagnitude.bitPattern {
      frames.update(repeating: .zero, count: count)
      return .invalid
    }
    if peak > limit.bitPattern { clamp(frames, count, to: limit) }
    // −120 dBFS.
    return peak < (0.000_001 as Float).bitPattern ? .silent : .audible
  }

  private static func clamp(_ frames: UnsafeMutablePointer<Frame>, _ count: Int, to limit: Float) {
    for index in 0..<count {
      frames[index] = FrameBlock.limited(frames[index], to: limit)
    }
  }
}
