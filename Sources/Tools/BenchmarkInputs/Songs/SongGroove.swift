import SystemBase

/// A drummer who plays a bar of 16 steps again and again, a little loosely, with other velocities and fills each time.
enum SongGroove: CaseIterable {
  case rock, ghosts, ride

  /// The steps of the notes of General MIDI, and the usual velocities.
  private var bar: [(note: Int, steps: [Int], velocity: Int)] {
    switch self {
    case .rock: [(36, [0, 6, 8], 100), (38, [4, 12], 105), (42, [0, 2, 4, 6, 8, 10, 12, 14], 75)]
    case .ghosts:
      [
        (36, [0, 3, 10], 95), (38, [4, 12], 110), (38, [7, 9, 15], 35), (42, [0, 2, 4, 6, 8, 10, 12], 70),
        (46, [14], 80),
      ]
    case .ride:
      [(36, [0, 10], 95), (38, [4, 12], 95), (51, [0, 2, 4, 6, 8, 10, 12, 14], 80), (44, [4, 12], 60)]
    }
  }

  /// Returns the strokes over a number of frames, at a tempo.
  func strokes(bpm: Double, frames: Int, seed: UInt64) -> [Stroke] {
    var random = SeededGenerator(seed: seed)
    let step = 15 / bpm * Double(SongMixture.rate.hertz)
    var strokes: [Stroke] = []
    func strike(_ note: Int, at place: Int, _ velocity: Int) {
      let late = Double.random(in: -0.004...0.004, using: &random) * Double(SongMixture.rate.hertz)
      let frame = Int(Double(place) * step + late)
      guard (0..<frames).contains(frame) else { return }
      let velocity = min(max(velocity + .random(in: -18...18, using: &random), 1), 127)
      strokes.append(Stroke(frame: frame, note: note, velocity: velocity))
    }
    for number in 0..<Int(Double(frames) / step / 16) {
      // The last beat of each fourth bar is a fill on the toms, and a crash follows.
      let hasFill = number % 4 == 3
      for part in bar {
        for place in part.steps where !(hasFill && place >= 12) {
          strike(part.note, at: 16 * number + place, part.velocity)
        }
      }
      if hasFill {
        for (index, note) in [50, 47, 43, 43].enumerated() { strike(note, at: 16 * number + 12 + index, 95) }
      }
      if number % 4 == 0, number > 0 { strike(49, at: 16 * number, 100) }
    }
    return strokes.sorted { $0.frame < $1.frame }
  }
}
