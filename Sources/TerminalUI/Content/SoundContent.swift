import Glibc

/// The track's whole sound, a column for each of the screen's.
package struct WaveformContent: Hashable, Sendable {
  package enum Band: Hashable, Sendable { case low, middle, high }

  package struct Column: Hashable, Sendable {
    /// 0…1.
    package var peak: Float
    /// The root of the mean square, 0…1.
    package var rms: Float
    /// The band that is the strongest.
    package var band: Band

    package init(peak: Float, rms: Float, band: Band) {
      self.peak = peak
      self.rms = rms
      self.band = band
    }
  }

  package var columns: [Column]

  package init(columns: [Column]) { self.columns = columns }
}

/// How loud the mix is, left and right.
package struct MeterContent: Hashable, Sendable {
  /// dB of full scale.
  package var left: Float
  package var right: Float

  package init(left: Float, right: Float) {
    self.left = left
    self.right = right
  }

  /// - Parameter level: linear, full scale 1.
  package static func decibels(_ level: Float) -> Float { level > 1e-6 ? 20 * log10(level) : -120 }

  package static let silent = MeterContent(left: -120, right: -120)
  /// What the meter shows: from here up to 0 dB.
  static let floor: Float = -48
}
