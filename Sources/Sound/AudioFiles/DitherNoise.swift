/// Noise of triangular probability density between −1 and 1 (TPDF), which is added before samples are rounded: the
/// error of rounding then has neither a mean nor a power that depends on the signal.
///
/// Source: S. Lipshitz, R. Wannamaker, J. Vanderkooy, "Quantization and Dither: A Theoretical Survey", JAES 40 (1992).
/// The noise is the difference of two numbers of a xorshift generator (G. Marsaglia, 2003), equal for equal seeds.
struct DitherNoise {
  private var state: UInt32

  /// Creates a generator of noise. The seed is not 0.
  init(seed: UInt32 = 0x2545_F491) { state = seed }

  /// Returns the next value, in steps of the integer samples.
  @inline(__always)
  mutating func next() -> Float {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    let sum = Int32(state & 0xFFFF) - Int32(state >> 16)
    return Float(sum) * (1 / 65_536)
  }
}
