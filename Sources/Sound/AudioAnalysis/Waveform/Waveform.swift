/// The levels of a whole track in several hundred parts of equal length.
package struct Waveform: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    /// The lowest and the highest sample, full scale 127.
    package var low: Int8
    package var high: Int8
    /// The RMS level, full scale 255.
    package var rms: UInt8
    /// The relative levels of the sound below 200 Hz, between, and above 2 kHz: the strongest of the three is 255.
    package var bands: SIMD3<UInt8>
  }

  package var parts: [Part] = []
  /// The duration of the track in seconds.
  package var duration: Double = 0
}
