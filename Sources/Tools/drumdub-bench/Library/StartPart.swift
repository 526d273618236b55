import SystemBase

/// Measures the start: the time to the first full screen, beside cmus, and the cost of 100,000 tracks.
enum StartPart {
  private static let rounds = 11

  static func measure(_ report: Report) throws {
    let cmus = try report.find("cmus").map { _ in try Cmus() }
    try report.race(
      "start to first full screen", .milliseconds, rounds: rounds,
      beside: cmus.map { cmus in Peer(name: "cmus") { try cmus.startTime() } }, .ratioAtMost(1.3)
    ) { try time(ScratchFolder()) }
    let empty = try ScratchFolder()
    report.add(
      "memory (PSS), no library", try memory(empty, settling: report.isQuick ? 3 : 6), .number("MB"),
      .atMost(22))
    if report.isQuick { return }
    let full = try ScratchFolder(tracks: 100_000)
    try report.race(
      "start with 100,000 tracks in the library", .milliseconds, rounds: rounds,
      beside: Peer(name: "none in it") { try time(empty) }, .ratioAtMost(1.1)
    ) { try time(full) }
    report.add(
      "memory (PSS), 100,000 tracks, all of them listed", try memory(full, hasLibrary: true), .number("MB"),
      .atMost(24))
  }

  private static func start(_ home: ScratchFolder) throws -> TerminalRun {
    try TerminalRun(
      ProgramFinder.drumdub(), ["--output", "null", ProgramFinder.resource("Demo")], home: home)
  }

  /// Waits for the last pad, the title of the song and its length in the queue, which are read from its tags.
  private static func time(_ home: ScratchFolder) throws -> Double {
    let begin = HostTime.now
    let run = try start(home)
    return try run.terminal.wait(for: "cowbell", "First Light", "01:01").seconds(since: begin)
  }

  /// Measures the memory of the player; with a library, after all tracks were listed and searched.
  private static func memory(
    _ home: ScratchFolder, hasLibrary: Bool = false, settling seconds: Double = 6
  ) throws -> Double {
    let run = try start(home)
    try run.terminal.wait(for: "cowbell")
    if hasLibrary {
      try run.terminal.wait(for: "Most played")
      // Opens the last entry, all tracks, and scrolls through them.
      run.type("\t\u{1B}[F\r")
      try run.terminal.wait(for: "100,000")
      run.type("/the")
      try run.terminal.wait(for: "/the")
      run.type("\r")
    }
    run.terminal.pass(seconds)
    return try run.child.memory()
  }
}
