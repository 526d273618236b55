import AudioBase

/// The beats of a take as ticks: beats are whole numbers of ticks, and frame 0 is tick 0.
///
/// The beat before the first known one is shorter or longer than the others, so that it begins with the take.
struct BeatGrid {
  /// The ticks of a quarter note in files that are written.
  static let quarterTicks = 960

  /// The most beats before the first known one; a tempo that begins later is left out.
  private static let longestStart = 65_536.0

  /// The frames of the beats that have tempi of their own, the first at 0, in ascending order.
  let beats: [Double]
  /// The frames of a beat after the last one.
  let period: Double
  let ticksPerBeat: Int
  /// The beats before the first one of a bar.
  let pickup: Int

  /// The grid of a tempo; without one, of 120 beats a minute.
  init(_ tempo: TempoMap?, rate: SampleRate, signature: TimeSignature) {
    let speeds = TempoMap.speeds
    let bpm = min(max(tempo?.bpm ?? Metronome.usualTempo, speeds.lowerBound), speeds.upperBound)
    let period = 60 / bpm * Double(rate.hertz)
    self.period = period
    ticksPerBeat = BeatGrid.quarterTicks * 4 / signature.unit
    let known = BeatGrid.ascending((tempo?.beats ?? []).map(Double.init), shortest: period / 8)
    guard let first = known.first, first > 0, first < period * BeatGrid.longestStart else {
      beats = known.first == 0 ? known : [0]
      pickup = 0
      return
    }
    // Whole beats before the first known one, of which the earliest takes what is left.
    let before = max(1, Int((first / period).rounded()))
    let earlier = (1..<before).reversed().map { first - Double($0) * period }
    beats = [0] + earlier + known
    pickup = before % signature.beats
  }

  /// Leaves out beats that are too near to the one before.
  private static func ascending(_ beats: [Double], shortest: Double) -> [Double] {
    beats.reduce(into: []) { list, beat in
      if beat >= (list.last.map { $0 + shortest } ?? 0) { list.append(beat) }
    }
  }

  /// Returns the tick that is nearest to a frame.
  func tick(atFrame frame: Double) -> Int {
    var (low, high) = (0, beats.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if beats[middle] <= frame { low = middle } else { high = middle }
    }
    let length = low + 1 < beats.count ? beats[low + 1] - beats[low] : period
    let place = Double(low) + (frame - beats[low]) / length
    return max(0, Int((place * Double(ticksPerBeat)).rounded()))
  }

  /// The tempo of each beat that differs from the one before.
  ///
  /// Each is rounded to microseconds such that no beat is off by more than one, however many there are.
  func tempi(rate: SampleRate) -> [MIDIFile.Event] {
    let quarters = Double(ticksPerBeat) / Double(BeatGrid.quarterTicks)
    var events: [MIDIFile.Event] = []
    var reached = 0.0
    var last: Int?
    func quarter(_ microseconds: Double) -> Int {
      min(max(Int((microseconds / quarters).rounded()), 1), 0xFF_FFFF)
    }
    for index in beats.indices {
      let due = index + 1 < beats.count ? beats[index + 1] / Double(rate.hertz) * 1e6 : nil
      let tempo = quarter(due.map { $0 - reached } ?? period / Double(rate.hertz) * 1e6)
      reached += Double(tempo) * quarters
      if tempo != last { events.append(MIDIFile.Event(index * ticksPerBeat, .tempo(microseconds: tempo))) }
      last = tempo
    }
    return events
  }
}
