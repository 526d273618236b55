import SystemBase

/// Stereo in at one rate, stereo out at another. Used by one thread at a time.
///
/// The output begins with the first input frame: the filter's delay is taken out.
package protocol RateConverting: AnyObject {
  /// Converts what fits.
  ///
  /// - Parameter input: frames to convert; empty says that no more will come, and drains what is held.
  /// - Returns: how many frames were taken and how many were made. A drain that makes none has ended.
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int)

  /// Forgets what is held, as after a seek.
  func reset()
}

package protocol RateConverterMaking: Sendable {
  func makeConverter(from: SampleRate, to: SampleRate) throws(FileError) -> sending any RateConverting
}
