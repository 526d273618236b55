import SystemBase

/// Measures the screen at 120 × 36: keys with a library of 100,000 tracks; bytes, processor and wake-ups in motion and rest.
enum ScreenPart {
  static func measure(_ report: Report) throws {
    if !report.isQuick {
      QueueFilter.measure(report)
      try measureKeys(report)
    }
    let home = try ScratchFolder()
    let run = try started(home)
    let playing = try run.usage(settling: report.isQuick ? 2 : 4, seconds: report.isQuick ? 4 : 10)
    report.add("bytes a second while playing with meters", playing.bytes, .number("B/s"), .atMost(4_096))
    report.add("processor while playing with meters", playing.processor, .percent, .atMost(1.5))
    if report.isQuick { return }
    run.type(" ")
    try run.terminal.wait(for: "paused")
    // Waits until the meters are at zero, the device rests and the session is saved (after 10 s).
    let (end, process) = (HostTime.now.advanced(bySeconds: 60), run.child.process)
    var last = -1
    while process.wakes != last && HostTime.now < end {
      last = process.wakes
      run.terminal.pass(11)
    }
    let paused = try run.usage(settling: 0, seconds: 8)
    report.add("bytes a second while paused", paused.bytes, .number("B/s"), .atMost(0))
    report.add("processor while paused", paused.processor, .percent, .atMost(0.05))
    report.add("wake-ups of the main thread while paused", paused.mainWakes, .number("1/s"), .atMost(0))
    report.add(
      "wake-ups of all threads while paused, the sound device's among them", paused.wakes, .number("1/s"))
  }

  private static func started(_ home: ScratchFolder) throws -> TerminalRun {
    try TerminalRun(
      drumdub: ["--output", "null", try home.writeMusic(minutes: 3)], home: home, until: "playing")
  }

  private static func measureKeys(_ report: Report) throws {
    let run = try started(ScratchFolder(tracks: 100_000))
    run.type(" ")
    try run.terminal.wait(for: "paused")
    // Opens the last entry of the library, all tracks.
    run.type("\t\u{1B}[F\r")
    try run.terminal.wait(for: "100,000")
    run.terminal.pass(3)
    // The goal of the processor time in milliseconds; that of the time to the screen is the same for all.
    // F2 shows one and two rows of pads in turns, which moves all that is below them.
    let rows: [(what: String, keys: [String], count: Int, processor: Double)] = [
      ("the volume", ["+", "-"], 40, 2), ("a full frame", ["\u{1B}OQ"], 100, 1.5),
      ("all cells sent again", ["\u{0C}"], 100, 1.5),
      ("a moved cursor", ["\u{1B}[B", "\u{1B}[A"], 100, 2),
      ("a page of 100,000 tracks", ["\u{1B}[6~"], 200, 1.5),
    ]
    for (what, keys, count, processor) in rows {
      let answers = try run.answers(to: keys, count: count)
      report.add(
        "from a key to the screen: \(what)", of: answers.seconds, .milliseconds,
        [(.median, .atMost(10)), (.percentile(99), nil)])
      report.add("processor time: \(what)", answers.processor, .milliseconds, .atMost(processor))
    }
  }
}
