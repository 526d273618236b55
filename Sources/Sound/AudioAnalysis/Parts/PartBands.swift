import AudioBase
import Glibc

/// The bands in which drums and music are separated: single lines of the transform at low frequencies, fractions of an octave
/// at high ones.
struct PartBands {
  /// Bands are single lines below this frequency in hertz.
  private static let fine = 1_000.0
  private static let perOctave = 36.0
  /// The maximum duration of a window in seconds.
  private static let seconds = 0.093

  /// The length of a window and the distance of two windows, in samples.
  let window: Int, hop: Int
  /// The first line of each band, and the line after the last band.
  let edges: [Int]

  var count: Int { edges.count - 1 }
  /// The bands and as many that are empty as a vector needs.
  var width: Int { (count + DrumFactors.lanes - 1) / DrumFactors.lanes * DrumFactors.lanes }

  init(_ rate: SampleRate) {
    var window = 256
    while Double(2 * window) <= PartBands.seconds * Double(rate.hertz) { window *= 2 }
    (self.window, hop) = (window, window / 4)
    let (width, lines) = (Double(rate.hertz) / Double(window), window / 2 + 1)
    var edges = [0]
    while edges[edges.count - 1] < lines {
      let line = edges[edges.count - 1]
      let frequency = Double(line) * width
      let size = frequency < PartBands.fine ? 1 : frequency * (exp2(1 / PartBands.perOctave) - 1) / width
      edges.append(min(lines, line + max(1, Int(size))))
    }
    self.edges = edges
  }
}
