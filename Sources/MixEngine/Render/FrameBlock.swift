import AudioBase

/// Arithmetic on blocks of frames. Audio thread.
enum FrameBlock {
  /// The most frames of one block; what a device requests beyond it is rendered in parts.
  static var capacity: Int {
    @_noLocks @_noAllocation get { 2048 }
  }

  /// Adds `source` to `out`. The two do not overlap.
  @_noLocks @_noAllocation
  static func add(_ source: UnsafePointer<Frame>, to out: UnsafeMutablePointer<Frame>, count: Int) {
    for index in 0..<count { out[index] += source[index] }
  }

  /// Adds `source`, times `gain`, to `out`. The two do not overlap.
  ///
  /// It works on four frames at a time: the compiler vectorises loops over single numbers, but not those over pairs
  /// of numbers, and one frame at a time takes almost twice as long.
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

  /// Adds `source`, one sample for both sides, times `gain`, to `out`: the same sums as those of equal sides.
  @_noLocks @_noAllocation
  static func add(
    _ source: UnsafePointer<Float>, times gain: Frame, to out: UnsafeMutablePointer<Frame>, count: Int
  ) {
    let two = SIMD4(lowHalf: gain, highHalf: gain)
    let gains = SIMD8(lowHalf: two, highHalf: two)
    let wide = count & ~3
    var index = 0
    while index < wide {
      let four = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<Float>.self)
      let sides = SIMD8(
        lowHalf: SIMD4(four.x, four.x, four.y, four.y), highHalf: SIMD4(four.z, four.z, four.w, four.w))
      let to = UnsafeMutableRawPointer(out + index)
      let sum = to.loadUnaligned(as: SIMD8<Float>.self) + sides * gains
      to.storeBytes(of: sum, as: SIMD8<Float>.self)
      index &+= 4
    }
    while index < count {
      out[index] += source[index] * gain
      index += 1
    }
  }
}

/// A constant delay of frames that skips silence. Audio thread.
struct FrameDelay: ~Copyable {
  private let frames: Int
  private var line: DelayLine<Frame>
  /// The number of silent frames since the last one that was not silent.
  private var silentFrames: Int

  /// Creates a delay that contains silence.
  ///
  /// - Parameter frames: the delay, at least 1.
  init(frames: Int) {
    precondition(frames > 0)
    self.frames = frames
    silentFrames = frames
    line = DelayLine(length: frames + 1, .zero)
  }

  /// Begins a block. - Returns: whether its output is silent; then `next` must not be called for it.
  @_noLocks @_noAllocation
  mutating func staysSilent(count: Int, isSilent: Bool) -> Bool {
    if isSilent && silentFrames >= frames { return true }
    silentFrames = isSilent ? silentFrames + count : 0
    return false
  }

  /// Takes the next frame and returns the delayed one.
  @_noLocks @_noAllocation
  mutating func next(_ frame: Frame) -> Frame {
    line.push(frame)
    return line.at(frames)
  }
}
