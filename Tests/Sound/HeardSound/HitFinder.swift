import AudioBase

/// A hit that was found in rendered sound.
package struct FoundHit: Hashable {
  package var frame: Int
  package var pad: Int
  /// 1…127, by its level.
  package var velocity: Int

  package init(frame: Int, pad: Int, velocity: Int) {
    (self.frame, self.pad, self.velocity) = (frame, pad, velocity)
  }
}

/// Finds hits of the default kit, plain and accented ones of its first bank, in sound that has nothing else in it, by the
/// least squares of what begins to sound.
///
/// No pad may be struck again while it sounds: the engine fades the first strike then, which is not reckoned with.
package struct HitFinder {
  /// The level below which sound is rounding error of the subtraction: −94 dB.
  package static let floor: Float = 2e-5
  /// The numbers of frames from which a hit is identified, 10 ms at most. Where another hit begins within them, as late
  /// hits of a busy machine do, fewer explain the sound exactly.
  private static let windows = [480, 240, 120, 60]

  /// The inverse of the products of the beginnings of all sounds, for a number of frames.
  private struct Beginnings {
    let frames: Int
    let inverse: [[Double]]

    init(_ sounds: [KitSound], frames: Int) {
      self.frames = frames
      let starts = sounds.map { Array($0.frames.prefix(frames)) }
      inverse = HitFinder.inverted(starts.map { a in starts.map { HitFinder.product(a[...], $0[...]) } })
    }
  }

  /// The samples of the hits that are looked for; those of a pad take turns.
  private let sounds: [KitSound]
  /// Frames before any sound is above the floor, at most.
  private let lead: Int
  private let beginnings: [Beginnings]

  /// - Parameter padsLevel: the value of the setting `pads-level`.
  package init(padsLevel: Double = KitSound.usualLevel) throws {
    sounds = try KitSound.all(padsLevel: padsLevel).filter { $0.pad <= 8 && $0.velocities.upperBound >= 100 }
    lead = (sounds.compactMap { $0.frames.first(above: HitFinder.floor) }.max() ?? 0) + 8
    beginnings = HitFinder.windows.map { [sounds] in Beginnings(sounds, frames: $0) }
  }

  /// - Returns: the hits in order, and the remaining sound without them.
  package func find(in sound: [Frame]) -> (hits: [FoundHit], rest: [Frame]) {
    var rest = sound
    var hits: [FoundHit] = []
    var start = 0
    while let onset = rest.first(above: HitFinder.floor, from: start) {
      let found = strongest(around: onset, in: rest)
      if found.isEmpty { break }
      for (hit, sound) in found { takeOut(hit, sound, of: &rest) }
      hits += found.map(\.hit)
      start = onset + 1
    }
    return (hits, rest)
  }

  private func takeOut(_ hit: FoundHit, _ sound: KitSound, of rest: inout [Frame]) {
    let frames = sound.frames
    let gain = HitFinder.gain(velocity: hit.velocity)
    for index in 0..<min(frames.count, rest.count - hit.frame) {
      rest[hit.frame + index] -= frames[index] * gain
    }
  }

  /// The sounds that begin on a frame, by their gains.
  private struct Explanation {
    var frame = 0
    var gains: [Double] = []
    /// The square sum of what they leave.
    var error = Double.infinity
    var isExact = false
  }

  /// The hits that begin together where they explain best what sounds from `onset` on.
  private func strongest(around onset: Int, in rest: [Frame]) -> [(hit: FoundHit, sound: KitSound)] {
    let explanations = beginnings.lazy.map { explanation(by: $0, around: onset, in: rest) }
    let best = explanations.first(where: \.isExact) ?? explanation(by: beginnings[0], around: onset, in: rest)
    return zip(sounds, best.gains).compactMap { sound, gain in
      // Larger gains come from sound that is no sum of these samples.
      guard gain > 0.02, gain < 2 else { return nil }
      let velocity = (gain.squareRoot() * 127).rounded()
      return (FoundHit(frame: best.frame, pad: sound.pad, velocity: Int(velocity)), sound)
    }
  }

  private func explanation(
    by beginnings: Beginnings, around onset: Int, in rest: [Frame]
  ) -> Explanation {
    var best = Explanation()
    for frame in max(onset - lead, 0)...onset {
      let end = min(frame + beginnings.frames, rest.count)
      let heard = rest[frame..<end]
      let products = sounds.map { HitFinder.product($0.frames[..<heard.count], heard) }
      let gains = beginnings.inverse.map { row in zip(row, products).reduce(0) { $0 + $1.0 * $1.1 } }
      let explained = zip(gains, products).reduce(0) { $0 + $1.0 * $1.1 }
      let error = HitFinder.product(heard, heard) - explained
      guard error < best.error else { continue }
      let silence = Double(HitFinder.floor * HitFinder.floor) * Double(2 * heard.count)
      best = Explanation(frame: frame, gains: gains, error: error, isExact: error < silence)
    }
    return best
  }

  /// The usual curve: amplitude grows with the square of the velocity.
  private static func gain(velocity: Int) -> Float {
    let relative = Float(velocity) / 127
    return relative * relative
  }

  // MARK: Sums

  private static func product(_ left: ArraySlice<Frame>, _ right: ArraySlice<Frame>) -> Double {
    var sum = SIMD2<Double>.zero
    for (a, b) in zip(left, right) { sum += SIMD2<Double>(a) * SIMD2<Double>(b) }
    return sum.x + sum.y
  }

  /// By Gauss and Jordan; the matrix is one of products, so its pivots are positive.
  private static func inverted(_ matrix: [[Double]]) -> [[Double]] {
    let size = matrix.count
    var rows = matrix.enumerated().map { index, row in row + (0..<size).map { $0 == index ? 1 : 0 } }
    for pivot in 0..<size {
      let scale = rows[pivot][pivot]
      rows[pivot] = rows[pivot].map { $0 / scale }
      for other in 0..<size where other != pivot {
        let factor = rows[other][pivot]
        rows[other] = zip(rows[other], rows[pivot]).map { $0 - factor * $1 }
      }
    }
    return rows.map { Array($0[size...]) }
  }
}
