import SystemBase

/// Measures recordings: where the sound of a calibrated input lands in a take, and what recordings cost.
struct InputPart {
  /// Runs until one has no dropout.
  private static let attempts = 3

  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    if ProgramFinder.find("pulseaudio") == nil {
      result.notes.append("input: PulseAudio is not installed")
    } else {
      try measurePlaces(&result)
    }
    try measureCost(&result)
    return result
  }

  /// Clicks of a track, captured from the monitor of the sound server that plays them.
  private func measurePlaces(_ result: inout PartResult) throws(Failure) {
    var outcome = try InputRun().measure()
    for _ in 1..<InputPart.attempts where outcome.underruns > 0 { outcome = try InputRun().measure() }
    if outcome.underruns > 0 {
      result.failures.append("input: \(outcome.underruns) dropouts: places cannot be told exactly")
    }
    let errors = outcome.errors.map { abs($0) }
    guard let worst = errors.max() else {
      result.failures.append("input: the layer has no click")
      return
    }
    for (name, value, goal) in [("median", errors.median, nil), ("worst", worst, Goal.atMost(1))] {
      result.figures.append(
        Figure(
          part: .input, what: "click through a monitor against its place, \(name) of \(errors.count)",
          unit: "ms", value: value * 1_000, goal: goal))
    }
  }

  /// Measures the processor time of playing with a recording of the output, against that without.
  private func measureCost(_ result: inout PartResult) throws(Failure) {
    let home = try ScratchFolder()
    let track = home.file("track.flac")
    try BenchmarkMusic().write(minutes: 1, to: track)
    let program = try ProgramFinder.drumdub()
    func usage(_ options: [String]) throws(Failure) -> Double {
      try PlayingRun(program, options + ["--output", "null", track]).measure().processor * 100
    }
    let plain = try usage([])
    for (name, file) in [("WAV", "out.wav"), ("FLAC", "out.flac")] {
      let recording = try usage(["--record", home.file(file)])
      result.figures.append(
        Figure(
          part: .input, what: "processor for a recording of the output as \(name), beside playing", unit: "%",
          value: recording - plain, goal: .atMost(0.5)))
    }
  }
}
