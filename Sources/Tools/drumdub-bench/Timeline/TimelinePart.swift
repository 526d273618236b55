import SystemBase

/// Measures the timeline with a long take: an edit, a change of what is shown, and drawing, each on the main thread.
struct TimelinePart {
  /// Milliseconds.
  private static let longest = 5.0
  private static let largestError = 1.0
  private static let minutes = 10

  func measure() throws(Failure) -> PartResult {
    let times = try TimelineRun.measure()
    let rows: [(String, Double)] = [
      ("moving one hit", times.nudge), ("quantising all hits", times.quantise), ("undoing it", times.undo),
      ("scrolling and drawing", times.scroll), ("zooming and drawing", times.zoom), ("drawing", times.draw),
    ]
    var result = PartResult()
    result.figures = rows.map { name, seconds in
      Figure(
        part: .timeline, what: "\(name), \(TimelineRun.hits) hits", unit: "ms", value: seconds * 1_000,
        goal: .atMost(TimelinePart.longest))
    }
    result.figures.append(
      Figure(
        part: .timeline, what: "how early or late hits are, largest error", unit: "ms",
        value: times.practice * 1_000, goal: .atMost(TimelinePart.largestError)))
    result.figures += try pyramid()
    return result
  }

  private func pyramid() throws(Failure) -> [Figure] {
    let home = try ScratchFolder()
    let track = home.file("track.flac")
    try BenchmarkMusic().write(minutes: TimelinePart.minutes, to: track)
    let times = try WaveformTimes(FilePath(track), in: home)
    return [
      Figure(
        part: .timeline,
        what: "waveform and peaks of \(TimelinePart.minutes) minutes of FLAC, against decoding", unit: "×",
        value: times.ratio, goal: .atMost(1.2)),
      Figure(
        part: .timeline, what: "opening them from the cache", unit: "ms", value: times.opening * 1_000,
        goal: .atMost(10)),
    ]
  }
}
