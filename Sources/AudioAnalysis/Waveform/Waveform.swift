/// A whole track's sound in some hundred parts of equal length, from its beginning to its end.
package struct Waveform: Hashable, Sendable {
  /// What one part holds.
  package struct Part: Hashable, Sendable {
    /// The lowest and the highest sample, full scale 127.
    package var low: Int8
    package var high: Int8
    /// The root of the mean square, full scale 255.
    package var rms: UInt8
    /// The strongest of the bands: 0 below 200 Hz, 2 above 2 kHz, 1 between.
    package var band: UInt8
  }

  package var parts: [Part]
  /// Seconds of all of it.
  package var duration: Double

  package init(parts: [Part] = [], duration: Double = 0) {
    self.parts = parts
    self.duration = duration
  }
}
