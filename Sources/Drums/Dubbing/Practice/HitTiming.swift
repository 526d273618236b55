import AudioBase

/// Timing statistics of hits: their deviations from the beats or from equal subdivisions of the beats. Pure arithmetic.
///
/// Mean, spread and drift are updated with each hit: B. P. Welford, "Note on a Method for Calculating Corrected Sums of
/// Squares and Products", Technometrics 4 (3), 1962.
package struct HitTiming: Hashable, Sendable {
  package static let divisions = 1...12
  /// The default number of subdivisions of a beat: sixteenths in 4/4.
  package static let usualDivision = 4

  /// The mean and spread of the deviations of hits from the nearest places.
  package struct Figures: Hashable, Sendable {
    package private(set) var hits = 0
    /// Seconds; negative if the hits are early.
    package private(set) var mean = 0.0
    /// The sum of the squared differences from the mean.
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

  package struct Hit: Hashable, Sendable {
    package var pad: Int
    /// The number of the beat that its place belongs to.
    package var beat: Int
    /// The place in the bar, counted in subdivisions from the start of the bar.
    package var place: Int
    /// Seconds from the start of what is compared.
    package var time: Double
    /// The deviation from the place in seconds of playback time; negative if the hit is early.
    package var distance: Double
    /// The deviation in steps from one place to the next, −0.5…0.5.
    package var share: Double
    /// The length of the step that the hit is in, in seconds of playback time.
    package var step: Double

    /// Compares a hit at a frame with the nearest place of a grid. `speed` is in seconds of the track per second.
    package init(pad: Int, frame: Int, _ grid: BeatGrid, division: Int, speed: Double = 1, time: Double) {
      func position(ofPlace number: Double) -> Double { grid.frame(atPlace: number / Double(division)) }
      let exact = grid.place(atFrame: Double(frame)) * Double(division)
      let number = Int(saturating: exact.rounded())
      let beat = Int(saturating: (Double(number) / Double(division)).rounded(.down))
      (self.pad, self.beat, self.time) = (pad, beat, time)
      place = grid.signature.place(ofBeat: beat) * division + number - beat * division
      let framesPerSecond = Double(grid.rate.hertz) * speed
      distance = (Double(frame) - position(ofPlace: Double(number))) / framesPerSecond
      share = exact - Double(number)
      let start = exact.rounded(.down)
      let length = (position(ofPlace: start + 1) - position(ofPlace: start)) / framesPerSecond
      step = length > 0 ? length : 0
    }
  }

  package private(set) var all = Figures()
  /// The shortest and the longest step that has hits, in seconds of playback time; nil without hits.
  package private(set) var steps: ClosedRange<Double>?
  package private(set) var pads: [Int: Figures] = [:]
  /// The figures of each place in the bar, counted in subdivisions from the start of the bar.
  package private(set) var places: [Int: Figures] = [:]
  /// The number of hits in each of 20 equal parts of a step, from half a step early to half a step late.
  package private(set) var histogram = [Int](repeating: 0, count: 20)
  package let division: Int
  private var meanTime = 0.0
  /// The sum of the squared differences of the times from their mean.
  private var timeSquares = 0.0
  /// The sum of the products of the differences of times and deviations from their means.
  private var products = 0.0

  package init(division: Int) { self.division = division }

  /// Compares the hits of a take that sound with the beats of a grid, by frames of the take.
  package init(_ take: Take, grid: BeatGrid, division: Int) {
    self.init(division: division)
    for layer in take.layers where take.sounds(layer) {
      // Notes of the instrument have greater numbers.
      for hit in layer.hits where hit.pad <= 128 {
        let time = Double(hit.frame) / Double(grid.rate.hertz)
        add(Hit(pad: hit.pad, frame: hit.frame, grid, division: division, time: time))
      }
    }
  }

  /// Adds a hit that was compared with the same division.
  package mutating func add(_ hit: Hit) {
    all.add(hit.distance)
    steps = min(steps?.lowerBound ?? hit.step, hit.step)...max(steps?.upperBound ?? hit.step, hit.step)
    pads[hit.pad, default: Figures()].add(hit.distance)
    places[hit.place, default: Figures()].add(hit.distance)
    let part = Int(saturating: (hit.share + 0.5) * Double(histogram.count))
    histogram[min(max(part, 0), histogram.count - 1)] += 1
    let before = hit.time - meanTime
    meanTime += before / Double(all.hits)
    timeSquares += before * (hit.time - meanTime)
    products += before * (hit.distance - all.mean)
  }

  /// The drift in seconds per minute: the slope of the regression line of deviation over time.
  package var drift: Double { timeSquares > 0 ? products / timeSquares * 60 : 0 }
}
