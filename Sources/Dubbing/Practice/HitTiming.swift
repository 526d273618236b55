import AudioBase

/// How far hits of pads are from the beats, or from even parts of them. Pure arithmetic.
///
/// Mean, spread and drift are updated with each hit: B. P. Welford, "Note on a Method for Calculating Corrected Sums of
/// Squares and Products", Technometrics 4 (3), 1962.
package struct HitTiming: Hashable, Sendable {
  /// The largest distance of a hit that counts, in seconds; one that is farther away was not meant for the place.
  package static let window = 0.05
  /// The parts of a beat whose places count.
  package static let divisions = 1...12
  /// The parts of a beat unless others are chosen: sixteenths of 4/4.
  package static let usualDivision = 4

  /// The distances of hits from the places that are nearest to them.
  package struct Figures: Hashable, Sendable {
    package private(set) var hits = 0
    /// Seconds; negative if the hits are early.
    package private(set) var mean = 0.0
    /// The sum of the squares of the distances from the mean.
    private var squares = 0.0

    package init() {}

    /// The standard deviation in seconds.
    package var spread: Double { hits > 0 ? (squares / Double(hits)).squareRoot() : 0 }

    fileprivate mutating func add(_ distance: Double) {
      hits += 1
      let before = distance - mean
      mean += before / Double(hits)
      squares += before * (distance - mean)
    }
  }

  /// A hit and the place that is nearest to it.
  package struct Hit: Hashable, Sendable {
    package var pad: Int
    /// The number of the beat of its place, or of the last beat before.
    package var beat: Int
    /// The place in the bar, by parts of a beat from the start of the bar.
    package var place: Int
    /// Seconds from the start of what is compared.
    package var time: Double
    /// Seconds from its place as they were heard; negative if it is early.
    package var distance: Double

    package var isInWindow: Bool { abs(distance) <= HitTiming.window }

    /// Compares a hit with the beats of a grid.
    ///
    /// - Parameters:
    ///   - frame: by which the grid counts.
    ///   - division: the parts of a beat whose places count.
    ///   - speed: seconds of the track for each second that the player heard.
    ///   - time: seconds from the start of what is compared.
    package init(pad: Int, frame: Int, _ grid: BeatGrid, division: Int, speed: Double = 1, time: Double) {
      let number = Int((grid.place(atFrame: Double(frame)) * Double(division)).rounded())
      let beat = Int((Double(number) / Double(division)).rounded(.down))
      let wanted = grid.frame(atPlace: Double(number) / Double(division))
      (self.pad, self.beat, self.time) = (pad, beat, time)
      place = grid.signature.place(ofBeat: beat) * division + number - beat * division
      distance = (Double(frame) - wanted) / Double(grid.rate.hertz) / speed
    }
  }

  /// All hits within the window.
  package private(set) var all = Figures()
  /// The number of hits outside the window.
  package private(set) var outside = 0
  /// The figures of each pad, by its number.
  package private(set) var pads: [Int: Figures] = [:]
  /// The figures of each place in the bar, by its parts of a beat from the start of the bar.
  package private(set) var places: [Int: Figures] = [:]
  /// The number of hits in each of the equal parts of the window, the early ones first.
  package private(set) var histogram = [Int](repeating: 0, count: 20)
  /// The parts of a beat whose places count.
  package let division: Int
  private var meanTime = 0.0
  /// The sum of the squares of the times from their mean.
  private var timeSquares = 0.0
  /// The sum of the products of the times and the distances from their means.
  private var products = 0.0

  /// The figures of no hits.
  package init(division: Int) { self.division = division }

  /// Compares the hits of a take that sound with the beats of a grid.
  ///
  /// - Parameters:
  ///   - grid: by frames of the take.
  ///   - division: the parts of a beat whose places count; 4 for sixteenths of 4/4.
  package init(_ take: Take, grid: BeatGrid, division: Int) {
    self.init(division: division)
    for layer in take.layers where take.sounds(layer) {
      // Notes of the instrument have greater numbers.
      for index in 0..<layer.hits.count where layer.hits.pads[index] <= 128 {
        let frame = layer.hits.frames[index]
        add(
          Hit(
            pad: layer.hits.pads[index], frame: frame, grid, division: division,
            time: Double(frame) / Double(grid.rate.hertz)))
      }
    }
  }

  /// Adds a hit that was compared by the same division.
  package mutating func add(_ hit: Hit) {
    guard hit.isInWindow else {
      outside += 1
      return
    }
    all.add(hit.distance)
    pads[hit.pad, default: Figures()].add(hit.distance)
    places[hit.place, default: Figures()].add(hit.distance)
    let part = (hit.distance / HitTiming.window + 1) / 2 * Double(histogram.count)
    histogram[min(max(Int(part), 0), histogram.count - 1)] += 1
    let before = hit.time - meanTime
    meanTime += before / Double(all.hits)
    timeSquares += before * (hit.time - meanTime)
    products += before * (hit.distance - all.mean)
  }

  /// Seconds by which the hits become later in a minute: the slope of a line by least squares.
  package var drift: Double { timeSquares > 0 ? products / timeSquares * 60 : 0 }
}
