/// The largest magnitude of a sample, and of the step from a sample to the next one of its side.
package struct FrameExtremes: BitwiseCopyable {
  package var peak: Float = 0
  package var step: Float = 0

  package init() {}

  @_noLocks @_noAllocation
  package func combined(with other: FrameExtremes) -> FrameExtremes {
    var both = self
    both.peak = max(peak, other.peak)
    both.step = max(step, other.step)
    return both
  }
}

/// Measures blocks of frames, four frames at a time. Any thread.
package enum FrameScan {
  /// Returns the largest magnitude of each side, and the sums of the squares.
  @_noLocks @_noAllocation
  package static func levels(_ frames: UnsafePointer<Frame>, count: Int) -> (peak: Frame, squares: Frame) {
    var (peaks, squares) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    let whole = count - count % 4
    for start in stride(from: 0, to: whole, by: 4) {
      let samples = fourFrames(frames + start)
      let magnitudes = magnitudes(samples)
      peaks.replace(with: magnitudes, where: magnitudes .> peaks)
      squares += samples * samples
    }
    var peak = larger(
      larger(peaks.lowHalf.lowHalf, peaks.lowHalf.highHalf),
      larger(peaks.highHalf.lowHalf, peaks.highHalf.highHalf))
    var sum = squares.lowHalf.lowHalf + squares.lowHalf.highHalf
    sum += squares.highHalf.lowHalf + squares.highHalf.highHalf
    for index in whole..<count {
      peak = larger(peak, Frame(frames[index].x.magnitude, frames[index].y.magnitude))
      sum += frames[index] * frames[index]
    }
    return (peak, sum)
  }

  /// Returns the bits of the largest magnitude. Without the sign, floats are ordered like their bits; those of infinities
  /// and NaN are the largest.
  @_noLocks @_noAllocation
  package static func peakBits(_ frames: UnsafePointer<Frame>, count: Int) -> UInt32 {
    var largest = SIMD8<Int32>.zero
    let whole = count - count % 4
    for start in stride(from: 0, to: whole, by: 4) {
      let bits = unsafeBitCast(fourFrames(frames + start), to: SIMD8<Int32>.self) & 0x7FFF_FFFF
      largest.replace(with: bits, where: bits .> largest)
    }
    var peak = UInt32(bitPattern: largest.max())
    for index in whole..<count {
      let frame = frames[index]
      peak = max(peak, max(frame.x.magnitude.bitPattern, frame.y.magnitude.bitPattern))
    }
    return peak
  }

  /// Returns whether no magnitude is above a limit. A sample that is not a number is above every limit.
  @_noLocks @_noAllocation
  package static func isWithin(_ limit: Float, _ frames: UnsafePointer<Frame>, count: Int) -> Bool {
    peakBits(frames, count: count) <= limit.bitPattern
  }

  /// Returns the largest magnitude and step. If a sample is not a number, neither is the magnitude.
  ///
  /// - Parameter before: the frame before the first one.
  @_noLocks @_noAllocation
  package static func extremes(
    _ frames: UnsafePointer<Frame>, count: Int, after before: Frame
  ) -> FrameExtremes {
    var extremes = FrameExtremes()
    if count < 1 { return extremes }
    extremes.peak = Float(bitPattern: peakBits(frames, count: count))
    var steps = SIMD8<Float>.zero
    var index = 1
    while index + 4 <= count {
      let magnitudes = magnitudes(fourFrames(frames + index) - fourFrames(frames + index - 1))
      steps.replace(with: magnitudes, where: magnitudes .> steps)
      index += 4
    }
    var step = frames[0] - before
    var largest = max(steps.max(), max(step.x.magnitude, step.y.magnitude))
    while index < count {
      step = frames[index] - frames[index - 1]
      largest = max(largest, max(step.x.magnitude, step.y.magnitude))
      index += 1
    }
    extremes.step = largest
    return extremes
  }

  /// Loads four frames, whose samples the processor handles in step.
  @inline(__always)
  @_noLocks @_noAllocation
  private static func fourFrames(_ frames: UnsafePointer<Frame>) -> SIMD8<Float> {
    UnsafeRawPointer(frames).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  @_noLocks @_noAllocation
  private static func magnitudes(_ samples: SIMD8<Float>) -> SIMD8<Float> {
    samples.replacing(with: -samples, where: samples .< 0)
  }

  @inline(__always)
  @_noLocks @_noAllocation
  private static func larger(_ one: Frame, _ other: Frame) -> Frame {
    Frame(max(one.x, other.x), max(one.y, other.y))
  }
}
