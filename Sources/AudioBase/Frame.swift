/// One stereo frame: left in `x`, right in `y`, full scale ±1.
///
/// An array of frames has the memory layout of interleaved stereo float32.
public typealias Frame = SIMD2<Float>
