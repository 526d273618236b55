import AudioBase
import Synchronization

/// The signal processing of an own effect.
package protocol EffectKernel: EffectProcessor, SendableMetatype {
  /// The parameters, in the order in which `update` receives their values.
  static var parameters: [EffectParameter] { get }

  /// The parameters behind those, which moves alone set: they are in no mixer and in no file.
  static var moveParameters: [EffectParameter] { get }

  /// Creates the kernel with its memory. Control side.
  init(rate: SampleRate)
}

extension EffectKernel {
  package static var moveParameters: [EffectParameter] { [] }
}

/// The signal processing of an effect: a struct whose memory the unit owns.
///
/// `setSidechain` and `deallocate` run on the control side, all else on the audio thread.
package protocol EffectProcessor {
  /// The most frames that are processed at once, with constant parameters.
  static var slice: Int { get }

  /// Sets the level that the kernel may follow instead of that of its input. Control side, before all else.
  mutating func setSidechain(_ level: UnsafePointer<Atomic<Float>>?)

  /// Frees the memory that `init` has allocated.
  func deallocate()

  /// The dB by which it lowers the level now, which any thread reads; nil if it is no compressor.
  var shownReduction: UnsafePointer<Atomic<Float>>? { get }

  /// The number of frames for which the output may be silent while sound is still inside: the longest delay line.
  var longestSilence: Int { get }

  /// Frames between input and output.
  var latency: Int { get }

  /// Whether notes begin sound, or end it, though the input is silent. Asked before each block.
  var hasNotes: Bool { get }

  /// Whether `process` would change no frame until the next `update`.
  var isNeutral: Bool { get }

  /// Notes a block that is heard unchanged, instead of `process`.
  mutating func pass(_ frames: UnsafePointer<Frame>, count: Int)

  /// Receives the length of a block before its first slice is updated and processed.
  mutating func beginBlock(frames: Int)

  /// Receives new values, smoothed, before the slice in which they hold.
  mutating func update(_ values: UnsafePointer<Float>)

  /// Processes frames of a slice in place.
  ///
  /// - Parameters:
  ///   - count: from 1 to `left`.
  ///   - left: the frames up to the end of the slice, at which what moves reaches its goal; `slice` at its beginning.
  mutating func process(_ frames: UnsafeMutablePointer<Frame>, count: Int, left: Int)

  /// Returns to the state before the first frame; the values that `update` has received stay. What glides inside is
  /// at its goal afterwards.
  mutating func clear()
}

extension EffectProcessor {
  package static var slice: Int { 32 }

  package mutating func setSidechain(_: UnsafePointer<Atomic<Float>>?) {}
  package func deallocate() {}
  package var shownReduction: UnsafePointer<Atomic<Float>>? { nil }
  package var latency: Int { 0 }
  package var hasNotes: Bool { false }
  package var isNeutral: Bool { false }
  package mutating func pass(_: UnsafePointer<Frame>, count: Int) {}
  package mutating func beginBlock(frames: Int) {}
}
