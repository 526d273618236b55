import Glibc
import TerminalTestSupport
import Testing

/// The screen in real terminals of several kinds.
@Suite struct CursesScreenTests {
  @Test(arguments: ["xterm-256color", "xterm", "linux", "screen", "vt100", "tmux-256color", "rxvt"])
  func screenIsDrawnAndTheTerminalRestoredAtTheEnd(kind: String) throws {
    let probe = try Probe.ready(kind)
    let terminal = probe.terminal
    #expect(terminal.modes != probe.modesBefore)
    for words in ["ready 80x24", "é 日本 👩 🇫🇷 e\u{301} ␛[31m"] { #expect(terminal.text.contains(words)) }
    #expect(!terminal.text.contains("\u{1B}[31m\u{1B}[31m"))
    try terminal.expectQuit()
    #expect(terminal.modes == probe.modesBefore)
    #expect(terminal.text.contains("\u{1B}[?2004h"))
    #expect(terminal.text.contains("\u{1B}[?2004l"))
    if kind.hasPrefix("xterm") {
      #expect(terminal.text.contains("\u{1B}[?1049h"))
      #expect(terminal.text.contains("\u{1B}[?1049l"))
    }
  }

  /// ncurses holds 32,767 rows and columns, and a screen takes memory.
  @Test(arguments: [(80, 32_768, "80x512"), (65_535, 24, "1024x24"), (65_535, 65_535, "1024x512")])
  func aTerminalOfAnImpossibleSizeIsDrawnInPart(columns: Int, rows: Int, drawn: String) throws {
    let started = try Probe.ready(columns: columns, rows: rows).terminal
    #expect(started.text.contains("ready \(drawn)"))
    started.resize(columns: 90, rows: 30)
    try started.wait(for: "90x30")
    started.resize(columns: columns, rows: rows)
    let start = started.output.count
    try started.wait(for: drawn, from: start)
    try started.expectQuit()
  }

  @Test func coloursAreSentAsTheTerminalSupports() throws {
    #expect(try Probe.ready("xterm-256color").terminal.text.contains("\u{1B}[38;5;196m"))
    let few = try Probe.ready("xterm").terminal.text
    #expect(few.contains("\u{1B}[31m") && !few.contains("38;5"))
  }

  /// Terminals with few colours show bold text in a lighter colour.
  @Test func boldThatWouldBlurTextIsLeftOut() throws {
    func isBold(_ word: String, _ kind: String) throws -> Bool {
      let before = try Probe.ready(kind).terminal.text.split(separator: word)[0].suffix(24)
      return before.contains("[1m") || before.contains(";1m")
    }
    for kind in ["xterm", "linux"] {
      #expect(try !isBold("dark", kind) && isBold("light", kind), "\(kind)")
    }
    #expect(try isBold("dark", "xterm-256color"))
  }

  @Test func noColorVariableDisablesColours() throws {
    let text = try Probe.ready("xterm-256color", "LANG=C.UTF-8", "NO_COLOR=1").terminal.text
    for words in ["\u{1B}[3", ";3", "\u{1B}[41m"] { #expect(!text.contains(words)) }
    #expect(text.contains("ready 80x24"))
    #expect(try Probe.ready("xterm-256color", "LANG=C.UTF-8", "NO_COLOR=").terminal.text.contains("38;5;196"))
  }

  @Test(arguments: ["HOME=/", "LANG=", "LANG=xx_XX.UTF-8", "LC_ALL=C.UTF-8"])
  func utf8IsSentWithoutALocale(variable: String) throws {
    #expect(try Probe.ready("xterm", variable).terminal.text.contains("é 日本"))
  }

  @Test(arguments: ["LANG=C", "LC_ALL=POSIX"])
  func asciiIsSentInTheCAndPOSIXLocales(variable: String) throws {
    let terminal = try Probe.ready("xterm", variable).terminal
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
    #expect(terminal.text.contains("e ? ?"))
  }

  @Test(arguments: ["xterm-kitty", "foot", "xterm-ghostty"])
  func knownTerminalWithoutADescriptionIsDrawnAsXterm(type: String) throws {
    // An empty folder hides descriptions of the user.
    let text = try Probe.ready(type, "LANG=C.UTF-8", "HOME=/nonexistent").terminal.text
    #expect(text.contains("ready 80x24") && text.contains("é 日本"))
  }

  @Test func unusableTerminalIsRefusedWithTheReason() throws {
    for (variable, error) in [
      ("HOME=/", "terminalNotNamed"), ("TERM=", "terminalNotNamed"),
      ("TERM=nonsense", "unknownTerminal(\"nonsense\")"),
      ("TERM=dumb", "terminalTooSimple(\"dumb\")"),
    ] {
      let probe = try Probe(variable)
      try probe.terminal.expectEnd(.exited(2))
      #expect(probe.terminal.text.contains("error: \(error)"))
      #expect(probe.terminal.modes == probe.modesBefore)
    }
  }

  @Test func screenFollowsTheTerminalSize() throws {
    let terminal = try Probe.ready().terminal
    for (columns, rows) in [(100, 30), (12, 4), (5, 1), (200, 60)] {
      let start = terminal.output.count
      terminal.resize(columns: columns, rows: rows)
      try terminal.wait(for: columns > 20 ? "resized \(columns)x\(rows)" : "end", from: start)
    }
  }

  @Test func suspendedScreenRestoresTheTerminalAndResumes() throws {
    let probe = try Probe.ready()
    let terminal = probe.terminal
    terminal.signal(SIGTSTP)
    try terminal.expectEnd(.stopped)
    #expect(terminal.modes == probe.modesBefore)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
    let start = terminal.output.count
    terminal.signal(SIGCONT)
    try terminal.wait(for: "resumed 80x24", from: start)
    #expect(terminal.text.contains("\u{1B}[?1049h"))
    terminal.type("\u{3}q")
    try terminal.expectEnd(.exited(0))
    #expect(terminal.modes == probe.modesBefore)
  }

  @Test func keyReleasesAreRequestedFromSupportingTerminalsOnly() throws {
    let probe = try Probe.ready()
    let terminal = probe.terminal
    try terminal.wait(for: "\u{1B}[?u")
    #expect(!terminal.text.contains("\u{1B}[>31u"))
    terminal.type("\u{1B}[?0u")
    try terminal.wait(for: "\u{1B}[>31u")
    terminal.type("\u{1B}[113;1:1;113u")
    try terminal.expectEnd(.exited(0))
    #expect(terminal.text.contains("\u{1B}[<u"))
    #expect(terminal.modes == probe.modesBefore)
  }

  @Test func unannouncedStopRepeatsNoKeyboardRequest() throws {
    let terminal = try Probe.ready().terminal
    terminal.type("\u{1B}[?0u")
    try terminal.wait(for: "\u{1B}[>31u")
    terminal.signal(SIGSTOP)
    try terminal.expectEnd(.stopped)
    terminal.signal(SIGCONT)
    try terminal.wait(for: "resumed")
    try terminal.expectQuit()
    let pushes = terminal.text.components(of: "\u{1B}[>31u")
    #expect(pushes == 2 && terminal.text.components(of: "\u{1B}[<u") == pushes)
  }

  @Test func consoleIsNotAskedForKeyboardSupport() throws {
    let terminal = try Probe.ready("linux").terminal
    terminal.type("z")
    try terminal.wait(for: "key z")
    #expect(!terminal.text.contains("\u{1B}[?u"))
  }
}

extension String {
  /// Returns how often the output contains a text.
  fileprivate func components(of words: String) -> Int {
    split(separator: words, omittingEmptySubsequences: false).count - 1
  }
}
