import SystemBase

/// Measures the loudness of stereo sound. Used by one thread at a time.
package protocol LoudnessMeasuring: AnyObject {
  /// Measures more samples: whole frames, interleaved; all finite.
  func add(_ samples: UnsafeBufferPointer<Float>) throws(FileError)

  /// Integrated loudness in LUFS (EBU R 128), or nil if the sound is below −70 LUFS or shorter than 0.4 s.
  var loudness: Double? { get throws(FileError) }

  /// The true peak (ITU-R BS.1770), full scale 1.
  var peak: Double { get throws(FileError) }
}

/// Makes a loudness meter for a rate. Any thread.
package typealias LoudnessMeterMaker = @Sendable (SampleRate) throws(FileError) -> any LoudnessMeasuring

/// Measures the loudness of stereo sound while it is heard. Used by one thread at a time.
package protocol LiveLoudnessMeasuring: LoudnessMeasuring {
  /// The loudness of the last 3 s in LUFS (EBU Tech 3341); nil below −70 LUFS.
  var shortTerm: Double? { get throws(FileError) }
}

/// Makes a meter of what is heard for a rate. Any thread.
package typealias LiveLoudnessMeterMaker =
  @Sendable (SampleRate) throws(FileError) -> any LiveLoudnessMeasuring
