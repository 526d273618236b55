/// Keeps samples that are no sound out of the mix: one that is no number, or infinite, would poison every filter that
/// it passes, and with it all that follows. Any thread.
package enum SampleGuard {
  /// 120 dB over full scale: beyond it only damage is found.
  private static let limit = Float(1_000_000).bitPattern

  /// Whether all samples are numbers that sound may have.
  package static func isClean(_ frames: UnsafeBufferPointer<Frame>) -> Bool {
    // Without its sign a float compares as its bits do; infinities and what is no number are the largest.
    var largest = SIMD16<UInt32>.zero
    let start = UnsafeRawPointer(frames.baseAddress)
    let size = frames.count * MemoryLayout<Frame>.stride
    var offset = 0
    guard let start else { return true }
    while offset + 64 <= size {
      let bits = start.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt32>.self) & 0x7FFF_FFFF
      largest.replace(with: bits, where: bits .> largest)
      offset += 64
    }
    var worst = largest.max()
    while offset + 4 <= size {
      worst = max(worst, start.load(fromByteOffset: offset, as: UInt32.self) & 0x7FFF_FFFF)
      offset += 4
    }
    return worst <= limit
  }

  /// Puts silence in place of samples that are no sound.
  package static func silence(_ samples: UnsafeMutableBufferPointer<Float>) {
    for index in samples.indices where samples[index].bitPattern & 0x7FFF_FFFF > limit { samples[index] = 0 }
  }
}
