/// One stereo frame: left in `x`, right in `y`, full scale ±1.
///
/// An array of frames has the memory layout of interleaved stereo float32.
public typealias Frame = SIMD2<Float>

/// Stereo frames in memory, with their rate.
package struct PCMBuffer: Sendable {
  package var frames: [Frame]
  package var sampleRate: SampleRate

  package init(frames: [Frame], sampleRate: SampleRate) {
    (self.frames, self.sampleRate) = (frames, sampleRate)
  }

  package var count: FrameCount { FrameCount(frames.count) }
}

/// Finds and silences samples that are NaN, infinite or absurdly large. One of them would spoil the state of every
/// filter that it passes. Any thread.
package enum SampleGuard {
  /// The largest valid sample: 120 dB over full scale.
  private static let limit: Float = 1_000_000

  package static func isClean(_ frames: UnsafeBufferPointer<Frame>) -> Bool {
    frames.baseAddress.map { FrameScan.isWithin(limit, $0, count: frames.count) } ?? true
  }

  /// Replaces invalid samples by 0.
  package static func silence(_ samples: UnsafeMutableBufferPointer<Float>) {
    for index in samples.indices {
      let sample = samples[index]
      // The comparison is false for NaN. It is stored in any case, so that the loop is vectorised.
      samples[index] = sample.magnitude <= limit ? sample : 0
    }
  }
}
