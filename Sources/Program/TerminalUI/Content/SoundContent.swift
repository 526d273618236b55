import AudioBase
import Glibc

/// The waveform of a track, in columns of equal duration.
package struct WaveformContent: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    /// The peaks above and below zero, 0…1.
    package var top: Float
    package var bottom: Float
    /// The root mean square, 0…1.
    package var rms: Float
    /// The levels of the low, middle and high band relative to the strongest, 0…1.
    package var bands: SIMD3<Float>

    package init(top: Float, bottom: Float, rms: Float, bands: SIMD3<Float>) {
      (self.top, self.bottom, self.rms, self.bands) = (top, bottom, rms, bands)
    }

    var peak: Float { max(top, bottom) }
  }

  package var columns: [Column]
  /// The levels of the bands in the whole track relative to the strongest.
  let balance: SIMD3<Float>
  /// The highest peak of the track.
  let loudest: Float

  package init(columns: [Column]) {
    self.columns = columns
    let sums = columns.reduce(into: SIMD3<Float>(repeating: 1e-3)) { $0 += $1.bands * $1.rms }
    balance = sums / sums.max()
    loudest = columns.reduce(0.05) { max($0, $1.peak) }
  }

  /// Returns other columns of the same track, drawn as loud as the whole.
  func with(_ columns: [Column]) -> WaveformContent {
    var content = self
    content.columns = columns
    return content
  }

  /// Returns a part of the waveform, drawn as loud as the whole. Beyond the track it is silent.
  ///
  /// - Parameter shares: the part, in shares of the track.
  func part(_ shares: Range<Double>, columns count: Int) -> WaveformContent {
    let (start, width) = (
      shares.lowerBound * Double(columns.count), Double(columns.count) / Double(max(count, 1))
    )
    let step = (shares.upperBound - shares.lowerBound) * width
    let part = (0..<count).map { index in
      let (first, end) = (start + Double(index) * step, start + Double(index + 1) * step)
      if first < 0 || first >= Double(columns.count) {
        return Column(top: 0, bottom: 0, rms: 0, bands: .zero)
      }
      return column(from: Int(first), to: Int(end))
    }
    return with(part)
  }

  func column(_ index: Int, of width: Int) -> Column {
    column(from: index * columns.count / max(width, 1), to: (index + 1) * columns.count / max(width, 1))
  }

  /// Returns the sum of columns, of at least one.
  private func column(from first: Int, to last: Int) -> Column {
    let end = min(max(last, first + 1), columns.count)
    var sum = Column(top: 0, bottom: 0, rms: 0, bands: .zero)
    guard first < end else { return sum }
    for index in first..<end {
      let column = columns[index]
      sum.top = max(sum.top, column.top)
      sum.bottom = max(sum.bottom, column.bottom)
      sum.rms += column.rms * column.rms
      sum.bands += column.bands * column.rms
    }
    sum.rms = (sum.rms / Float(end - first)).squareRoot()
    let strongest = sum.bands.max()
    sum.bands = strongest > 0 ? sum.bands / strongest : SIMD3(0, 1, 0)
    return sum
  }
}

/// The level of the mix, left and right.
package struct MeterContent: Hashable, Sendable {
  /// dB of full scale.
  package var left: Float
  package var right: Float
}

extension MeterContent {
  /// - Parameter peak: the levels of both sides: linear, full scale 1.
  package init(peak: Frame) {
    (left, right) = (MeterContent.decibels(peak.x), MeterContent.decibels(peak.y))
  }

  /// - Parameter level: linear, full scale 1.
  private static func decibels(_ level: Float) -> Float { level > 1e-6 ? 20 * log10(level) : -120 }

  /// The lowest level that the meter shows.
  static let floor: Float = -48

  /// Returns the lit columns of the left and the right side in a bar of a width.
  func bar(of width: Int) -> SIMD2<Int> {
    SIMD2(MeterContent.columns(left, of: width), MeterContent.columns(right, of: width))
  }

  private static func columns(_ level: Float, of width: Int) -> Int {
    let share = 1 - level / floor
    return Int((min(max(share, 0), 1) * Float(width)).rounded())
  }
}
