import AudioBase

/// The beats of a take as ticks: beats are whole numbers of ticks, and frame 0 is tick 0.
struct MIDIBeats {
  static let quarterTicks = 960

  private let grid: BeatGrid
  let ticksPerBeat: Int

  init(_ grid: BeatGrid) {
    self.grid = grid.beginningAtZero
    ticksPerBeat = MIDIBeats.quarterTicks * 4 / grid.signature.unit
  }

  /// The beats before the first one of a bar.
  var pickup: Int { -grid.firstNumber % grid.signature.beats }

  /// The last tick of a file. A later one would need megabytes to bridge the pause before it.
  private static let lastTick = 1 << 40

  func tick(atFrame frame: Double) -> Int {
    let place = grid.place(atFrame: frame) - Double(grid.firstNumber)
    return min(max(0, Int(saturating: (place * Double(ticksPerBeat)).rounded())), MIDIBeats.lastTick)
  }

  /// The tempo of each beat that differs from the one before, in microseconds such that no beat is off by more than one.
  var tempi: [MIDIFile.Event] {
    let quarters = Double(ticksPerBeat) / Double(MIDIBeats.quarterTicks)
    let microseconds = 1e6 / Double(grid.rate.hertz)
    var events: [MIDIFile.Event] = []
    var reached = 0.0
    var last: Int?
    for index in grid.beats.indices {
      let isLast = index + 1 == grid.beats.count
      let length = isLast ? grid.after * microseconds : grid.beats[index + 1] * microseconds - reached
      let tempo = min(max(Int((length / quarters).rounded()), 1), 0xFF_FFFF)
      reached += Double(tempo) * quarters
      if tempo != last { events.append(MIDIFile.Event(index * ticksPerBeat, .tempo(microseconds: tempo))) }
      last = tempo
    }
    return events
  }
}
