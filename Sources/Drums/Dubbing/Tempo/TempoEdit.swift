import AudioBase

package enum TempoEdit: String, Hashable, Sendable, CaseIterable {
  /// Every second beat, beginning with the first.
  case half
  /// A beat in the middle of each two.
  case double
  case earlier
  case later
  /// A bar begins with the beat that is nearest to the place that is heard.
  case bar
  /// A bar begins at the place that is heard; all beats move with it.
  case here
}

extension TempoMap {
  /// Creates the tempo that was found in a track. The first bar begins with the first clear accent, or beat.
  package init(_ found: FoundBeats) {
    let first = found.bars?.first ?? 0
    let beats = found.beats.dropFirst(first).map { Int(saturating: $0.rounded()) }
    self.init(
      bpm: found.bpm, beats: found.isSteady ? Array(beats.prefix(1)) : beats,
      signature: found.bars.flatMap { TimeSignature(beats: $0.beats, unit: 4) })
  }

  /// Returns all beats of a track with this tempo, as if they had been found; nil if it states no beat.
  ///
  /// - Parameter frames: the length of the track.
  package func stated(rate: SampleRate, frames: Int) -> FoundBeats? {
    if beats.isEmpty { return nil }
    let grid = BeatGrid(self, rate: rate)
    let (first, last) = (grid.beat(nearestTo: 0), grid.beat(atFrame: max(frames - 1, 0)))
    guard first <= last else { return nil }
    let numbers = (first...last).filter { grid.frame(ofBeat: $0) >= 0 }
    let bars = signature.flatMap { signature in
      numbers.firstIndex { signature.place(ofBeat: $0) == 0 }
        .map { FoundBeats.Bars(beats: signature.beats, first: $0) }
    }
    return FoundBeats(
      bpm: bpm, isSteady: beats.count == 1, confidence: 1, beats: numbers.map(grid.frame(ofBeat:)),
      bars: bars, rate: rate)
  }

  /// Returns the tempo corrected at the frame that is heard; nil if its speed would be out of range.
  package func corrected(
    _ edit: TempoEdit, at frame: Int, rate: SampleRate, signature: TimeSignature
  ) -> TempoMap? {
    let grid = BeatGrid(self, rate: rate, signature: signature)
    switch edit {
    case .half: return scaled(by: 0.5, stride(from: 0, to: beats.count, by: 2).map { beats[$0] })
    case .double:
      let pairs = zip(beats, beats.dropFirst())
      return scaled(by: 2, pairs.flatMap { [$0, ($0 + $1) / 2] } + beats.suffix(1))
    case .earlier: return beginning(withBeat: -1, of: grid)
    case .later: return beginning(withBeat: 1, of: grid)
    case .bar: return beginning(withBeat: grid.beat(nearestTo: frame), of: grid)
    case .here:
      let beat = grid.beat(nearestTo: frame)
      return beginning(withBeat: beat, of: grid, movedBy: frame - grid.nearestFrame(ofBeat: beat))
    }
  }

  /// Returns the tempo with the beat nearest to a frame moved to another one, by a change of speed from the first beat on, or
  /// by the same distance for all beats; nil if it would be out of range.
  package func moving(
    beatNear frame: Int, to target: Int, keepsFirst: Bool, rate: SampleRate, signature: TimeSignature
  ) -> TempoMap? {
    let grid = BeatGrid(self, rate: rate, signature: signature)
    let beat = grid.beat(nearestTo: frame)
    guard keepsFirst, beat != 0 else {
      return beginning(withBeat: 0, of: grid, movedBy: target - grid.nearestFrame(ofBeat: beat))
    }
    let first = grid.frame(ofBeat: 0)
    let ratio = (Double(target) - first) / (grid.frame(ofBeat: beat) - first)
    guard ratio > 0, TempoMap.speeds.contains(bpm / ratio) else { return nil }
    var map = self
    map.bpm = bpm / ratio
    map.beats = beats.map { Int(saturating: (first + (Double($0) - first) * ratio).rounded()) }
    return map
  }

  private func scaled(by factor: Double, _ beats: [Int]) -> TempoMap? {
    guard TempoMap.speeds.contains(bpm * factor) else { return nil }
    var map = self
    (map.bpm, map.beats) = (bpm * factor, beats)
    return map
  }

  /// Returns the tempo with its beats at other frames. Before the start of the track, whole bars are left out.
  func placed(rate: SampleRate, signature: TimeSignature, _ place: (Double) -> Int) -> TempoMap {
    beats.isEmpty
      ? self : beginning(withBeat: 0, of: BeatGrid(self, rate: rate, signature: signature), placedBy: place)
  }

  /// Returns the beats with a beat that begins a bar, from the first such beat of the track on, all moved
  /// by `distance` frames.
  private func beginning(withBeat beat: Int, of grid: BeatGrid, movedBy distance: Int = 0) -> TempoMap {
    beginning(withBeat: beat, of: grid) { Int(saturating: $0.rounded()) + distance }
  }

  private func beginning(
    withBeat beat: Int, of grid: BeatGrid, placedBy place: (Double) -> Int
  ) -> TempoMap {
    var first = grid.signature.place(ofBeat: beat)
    while place(grid.frame(ofBeat: first)) < 0 { first += grid.signature.beats }
    let known = max(beats.count, 1)
    var map = self
    map.beats = (first..<max(known, first + 1)).map { place(grid.frame(ofBeat: $0)) }
    return map
  }
}
