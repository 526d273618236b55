import SystemBase

/// Converts the sample rate of stereo frames. Used by one thread at a time.
///
/// The delay of the filter is removed: the output begins with the first input frame.
package protocol RateConverting: AnyObject {
  /// Converts frames while `output` has room.
  ///
  /// - Parameter input: the next frames; an empty buffer drains the frames that the filter holds.
  /// - Returns: the number of input frames that were taken and of output frames that were made. A drain that makes
  ///   none has ended.
  func convert(
    _ input: UnsafeBufferPointer<Frame>, into output: UnsafeMutableBufferPointer<Frame>
  ) -> (taken: Int, made: Int)

  /// Discards the state of the filter, as after a seek.
  func reset()
}

/// Makes rate converters. Any thread.
package protocol RateConverterMaking: Sendable {
  func makeConverter(from: SampleRate, to: SampleRate) throws(FileError) -> sending any RateConverting
}

/// Changes the speed and the pitch of stereo frames, each by itself. Used by one thread at a time.
///
/// The delay of the method is removed: output frame k corresponds to input frame k × speed.
package protocol TimeStretching: AnyObject {
  /// Discards all state and begins at a speed. `pitch` is the factor of all frequencies, 0.5 to 2.
  func start(speed: Double, pitch: Double)

  /// Takes the next input frames, at most `TimeStretch.largestInput`.
  func feed(_ input: UnsafeBufferPointer<Frame>)

  /// Reads frames that were made so far. Returns the number of frames; 0 if more input is needed.
  func read(into output: UnsafeMutableBufferPointer<Frame>) -> Int
}

package enum TimeStretch {
  /// Frames that are fed at a time.
  package static let largestInput = 512
  /// Output speeds as factors of the track's own.
  package static let speeds = 0.5...2.0
}

/// Makes time-stretchers. Any thread.
package protocol TimeStretcherMaking: Sendable {
  func makeStretcher(at rate: SampleRate) throws(FileError) -> any TimeStretching
}
