import AudioBase

/// How far the hits of a take's pads are from the beats, or from even parts of them. Pure arithmetic.
package struct HitTiming: Hashable, Sendable {
  /// The largest distance of a hit that counts, in seconds; one that is farther away was not meant for the place.
  package static let window = 0.05
  /// The parts of a beat whose places count.
  package static let divisions = 1...12

  /// The distances of hits from the places that are nearest to them.
  package struct Figures: Hashable, Sendable {
    package var hits = 0
    /// Seconds; negative if the hits are early.
    package var mean = 0.0
    /// The standard deviation in seconds.
    package var spread = 0.0

    init(_ distances: [Double]) {
      hits = distances.count
      guard hits > 0 else { return }
      mean = distances.reduce(0, +) / Double(hits)
      let (mean, count) = (mean, Double(hits))
      spread = (distances.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
    }
  }

  /// All hits within the window.
  package let all: Figures
  /// The number of hits outside the window.
  package let outside: Int
  /// Seconds by which the hits become later in a minute.
  package let drift: Double
  /// The figures of each pad, by its number.
  package let pads: [Int: Figures]
  /// The figures of each place in the bar, by its parts of a beat from the start of the bar.
  package let places: [Int: Figures]
  /// The number of hits in each of the equal parts of the window, the early ones first.
  package let histogram: [Int]
  /// The parts of a beat whose places count.
  package let division: Int

  /// A hit within the window.
  private struct Played {
    var pad: Int
    var place: Int
    /// Seconds from the start of the track.
    var time: Double
    /// Seconds from its place; negative if it is early.
    var distance: Double
  }

  /// Compares the hits of a take that sound with the beats of a grid.
  ///
  /// - Parameters:
  ///   - grid: by frames of the take.
  ///   - division: the parts of a beat whose places count; 4 for sixteenths of 4/4.
  package init(_ take: Take, grid: BeatGrid, division: Int) {
    var played: [Played] = []
    var outside = 0
    for layer in take.layers where take.sounds(layer) {
      // Notes of the instrument have greater numbers.
      for index in 0..<layer.hits.count where layer.hits.pads[index] <= 128 {
        let hit = HitTiming.played(layer.hits.pads[index], at: layer.hits.frames[index], grid, division)
        if abs(hit.distance) <= HitTiming.window { played.append(hit) } else { outside += 1 }
      }
    }
    all = Figures(played.map(\.distance))
    (self.outside, self.division) = (outside, division)
    drift = HitTiming.slope(played) * 60
    pads = Dictionary(grouping: played, by: \.pad).mapValues { Figures($0.map(\.distance)) }
    places = Dictionary(grouping: played, by: \.place).mapValues { Figures($0.map(\.distance)) }
    histogram = played.reduce(into: Array(repeating: 0, count: 20)) { counts, hit in
      let part = (hit.distance / HitTiming.window + 1) / 2 * Double(counts.count)
      counts[min(max(Int(part), 0), counts.count - 1)] += 1
    }
  }

  private static func played(_ pad: Int, at frame: Int, _ grid: BeatGrid, _ division: Int) -> Played {
    let number = Int((grid.place(atFrame: Double(frame)) * Double(division)).rounded())
    let beat = (Double(number) / Double(division)).rounded(.down)
    let (start, end) = (grid.frame(ofBeat: Int(beat)), grid.frame(ofBeat: Int(beat) + 1))
    let wanted = start + (end - start) * (Double(number) / Double(division) - beat)
    let rate = Double(grid.rate.hertz)
    let place = grid.signature.place(ofBeat: Int(beat)) * division + number - Int(beat) * division
    return Played(
      pad: pad, place: place, time: Double(frame) / rate, distance: (Double(frame) - wanted) / rate)
  }

  /// Returns the slope of a line by least squares through the distances over the time.
  private static func slope(_ played: [Played]) -> Double {
    guard played.count > 1 else { return 0 }
    let count = Double(played.count)
    let time = played.reduce(0) { $0 + $1.time } / count
    let distance = played.reduce(0) { $0 + $1.distance } / count
    let square = played.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
    let product = played.reduce(0) { $0 + ($1.time - time) * ($1.distance - distance) }
    return square > 0 ? product / square : 0
  }
}
