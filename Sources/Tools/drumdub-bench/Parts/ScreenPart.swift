/// Measures the screen: bytes, frame times, the time from a key to the screen, and processor time in motion and at rest.
struct ScreenPart {
  func measure() throws(Failure) -> PartResult {
    var result = PartResult()
    let frames = try ScreenFrames.measure()
    result.figures += [
      figure("a full frame, 120 × 36", "ms", frames.full * 1000, atMost: 2),
      figure("a moved cursor", "ms", frames.cursor * 1000, atMost: 0.2),
      figure("the meters alone", "ms", frames.meters * 1000),
    ]
    let queue = QueueTimes.measure()
    result.figures += [
      figure(
        "a letter in the filter of 1,000,000 queued tracks, worst", "ms", queue.letter * 1000, atMost: 10),
      figure("until all that have it are found, worst", "ms", queue.found * 1000),
    ]
    let scroll = try ScrollTimes.measure()
    result.figures += [
      figure(
        "processor time of a frame, scrolling through 100,000 tracks, median", "ms", scroll.median * 1000),
      figure(
        "the same, worst", "ms", (scroll.max() ?? 0) * 1000, atMost: 5),
    ]
    let home = try ScratchFolder()
    let track = home.file("track.flac")
    try BenchmarkMusic().write(minutes: 3, to: track)
    let run = try ScreenRun(track, home)
    let keys = try run.keyTimes(40)
    result.figures += [
      figure("from a key to the changed screen, median", "ms", keys.median * 1000, atMost: 10),
      figure("from a key to the changed screen, p95", "ms", keys.percentile(95) * 1000),
    ]
    let playing = try run.watch(seconds: 15)
    result.figures += [
      figure("bytes a second while playing with meters", "B/s", playing.bytes, atMost: 4_096),
      figure("processor while playing with meters", "%", playing.processor * 100, atMost: 1.5),
    ]
    try run.pause()
    let paused = try run.watch(seconds: 10)
    result.figures += [
      figure("bytes a second while paused", "B/s", paused.bytes, atMost: 0),
      figure("processor while paused", "%", paused.processor * 100, atMost: 0.05),
      figure("wake-ups of the main thread while paused", "1/s", paused.mainWakes, atMost: 0),
      figure("wake-ups of all threads while paused, the sound device's among them", "1/s", paused.wakes),
    ]
    return result
  }

  private func figure(_ what: String, _ unit: String, _ value: Double, atMost bound: Double? = nil) -> Figure
  {
    Figure(part: .screen, what: what, unit: unit, value: value, goal: bound.map { .atMost($0) })
  }
}
