import MixEngine

/// Moves hits to the steps of a grid. The hits of one pad keep their order; of several near one step, the nearest moves.
package struct Quantise: Hashable, Sendable {
  package var division: StepDivision
  /// The part of the distance by which hits are moved, 0…1.
  package var strength = 1.0
  package var swing = 50.0
  /// Milliseconds; hits that are farther from their step stay. Nil for all.
  package var window: Double?

  package init(_ division: StepDivision) { self.division = division }

  /// Reads `1/16 80% swing 58 window 40`, of which only the division is needed; nil if the text is something else.
  package init?(_ text: String) {
    var words = text.split(separator: " ").map(String.init)[...]
    guard let division = words.popFirst().flatMap(StepDivision.init) else { return nil }
    self.init(division)
    while let word = words.popFirst() {
      switch word {
      case "swing":
        guard !division.isTriplet, let swing = words.popFirst().flatMap(Double.init),
          StepGrid.swings.contains(swing)
        else { return nil }
        self.swing = swing
      case "window":
        guard let window = words.popFirst().flatMap(Double.init), (0...10_000).contains(window) else {
          return nil
        }
        self.window = window
      default:
        guard word.last == "%", let percent = Double(word.dropLast()), (0...100).contains(percent) else {
          return nil
        }
        strength = percent / 100
      }
    }
  }

  /// The text that `init` reads as the same.
  package var text: String {
    var words = [division.text]
    if strength != 1 { words.append("\(Quantise.number(strength * 100))%") }
    if swing != 50 { words.append("swing \(Quantise.number(swing))") }
    if let window { words.append("window \(Quantise.number(window))") }
    return words.joined(separator: " ")
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  /// Returns the edit that moves the hits of a layer at `places`, which ascend. The others stay, and are not passed.
  package func edit(
    of hits: HitColumns, at places: some Sequence<Int>, layer: Int, on beats: BeatGrid
  ) -> HitEdit {
    var isMoved = [Bool](repeating: false, count: hits.count)
    for place in places { isMoved[place] = true }
    let order = FrameOrder.places(of: hits.frames)
    var frames = hits.frames
    move(order, hits, isMoved, StepGrid(beats, division, swing: swing), &frames)
    while leaveConflicts(order, hits, &frames) {}
    let changed = hits.indices.filter { frames[$0] != hits.frames[$0] }
    return hits.edit(movingAt: changed, to: frames, layer: layer)
  }

  /// The nearest hit of a pad to a step; the steps ascend with the frames.
  private struct NearestHit {
    var step = 0
    var place: Int?
    var target = 0
    var distance = 0
  }

  /// Finds the new frames of hits. `order` has the places of all hits in the order of their frames.
  private func move(
    _ order: [Int32], _ hits: HitColumns, _ isMoved: [Bool], _ grid: StepGrid, _ frames: inout [Int]
  ) {
    let longest = window.map { $0 / 1_000 * Double(grid.beats.rate.hertz) } ?? .infinity
    var nearest = [NearestHit](repeating: NearestHit(), count: TakeHit.numbers.count)
    var cursor = StepCursor(grid)
    for place in order.lazy.map(Int.init) where isMoved[place] {
      let (frame, pad) = (hits.frames[place], hits.pads[place])
      let (step, target) = cursor.step(nearest: frame)
      let distance = abs(target - frame)
      guard target >= 0, Double(distance) <= longest else { continue }
      let other = nearest[pad]
      if other.place != nil, other.step == step {
        if other.distance < distance || other.distance == distance && frame > target { continue }
      } else {
        move(other, hits, &frames)
      }
      nearest[pad] = NearestHit(step: step, place: place, target: target, distance: distance)
    }
    for hit in nearest { move(hit, hits, &frames) }
  }

  private func move(_ hit: NearestHit, _ hits: HitColumns, _ frames: inout [Int]) {
    guard let place = hit.place else { return }
    let start = Double(hits.frames[place])
    let moved = Int(saturating: (start + strength * (Double(hit.target) - start)).rounded())
    frames[place] = min(moved, HitColumns.frameRange.upperBound)
  }

  /// Leaves neighbours of one pad where they are if they would pass each other or meet. Returns whether there were some.
  private func leaveConflicts(_ order: [Int32], _ hits: HitColumns, _ frames: inout [Int]) -> Bool {
    var found = false
    var last = [Int?](repeating: nil, count: TakeHit.numbers.count)
    for next in order.lazy.map(Int.init) {
      let pad = hits.pads[next]
      let before = last[pad]
      last[pad] = next
      guard let place = before, frames[place] >= frames[next] else { continue }
      let (first, second) = (hits.frames[place], hits.frames[next])
      guard frames[place] > frames[next] || first != second else { continue }
      (frames[place], frames[next]) = (first, second)
      found = true
    }
    return found
  }
}

/// Moves hits and changes their velocities at random, always alike for the same seed, and differently in each layer.
package struct Humanise: Hashable, Sendable {
  package static let timings = 0.0...200.0

  /// The most milliseconds by which a hit is moved.
  package var timing = 10.0
  /// The most steps by which a velocity is changed.
  package var velocity = 8
  package var seed = 1

  /// Reads `10 velocity 8 seed 3`, all of it optional: the milliseconds first; nil if the text is something else.
  package init?(_ text: String) {
    var words = text.split(separator: " ").map(String.init)[...]
    if let first = words.first, let timing = Double(first) {
      guard Humanise.timings.contains(timing) else { return nil }
      self.timing = timing
      words.removeFirst()
    }
    while let word = words.popFirst() {
      guard let number = words.popFirst().flatMap(Int.init), number >= 0 else { return nil }
      switch word {
      case "velocity" where number <= HitColumns.velocityRange.upperBound: velocity = number
      case "seed": seed = number
      default: return nil
      }
    }
  }

  /// The text that `init` reads as the same.
  package var text: String { "\(timing) velocity \(velocity) seed \(seed)" }

  /// Returns the edit that changes hits of a layer. `beats` is the grid, for its sample rate.
  package func edit(
    of hits: HitColumns, at places: some Sequence<Int>, layer: Int, on beats: BeatGrid
  ) -> HitEdit {
    let most = timing / 1_000 * Double(beats.rate.hertz)
    return hits.edit(at: places, layer: layer) { hit, place in
      var random = HitRandom(seed: seed, layer: layer, hit: hits.ids[place])
      let moved = Double(hit.frame) + most * (random.share() + random.share() - 1)
      hit.frame = max(Int(saturating: moved.rounded()), 0)
      hit.velocity += Int((Double(velocity) * (2 * random.share() - 1)).rounded())
    }
  }
}

/// Random numbers of one hit. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
private struct HitRandom {
  private var state: UInt64

  init(seed: Int, layer: Int, hit: Int) {
    state = 0
    for number in [seed, layer, hit] {
      state ^= UInt64(bitPattern: Int64(number))
      state = mixed()
    }
  }

  /// Returns a number from 0 up to 1.
  mutating func share() -> Double { Double(mixed() >> 11) * 0x1p-53 }

  private mutating func mixed() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
