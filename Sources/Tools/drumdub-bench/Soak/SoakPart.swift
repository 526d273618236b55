/// Plays for a long time with all cores busy, and checks counters and memory; uses another player at the same time, and
/// checks the resources that it holds.
struct SoakPart {
  let minutes: Int

  func measure() throws(Failure) -> PartResult {
    let busy = try BusyCores()
    let run = try SoakRun()
    let use = try UseRun()
    let (samples, used) = try run.play(minutes: minutes, beside: use)
    let counters = try run.end()
    try use.end()
    busy.end()
    var result = PartResult()
    result.figures = figures(counters, samples, strikes: run.strikes) + figures(ofUse: used)
    result.notes = [
      "soak: \(run.strikes) strikes, \(run.moves) seeks and changes of track in \(minutes) minutes",
      "soak: \(use.steps) steps of mixed use",
      "soak: \(counters.renderedFrames) frames, \(counters.lateWakeUps) times woken late by the kernel",
      "soak: \(samples.count) samples after a warm-up of \(Int(SoakRun.warmUp)) s",
    ]
    result.failures = result.figures.filter { $0.isMet == false }.map {
      "soak: \($0.what) is not as it should"
    }
    return result
  }

  private func figure(_ what: String, _ unit: String, _ value: Double, atMost bound: Double?) -> Figure {
    Figure(part: .soak, what: what, unit: unit, value: value, goal: bound.map { .atMost($0) })
  }

  private func figures(_ counters: SoakCounters, _ samples: [SoakSample], strikes: Int) -> [Figure] {
    let memory = samples.map(\.memory)
    let threads = samples.map(\.threads)
    let first = memory.first ?? 0
    return [
      figure("underruns of the music", "", Double(counters.underruns), atMost: 0),
      figure("dropouts", "", Double(counters.xruns), atMost: 0),
      figure("events lost", "", Double(counters.lostEvents), atMost: 0),
      figure("strikes not heard", "", Double(strikes - counters.hits), atMost: 0),
      figure("late strikes", "", Double(counters.lateHits), atMost: nil),
      figure("private memory at most", "MB", memory.max() ?? 0, atMost: nil),
      figure("private memory gained after the warm-up", "MB", (memory.max() ?? 0) - first, atMost: 1),
      figure(
        "threads gained or lost", "", Double((threads.max() ?? 0) - (threads.min() ?? 0)), atMost: 0),
    ]
  }

  /// Returns the growth of descriptors, threads and memory. Growth is the least of the last quarter less the least of the second
  /// one: tracks and scans come and go, and in the first one the histories of the queue fill.
  private func figures(ofUse samples: [SoakSample]) -> [Figure] {
    let quarter = max(samples.count / 4, 1)
    func gained(_ value: (SoakSample) -> Double) -> Double {
      (samples.suffix(quarter).map(value).min() ?? 0)
        - (samples.dropFirst(quarter).prefix(quarter).map(value).min() ?? 0)
    }
    return [
      figure("descriptors gained in mixed use", "", gained { Double($0.descriptors) }, atMost: 4),
      figure("threads gained in mixed use", "", gained { Double($0.threads) }, atMost: 2),
      figure("private memory gained in mixed use", "MB", gained(\.memory), atMost: 10),
      figure(
        "descriptors in mixed use at most", "", Double(samples.map(\.descriptors).max() ?? 0), atMost: nil),
    ]
  }
}
