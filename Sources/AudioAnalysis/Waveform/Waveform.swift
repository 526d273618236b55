/// A whole track's sound in some hundred parts of equal length, from its beginning to its end.
package struct Waveform: Hashable, Sendable {
  /// What one part holds.
  package struct Part: Hashable, Sendable {
    /// The lowest and the highest sample, full scale 127.
    package var low: Int8
    package var high: Int8
    /// The root of the mean square, full scale 255.
    package var rms: UInt8
    /// How strong the sound is below 200 Hz, between, and above 2 kHz: the strongest of the three is 255.
    package var bands: SIMD3<UInt8>
  }

  package var parts: [Part]
  /// Seconds of all of it.
  package var duration: Double

  package init(parts: [Part] = [], duration: Double = 0) {
    self.parts = parts
    self.duration = duration
  }
}
