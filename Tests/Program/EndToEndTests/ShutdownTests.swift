import AudioBase
import AudioFiles
import Glibc
import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// The terminal is restored however the program ends.
@Suite(.together) struct EndingTests {
  struct Shutdown: Sendable, CustomStringConvertible {
    let description: String
    var keys = ""
    var signal: Int32 = 0
    let end: PseudoTerminal.End
  }

  static let endings =
    [
      Shutdown(description: "q", keys: "q", end: .exited(0)),
      Shutdown(description: "Ctrl-C", keys: "\u{3}", end: .exited(0)),
      Shutdown(description: "Ctrl-C while typing", keys: "/as\u{3}", end: .exited(0)),
      Shutdown(description: "TERM", signal: SIGTERM, end: .exited(0)),
      Shutdown(description: "HUP", signal: SIGHUP, end: .exited(0)),
      Shutdown(description: "INT", signal: SIGINT, end: .exited(0)),
    ]
    + [
      ("SEGV", SIGSEGV), ("ABRT", SIGABRT), ("ILL", SIGILL), ("TRAP", SIGTRAP), ("BUS", SIGBUS),
      ("FPE", SIGFPE),
      ("QUIT", SIGQUIT), ("USR1", SIGUSR1),
    ].map { Shutdown(description: $0.0, signal: $0.1, end: .signalled($0.1)) }

  /// - Parameter hasKeyboard: whether the terminal knows the kitty keyboard protocol.
  @Test(arguments: endings, [false, true])
  func terminalIsRestoredAfterEachKindOfEnd(ending: Shutdown, hasKeyboard: Bool) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 30, seconds: 10).write(to: "a.wav", in: sandbox)
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let before = terminal.modes
    try sandbox.start(in: terminal, ["--output", "null", "a.wav"])
    try terminal.wait(for: "playing")
    try terminal.wait(for: "\u{1B}[?u")
    if hasKeyboard {
      terminal.type("\u{1B}[?0u")
      try terminal.wait(for: "\u{1B}[>31u")
    }
    #expect(terminal.modes != before)
    if ending.keys.isEmpty { terminal.signal(ending.signal) } else { terminal.type(ending.keys) }
    try terminal.expectEnd(ending.end)
    #expect(terminal.modes == before)
    expectTheShellsScreen(terminal.text, hasKeyboard: hasKeyboard)
  }

  /// What was switched on last was switched off, and nothing is written after.
  private func expectTheShellsScreen(_ text: String, hasKeyboard: Bool) {
    func place(_ words: String) -> String.Index? { text.lastRange(of: words)?.lowerBound }
    for (on, off) in [
      ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?2004h", "\u{1B}[?2004l"),
    ] {
      #expect(place(on) != nil && place(off) != nil)
      if let on = place(on), let off = place(off) { #expect(on < off) }
    }
    #expect((place("\u{1B}[<u") != nil) == hasKeyboard)
    guard let end = text.lastRange(of: "\u{1B}[?1049l") else { return }
    #expect(withoutSequences(text[end.upperBound...]).isEmpty)
  }

  /// What a terminal shows of it.
  private func withoutSequences(_ text: Substring) -> String {
    let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    let shown = parts.dropFirst().map {
      $0.first == "[" ? $0.dropFirst().drop { !$0.isLetter }.dropFirst() : $0.dropFirst()
    }
    return ((parts.first ?? "") + shown.joined()).filter { $0 != "\r" }
  }

  @Test func outputFileIsCompleteAfterSIGTERM() throws {
    let sandbox = try Sandbox()
    let track = TestTrack(seed: 31, seconds: 10)
    try track.write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal("--output", "file:out.wav", "a.wav")
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(0.5, in: "out.wav", terminal)
    terminal.signal(SIGTERM)
    try terminal.expectEnd(.exited(0))
    // libsndfile's header, read by other means than the frames.
    let decoder = try DecoderRegistry().open(sandbox.file("out.wav"))
    let frames = try FloatWAV(sandbox.file("out.wav")).frames
    #expect(decoder.format.length == FrameCount(frames.count) && frames.count > 24_000)
  }
}

extension String {
  fileprivate func lastRange(of words: String) -> Range<Index>? { ranges(of: words).last }
}
