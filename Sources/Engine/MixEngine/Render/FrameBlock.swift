import AudioBase

/// Arithmetic on blocks of frames. Audio thread.
package enum FrameBlock {
  /// The most frames of one block; what a device requests beyond it is rendered in parts.
  static var capacity: Int { 2048 }

  /// Replaces samples that are not numbers by 0 and limits all to ±`limit`.
  @_noLocks @_noAllocation
  package static func limited(_ frame: Frame, to limit: Float) -> Frame {
    Frame(limited(frame.x, to: limit), limited(frame.y, to: limit))
  }

  private static func limited(_ sample: Float, to limit: Float) -> Float {
    sample != sample ? 0 : min(max(sample, -limit), limit)
  }

  /// Adds `source` to `out`. The two do not overlap.
  static func add(_ source: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { out[index] += source[index] }
  }
}
