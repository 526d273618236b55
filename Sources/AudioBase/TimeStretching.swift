import SystemBase

/// Changes the speed of stereo and keeps its pitch. Used by one thread at a time.
///
/// Frame k of the output stands for frame k × speed of the input: the method's delay is taken out.
package protocol TimeStretching: AnyObject {
  /// Forgets what is held and begins anew.
  func start(speed: Double)

  /// Takes the next frames; at most `TimeStretch.largestInput` at a time.
  func feed(_ input: UnsafeBufferPointer<Frame>)

  /// Gives what has been made so far. - Returns: how many frames; 0 until more is fed.
  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int
}

package enum TimeStretch {
  package static let largestInput = 512
  package static let speeds = 0.5...2.0
}

package protocol TimeStretcherMaking: Sendable {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching
}
