import AudioBase

/// Arithmetic on blocks of frames. Audio thread.
enum FrameBlock {
  /// Adds `source` to `out`. The two do not overlap.
  @_noLocks @_noAllocation
  static func add(_ source: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { out[index] += source[index] }
  }

  /// Adds `source`, times `gain`, to `out`. The two do not overlap.
  ///
  /// It goes four frames at a time: the compiler widens loops over single numbers by itself, but not those over
  /// pairs of them, and one frame at a time takes almost twice as long.
  @_noLocks @_noAllocation
  static func add(
    _ source: UnsafePointer<Frame>, times gain: Frame, to out: UnsafeMutablePointer<Frame>, count: Int
  ) {
    let two = SIMD4(lowHalf: gain, highHalf: gain)
    let gains = SIMD8(lowHalf: two, highHalf: two)
    let wide = count & ~3
    var index = 0
    while index < wide {
      // Voices begin on any frame: neither side is aligned for wide loads.
      let from = UnsafeRawPointer(source + index)
      let to = UnsafeMutableRawPointer(out + index)
      let sum = to.loadUnaligned(as: SIMD8<Float>.self) + from.loadUnaligned(as: SIMD8<Float>.self) * gains
      to.storeBytes(of: sum, as: SIMD8<Float>.self)
      index &+= 4
    }
    while index < count {
      out[index] += source[index] * gain
      index += 1
    }
  }
}
