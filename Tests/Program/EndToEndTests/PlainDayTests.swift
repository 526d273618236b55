import HeardSound
import TestSupport
import Testing

/// Work by the lines of the plain mode alone: a day's work, a player in the background, other character sets.
@Suite(.together) struct PlainDayTests {
  private func music(_ names: String..., seconds: Double = 30) throws -> Sandbox {
    let sandbox = try Sandbox()
    for name in names { try TestTrack(seed: 5, seconds: seconds).write(to: "m/\(name).wav", in: sandbox) }
    return sandbox
  }

  /// The default form of the lines has symbols, and is divided like that with words.
  private func expectShortLines(_ terminal: PseudoTerminal) {
    for line in terminal.text.split(whereSeparator: \.isNewline) {
      #expect(line.count < 80 && !line.hasSuffix("-") && !line.hasSuffix("–"), "\(line)")
    }
  }

  /// Browse, queue, play, pause, search, volume, record, a take, a setting, quit: nothing is read but the lines.
  @Test func tenThingsOfADayAreDoneByLinesAlone() throws {
    let sandbox = try music("one", "three", "two")
    #expect(try sandbox.run(["scan", "m"]).status == 0)
    let terminal = try sandbox.terminal("--plain", "--output", "null", "--trace-hits", "trace", "m/one.wav")
    try terminal.wait(for: "playing: 1 of 1, one.wav")
    // Browse the library, and queue an album from it.
    try terminal.type("\t", andSee: "Library: 1 of 10: Artists")
    try terminal.type("\u{1B}[B", andSee: "2 of 10: Albums")
    try terminal.type("\u{1B}[B", andSee: "3 of 10: Genres")
    try terminal.type("\r", andSee: "Genres: 1 of 1: Unknown, 3")
    try terminal.type("i", andSee: "3 tracks added to the queue")
    try terminal.type("\t", andSee: "Queue: nothing is selected")
    // Search the queue and play what is found.
    try terminal.type("/", andSee: "filter: ")
    try terminal.type("two", andSee: "1 of 1: two.wav")
    try terminal.type("\r", andSee: "playing: 4 of 4, two.wav")
    try terminal.type(" ", andSee: "paused at 00:0")
    try terminal.type("\u{0C}", andSee: "paused: 4 of 4, two.wav")
    // A volume in percent; the prompt says the old one.
    try terminal.type(":volume ", andSee: "now 0.0 dB · 100%")
    try terminal.type("80%\r", andSee: "volume −7.1 dB · 80%")
    // Record, then list the take.
    try terminal.type(" ", andSee: "playing: 4 of 4")
    try terminal.type("r", andSee: "recording")
    for count in 1...4 {
      // Not one key: held down, it would be taken to repeat.
      terminal.type(count % 2 == 0 ? "a" : "s")
      try Wait.until("hit \(count)") { ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) >= count }
    }
    try terminal.type("r", andSee: "saved take 1: ")
    try terminal.type("E", andSee: "Takes: 1 of 2: take 1, ")
    try terminal.type("\r", andSee: "chosen: 1 of 2: take 1")
    try terminal.type("T", andSee: "takes muted")
    try terminal.type("T", andSee: "takes on")
    // Change a setting; the prompt says the old value.
    try terminal.type(":set crossfade ", andSee: "now 0")
    try terminal.type("3\r", andSee: "crossfade is 3 until the program ends")
    try terminal.expectQuit()
    #expect(!terminal.output.contains(0x1B))
    expectShortLines(terminal)
  }

  /// What one who does not see the screen has no other way to learn: the timeline, the pads-only mode, where one types.
  @Test func timelineAndLocksAndPromptsAreUsedByLinesAlone() throws {
    let sandbox = try music("one")
    let terminal = try sandbox.terminal(
      "--plain", "--output", "null", "--trace-hits", "trace", "--tempo", "120", "m")
    try terminal.wait(for: "playing: 1 of 1, one.wav")
    try terminal.type("r", andSee: "recording")
    terminal.type("a")
    try Wait.until("hit") { ((try? TracedHit.read(sandbox.file("trace")))?.count ?? 0) >= 1 }
    try terminal.type("r", andSee: "saved take 1: 1 hit")
    try terminal.type(" ", andSee: "paused at")
    // The keys of the timeline act in the timeline only.
    try terminal.type("g", andSee: "Timeline · take 1 · assumed 120 BPM 4/4 · steps 1/16: pad 1")
    try terminal.type("\u{1B}[H", andSee: "bar 1 beat 1 step 1, ")
    // The last hit is the only one, at the first frame or after it.
    try terminal.type("\u{1B}[F", andSee: "no hit")
    try terminal.type("\u{1B}[Z", andSee: ", hit, velocity 100")
    try terminal.type("y", andSee: "copied")
    try terminal.type("\u{1B}[3~", andSee: "no hit")
    try terminal.type("p", andSee: "1 selected")
    try terminal.type("\u{1B}", andSee: "hit, velocity 100")
    try terminal.type("\u{1B}", andSee: "timeline: closed")
    // A list that another key closes is named.
    try terminal.type("E", andSee: "Takes: 1 of 2: take 1")
    try terminal.type("z", andSee: "takes: closed")
    try terminal.wait(for: "shuffle on")
    try terminal.type("\u{1B}OQ", andSee: "pads-only mode on: F2 ends it")
    try terminal.type("n", andSee: "pads-only mode: n does nothing; F2 ends the mode")
    try terminal.type("\u{1B}OQ", andSee: "pads-only mode off")
    // Where one is while text is typed.
    try terminal.type("\u{1B}[20~", andSee: "tempo in BPM, now 120: ")
    try terminal.type("9\u{0C}", andSee: "tempo in BPM, now 120: 9")
    try terminal.type("\u{1B}", andSee: "tempo in BPM: left without a change")
    try terminal.expectQuit()
    expectShortLines(terminal)
  }

  @Test func emptyStartListsWhatCanBeDoneAndTheFirstStartAsksForTheFolder() throws {
    let sandbox = try music("one")
    let first = try sandbox.terminal("--plain", "--speech", "words", "--output", "null")
    try first.wait(for: "question mark lists and searches the keys, control l says where you are")
    try first.wait(for: "Where is your music?: 1 of ")
    try first.expectQuit()
    #expect(try sandbox.run(["scan", "m"]).status == 0)
    try sandbox.writeEmptySession()
    let terminal = try sandbox.terminal("--plain", "--output", "null")
    try terminal.wait(for: "the queue is empty: o finds a song, F6 scans a folder")
    #expect(!terminal.text.contains("Where is your music?"))
    try terminal.expectQuit()
  }

  @Test func promptForAPresentValueSaysIt() throws {
    let sandbox = try music("one")
    let terminal = try sandbox.terminal("--plain", "--output", "null", "--tempo", "90", "m")
    try terminal.wait(for: "playing")
    try terminal.type(":tempo ", andSee: "now 90")
    try terminal.type("\u{1B}", andSee: "command: left without a change")
    try terminal.expectQuit()
  }

  @Test(arguments: [["--plain"], []]) func attachedTerminalGetsLines(options: [String]) throws {
    let player = try DetachedPlayer(try music("one"), "--output", "null", "m")
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try player.sandbox.start(
      in: terminal, ["attach"] + options,
      environment: [DetachedPlayer.runtime(player.sandbox)] + (options.isEmpty ? ["TERM=dumb"] : []))
    try terminal.wait(for: "playing: 1 of 1, one.wav, 00:30, at 00:0")
    try terminal.wait(for: "not recording")
    try terminal.type(" ", andSee: "paused at 00:0")
    try terminal.type("M", andSee: "muted")
    terminal.type("\u{4}")
    try terminal.expectEnd(.exited(0))
    #expect(terminal.text.contains("left the player playing"))
    #expect(player.isRunning && !terminal.output.contains(0x1B))
    // A closed terminal leaves the player, and a screen follows the lines.
    let screen = try player.attach()
    try screen.wait(for: "one.wav")
    try screen.expectQuit()
    try player.waitForEnd()
  }

  @Test(arguments: ["C", "de_DE.ISO-8859-1"])
  func outputIsInTheCharacterSetOfTheUser(locale: String) throws {
    // One of them is played to its end.
    let sandbox = try music("café …", "two", seconds: 3)
    let environment = ["LC_ALL=\(locale)"]
    let name = locale == "C" ? Array("cafe ...".utf8) : Array("caf".utf8) + [0xE9] + Array(" ...".utf8)
    func expectLegible(_ bytes: [UInt8]) {
      #expect(bytes.contains(name), "\(bytes)")
      // UTF-8 would have these bytes.
      #expect(!bytes.contains([0xC3, 0xA9]) && !bytes.contains(0xE2) && !bytes.contains(UInt8(ascii: "?")))
    }
    expectLegible(try sandbox.run(["info", "m/café ….wav"], environment: environment).output)
    expectLegible(
      try sandbox.run(["--plain", "--output", "null", "m/café ….wav"], environment: environment).output)
    #expect(try sandbox.run(["scan", "m"]).status == 0)
    // Reports for programs keep every character.
    let report = try sandbox.run(["query", "--json"], environment: environment).output
    #expect(report.allSatisfy { $0 < 0x80 } && report.contains(Array("caf\\u00e9 \\u2026".utf8)))
    let terminal = try sandbox.terminal(
      "--output", "null", "m", environment: environment, columns: 80, rows: 24)
    try terminal.wait(for: "two.wav")
    try terminal.expectQuit()
    #expect(terminal.output.allSatisfy { $0 < 0x80 } && terminal.output.contains(Array("cafe".utf8)))
  }
}
