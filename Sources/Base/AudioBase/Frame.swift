/// One stereo frame: left in `x`, right in `y`, full scale ±1.
///
/// An array of frames has the memory layout of interleaved stereo float32.
public typealias Frame = SIMD2<Float>

/// Stereo frames in memory, with their rate.
package struct PCMBuffer: Sendable {
  package var frames: [Frame]
  package var sampleRate: SampleRate

  package init(frames: [Frame], sampleRate: SampleRate) {
    self.frames = frames
    self.sampleRate = sampleRate
  }

  package var count: FrameCount { FrameCount(frames.count) }
}

/// Finds and silences samples that are NaN, infinite or absurdly large. One of them would spoil the state of every
/// filter that it passes. Any thread.
package enum SampleGuard {
  /// The bits of the largest valid sample: 120 dB over full scale.
  private static let limit = Float(1_000_000).bitPattern

  /// Returns whether all samples are valid.
  package static func isClean(_ frames: UnsafeBufferPointer<Frame>) -> Bool {
    isClean(UnsafeRawBufferPointer(frames))
  }

  private static func isClean(_ samples: UnsafeRawBufferPointer) -> Bool {
    // Without the sign, floats are ordered like their bits; infinities and NaN are the largest. The rest makes those over the
    // limit carry into the bit of the sign.
    let rest = 0x7FFF_FFFF - limit
    var carries = SIMD16<UInt32>.zero
    var offset = 0
    while offset + 64 <= samples.count {
      let bits = samples.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt32>.self) & 0x7FFF_FFFF
      carries |= bits &+ rest
      offset += 64
    }
    var carry = carries.indices.reduce(0) { $0 | carries[$1] }
    while offset + 4 <= samples.count {
      carry |= (samples.load(fromByteOffset: offset, as: UInt32.self) & 0x7FFF_FFFF) &+ rest
      offset += 4
    }
    return carry >> 31 == 0
  }

  /// Replaces invalid samples by 0.
  package static func silence(_ samples: UnsafeMutableBufferPointer<Float>) {
    if isClean(UnsafeRawBufferPointer(samples)) { return }
    for index in samples.indices where samples[index].bitPattern & 0x7FFF_FFFF > limit { samples[index] = 0 }
  }
}
