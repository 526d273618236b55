import AudioBase

/// The factors of several signals over a track, which move evenly from one frame to the next.
struct WeightCourse {
  private let frames: [Int]
  /// One list of factors for each frame.
  private let weights: [[Float]]

  /// Creates the factors of a track and its files, whose sum is heard at the gains of its parts.
  init(_ parts: SongParts) {
    if let course = parts.course, !course.frames.isEmpty {
      (frames, weights) = (course.frames, course.gains.map(parts.weights(at:)))
    } else {
      (frames, weights) = ([0], [parts.weights])
    }
  }

  fileprivate var signalCount: Int { weights[0].count }

  /// Returns the number of frames that are not behind a place of the track.
  fileprivate func passed(at place: Double) -> Int {
    var (low, high) = (0, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if Double(frames[middle]) <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the factor of a signal at a place of the track.
  ///
  /// - Parameter passed: the number of frames that are not behind an earlier place; moved on to this one.
  fileprivate func weight(_ signal: Int, at place: Double, _ passed: inout Int) -> Float {
    while passed < frames.count, Double(frames[passed]) <= place { passed += 1 }
    if passed == 0 { return weights[0][signal] }
    let from = weights[passed - 1][signal]
    if passed == frames.count { return from }
    let to = weights[passed][signal]
    if from == to { return from }
    let (start, end) = (Double(frames[passed - 1]), Double(frames[passed]))
    return from + (to - from) * Float((place - start) / (end - start))
  }

  /// Returns the factor of a signal if it is the same between two places of the track.
  fileprivate func constant(_ signal: Int, from start: Double, to end: Double) -> Float? {
    let (first, last) = (passed(at: start), passed(at: end))
    let weight = weights[max(first - 1, 0)][signal]
    let knots = max(first - 1, 0)...min(last, frames.count - 1)
    return knots.allSatisfy { weights[$0][signal] == weight } ? weight : nil
  }
}

/// A position of the music ring and the place of the track that stands there.
struct TrackPlace {
  let position: Int
  let trackFrame: Double
  /// Track frames for each frame of the ring.
  let ratio: Double

  /// Returns the place of the track at another position.
  func trackFrame(at position: Int) -> Double { trackFrame + Double(position - self.position) * ratio }
}

/// Factors of several signals, which move from former ones to those of a course within some frames from a position of the
/// music ring on.
struct WeightRamp {
  private var course: WeightCourse
  /// Nil: those of the course.
  private var former: [Float]?
  private var start: Int
  private let length: Int

  /// Creates factors that move from `former` to those of a course; with nil, they are those of the course at once.
  init(from former: [Float]?, to course: WeightCourse, at start: Int, length: Int) {
    (self.former, self.course, self.start, self.length) = (former, course, start, length)
  }

  /// Returns the factors of a signal from a position on, where the track is at a place.
  ///
  /// - Parameter left: the place before a jump to `place`: the factors move from those there.
  func factors(
    of signal: Int, from position: Int, _ place: TrackPlace, after left: TrackPlace? = nil
  ) -> Factors {
    var factors = Factors(self, signal, position, place)
    if let left, position < place.position + length {
      var former = Factors(self, signal, place.position, left)
      factors.former = former.next()
    }
    return factors
  }

  /// Moves to the factors of another course from a position on.
  mutating func move(to course: WeightCourse, at position: Int, _ place: TrackPlace) {
    former = (0..<course.signalCount).map { signal in
      var factors = factors(of: signal, from: position, place)
      return factors.next()
    }
    (self.course, start) = (course, position)
  }

  /// The factors of one signal at successive positions.
  struct Factors {
    private let ramp: WeightRamp
    private let signal: Int
    private let place: TrackPlace
    private var position: Int
    private var passed: Int
    /// The factor before a jump of the track; nil: there was none.
    fileprivate var former: Float?

    fileprivate init(_ ramp: WeightRamp, _ signal: Int, _ position: Int, _ place: TrackPlace) {
      (self.ramp, self.signal, self.position, self.place) = (ramp, signal, position, place)
      passed = ramp.course.passed(at: place.trackFrame(at: position))
    }

    /// Returns the factor of the next `count` positions if it is the same at all of them.
    func constant(for count: Int) -> Float? {
      let end = place.trackFrame(at: position + max(count - 1, 0))
      guard let goal = ramp.course.constant(signal, from: place.trackFrame(at: position), to: end),
        former ?? goal == goal
      else { return nil }
      guard let moved = ramp.former, position < ramp.start + ramp.length else { return goal }
      return goal == moved[signal] ? goal : nil
    }

    /// Returns the factor of the next position.
    mutating func next() -> Float {
      var factor = ramp.course.weight(signal, at: place.trackFrame(at: position), &passed)
      if let moved = ramp.former { factor = ramp.mixed(moved[signal], factor, position - ramp.start) }
      if let former { factor = ramp.mixed(former, factor, position - place.position) }
      position += 1
      return factor
    }
  }

  /// Returns the factor on the way from one to another after some frames.
  private func mixed(_ former: Float, _ goal: Float, _ frames: Int) -> Float {
    if frames >= length { return goal }
    return frames <= 0 ? former : former + (goal - former) * Float(frames) / Float(length)
  }
}
