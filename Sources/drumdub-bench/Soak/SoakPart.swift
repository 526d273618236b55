/// Plays for a long time with all cores busy, and checks counters and memory.
struct SoakPart {
  let minutes: Int

  func measure() throws(Failure) -> PartResult {
    let busy = try BusyCores()
    let run = try SoakRun()
    let samples = try run.play(minutes: minutes)
    let counters = try run.end()
    busy.end()
    var result = PartResult()
    result.figures = figures(counters, samples, strikes: run.strikes)
    result.notes = [
      "soak: \(run.strikes) strikes, \(run.moves) seeks and changes of track in \(minutes) minutes",
      "soak: \(counters.renderedFrames) frames, \(counters.lateWakeUps) times woken late by the kernel",
      "soak: \(samples.count) samples after a warm-up of \(Int(SoakRun.warmUp)) s",
    ]
    result.failures = result.figures.filter { $0.isMet == false }.map {
      "soak: \($0.what) is not as it should"
    }
    return result
  }

  private func figures(_ counters: SoakCounters, _ samples: [SoakSample], strikes: Int) -> [Figure] {
    func figure(_ what: String, _ unit: String, _ value: Double, atMost bound: Double?) -> Figure {
      Figure(part: .soak, what: what, unit: unit, value: value, goal: bound.map { .atMost($0) })
    }
    let memory = samples.map(\.memory)
    let threads = samples.map(\.threads)
    let first = memory.first ?? 0
    return [
      figure("underruns of the music", "", Double(counters.underruns), atMost: 0),
      figure("dropouts", "", Double(counters.xruns), atMost: 0),
      figure("events lost", "", Double(counters.lostEvents), atMost: 0),
      figure("strikes not heard", "", Double(strikes - counters.hits), atMost: 0),
      figure("late strikes", "", Double(counters.lateHits), atMost: nil),
      figure("memory (PSS) at most", "MB", memory.max() ?? 0, atMost: nil),
      figure("memory gained after the warm-up", "MB", (memory.max() ?? 0) - first, atMost: 1),
      figure(
        "threads gained or lost", "", Double((threads.max() ?? 0) - (threads.min() ?? 0)), atMost: 0),
    ]
  }
}
