import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A player that was started with `--detach`, and the terminals that show it.
@Suite(.together) struct AttachTests {
  private func player() throws -> DetachedPlayer {
    let sandbox = try Sandbox()
    try TestTrack(seed: 61, seconds: 120).write(to: "a.wav", in: sandbox)
    return try DetachedPlayer(sandbox, "--output", "file:out.wav", "a.wav")
  }

  @Test func detachedStartPrintsTheProcessIDAndTheAttachCommand() throws {
    let player = try player()
    let words = "drumdub plays in the background as process \(player.id); drumdub attach shows it\n"
    #expect(player.line == words)
    try player.sandbox.waitForSound(0.3, in: "out.wav")
  }

  @Test func detachedStartIsRefusedWhileAnotherPlayerRuns() throws {
    let player = try player()
    let second = try DetachedPlayer.start(player.sandbox, ["--output", "null"])
    #expect(second.status == 1 && second.text.isEmpty)
    #expect(
      second.errorLines == [
        "drumdub: a player runs in the background already (process \(player.id)): drumdub attach shows it, and q ends "
          + "it there"
      ])
    #expect(player.isRunning)
  }

  @Test func failedDetachedStartReportsTheErrorAndLeavesNoPlayer() throws {
    let sandbox = try Sandbox()
    let missing = try DetachedPlayer.start(sandbox, ["--output", "null", "missing.wav"])
    #expect(missing.status == 1 && missing.errorLines.contains { $0.contains("missing.wav") })
    #expect(try DetachedPlayer.start(sandbox, ["--period", "none"]).status == 2)
    #expect(DetachedPlayer.holder(sandbox) == nil)
  }

  @Test func attachWithoutAPlayerOrATerminalFails() throws {
    let sandbox = try Sandbox()
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    try sandbox.start(in: terminal, ["attach"], environment: [DetachedPlayer.runtime(sandbox)])
    try terminal.expectEnd(.exited(1))
    #expect(terminal.text.contains("no player runs in the background; drumdub --detach starts one"))
    #expect(terminal.modes == before)
    let piped = try DetachedPlayer.run(sandbox, ["attach"])
    #expect(piped.status == 2 && piped.errorLines.allSatisfy { $0.contains("no terminal") })
  }

  @Test func socketOfAKilledPlayerIsReplacedAtTheNextStart() throws {
    let first = try player()
    first.signal(SIGKILL)
    try first.waitForEnd()
    #expect(first.sandbox.file("run/drumdub/attach.sock").exists)
    let second = try DetachedPlayer(first.sandbox, "--output", "null", "a.wav")
    let terminal = try second.attach()
    try terminal.wait(for: "playing")
    try terminal.expectQuit()
  }

  @Test func attachSocketAndFolderAreAccessibleToTheUserOnly() throws {
    let player = try player()
    var (folder, socket) = (stat(), stat())
    let path = player.sandbox.file("run/drumdub")
    #expect(path.withCString { stat($0, &folder) } == 0 && folder.st_mode & 0o777 == 0o700)
    #expect(path.appending("attach.sock").withCString { stat($0, &socket) } == 0)
    #expect(socket.st_mode & 0o777 == 0o600)
  }

  @Test func idleConnectionsDoNotPreventAttaching() throws {
    let player = try player()
    let socket = player.sandbox.file("run/drumdub/attach.sock")
    var silent: [Int32] = []
    defer { for descriptor in silent { close(descriptor) } }
    for _ in 0..<40 { silent.append(try LocalSocket.connect(to: socket, .messages)) }
    let terminal = try player.attach()
    try terminal.wait(for: "playing")
    for _ in 0..<40 { silent.append(try LocalSocket.connect(to: socket, .messages)) }
    try terminal.type(" ", andSee: "paused")
    terminal.type("\u{4}")
    try terminal.expectEnd(.exited(0))
    #expect(player.isRunning)
  }

  @Test func controlBytesInTheLastLineOfThePlayerAreEscaped() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    let listener = try LocalListener(sandbox.file("run/drumdub/attach.sock"), .messages)
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    try sandbox.start(in: terminal, ["attach"], environment: [DetachedPlayer.runtime(sandbox)])
    var end = ByteWriter()
    end.write(UInt8(ascii: "E"))
    end.write(UInt8(1))
    end.write("cannot play \u{1B}]0;title\u{7}\u{1B}[2Jx\r\n\u{9B}31m.wav")
    var connection = listener.accept()
    while connection == nil, terminal.end == nil {
      terminal.read(milliseconds: 10)
      connection = listener.accept()
    }
    connection?.send(end.bytes)
    try terminal.expectEnd(.exited(1))
    #expect(
      terminal.text.hasSuffix("cannot play \\u{1B}]0;title\\u{7}\\u{1B}[2Jx\\u{D}\\u{A}\\u{9B}31m.wav\r\n"))
  }

  @Test func startWithoutArgumentsShowsTheRunningPlayer() throws {
    let player = try player()
    func start(_ words: String...) throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(columns: 110, rows: 34)
      try player.sandbox.start(in: terminal, words, environment: [DetachedPlayer.runtime(player.sandbox)])
      return terminal
    }
    let shown = try start()
    try shown.wait(for: "shows drumdub, which plays in the background (process \(player.id))")
    try shown.wait(for: "a.wav")
    shown.type("\u{4}")
    try shown.expectEnd(.exited(0))
    #expect(shown.text.contains("left the player playing"))
    let own = try start("--output", "null")
    try own.wait(for: "drumdub plays in the background (process \(player.id)). Show that player? [Y/n] ")
    own.type("n\n")
    try own.wait(for: "\u{1B}[?u")
    try own.expectQuit()
    #expect(!own.text.contains("left the player"))
    let other = try start("a.wav")
    try other.wait(for: "[P/a/s] ")
    other.type("a\n")
    try other.expectEnd(.exited(0))
    let line = "added in the player that runs (process \(player.id)); drumdub attach shows it"
    #expect(other.text.contains(line) && player.isRunning)
  }

  @Test func theMusicPlaysOnWhenTheTerminalIsClosed() throws {
    let player = try player()
    do {
      let shell = try player.shell(columns: 90, rows: 28)
      try shell.type("\(Sandbox.program) attach\n")
      try shell.wait(for: "[ ‖ pause ]")
    }
    try player.sandbox.waitForSound(0.5, in: "out.wav")
    let shell = try player.shell(columns: 150, rows: 40)
    try shell.type("stty -a > before; \(Sandbox.program) attach\n")
    let screen = try shell.wait(for: "[ ‖ pause ]")
    #expect(screen.split(separator: "\n").contains { $0.count > 110 })
    try shell.resize(columns: 84, rows: 30)
    try shell.wait(for: "the smaller screen") { screen in
      screen.contains("[ ‖ pause ]") && screen.split(separator: "\n").allSatisfy { $0.count <= 84 }
    }
    try shell.press("C-d")
    try shell.wait(for: "left the player playing")
    try shell.type("echo status $?; stty -a > now; diff before now\n")
    // Only the size, by the window.
    try shell.wait(for: "status 0")
    #expect(player.isRunning)
    player.signal(SIGTERM)
    try player.waitForEnd()
    #expect(player.sandbox.size(of: "state/drumdub/session.json") > 0)
  }

  @Test func ctrlDDetachesFromThePlayerAndQQuits() throws {
    let player = try player()
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let before = terminal.modes
    try player.attach(in: terminal)
    try terminal.wait(for: "playing")
    terminal.type("\u{4}")
    try terminal.expectEnd(.exited(0))
    #expect(terminal.modes == before && terminal.text.contains("left the player playing"))
    try player.sandbox.waitForSound(0.3, in: "out.wav")
    let again = try player.attach(columns: 60, rows: 20, environment: ["TERM=linux"])
    try again.wait(for: "a.wav")
    try again.expectQuit()
    try player.waitForEnd()
  }

  @Test func ctrlDInAPromptDetachesOnlyWithoutText() throws {
    let player = try player()
    let terminal = try player.attach()
    try terminal.wait(for: "playing")
    // With text, it deletes the character at the cursor, as in a shell.
    try terminal.type("/xyz\u{4}w", andSee: "xyzw")
    terminal.type(String(repeating: "\u{7F}", count: 4) + "\u{4}")
    try terminal.expectEnd(.exited(0))
    #expect(terminal.text.contains("left the player playing"))
    // The prompt was closed: the keys of the next terminal are commands.
    let again = try player.attach()
    try again.type(" ", andSee: "paused")
    again.type("\u{4}")
    try again.expectEnd(.exited(0))
    #expect(player.isRunning)
  }

  @Test func attachingASecondTerminalDetachesTheFirst() throws {
    let player = try player()
    let first = try PseudoTerminal(columns: 110, rows: 34)
    let before = first.modes
    try player.attach(in: first)
    try first.wait(for: "playing")
    let second = try player.attach(columns: 80, rows: 24, environment: ["COLORTERM=truecolor"])
    try first.expectEnd(.exited(0))
    #expect(first.modes == before && first.text.contains("the screen was moved to another terminal"))
    try second.type(" ", andSee: "paused")
    try second.expectQuit()
  }

  @Test func attachingASecondTerminalDetachesAStalledOne() throws {
    let player = try player()
    let first = try player.attach(columns: 200, rows: 50)
    try first.wait(for: "playing")
    try first.stall()
    let second = try player.attach()
    try second.type(" ", andSee: "paused")
    try second.expectQuit()
    try first.expectEnd(.exited(0))
  }

  @Test func attachedTerminalIsRestoredWhenThePlayerIsKilled() throws {
    let player = try player()
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let before = terminal.modes
    try player.attach(in: terminal)
    try terminal.wait(for: "playing")
    #expect(terminal.modes != before)
    player.signal(SIGKILL)
    try terminal.expectEnd(.exited(1))
    #expect(terminal.modes == before)
    #expect(terminal.text.contains("\u{1B}[?1049l"))
    #expect(terminal.text.contains("the player has ended unexpectedly"))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP, SIGSEGV])
  func killedAttachCommandLeavesThePlayerPlaying(signal: Int32) throws {
    let player = try player()
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    let before = terminal.modes
    try player.attach(in: terminal)
    try terminal.wait(for: "playing")
    terminal.signal(signal)
    _ = try terminal.waitForEnd()
    try terminal.wait("the terminal as it was") {
      $0.modes == before && $0.text.contains("\u{1B}[?1049l")
    }
    try player.sandbox.waitForSound(0.3, in: "out.wav")
    let next = try player.attach()
    try next.wait(for: "playing")
  }

  @Test func ctrlZStopsTheAttachCommandWhileThePlayerPlaysOn() throws {
    let player = try player()
    let shell = try player.shell()
    try shell.type("stty -a > before; \(Sandbox.program) attach\n")
    for _ in 0..<2 {
      try shell.wait(for: "[ ‖ pause ]")
      try shell.press("C-z")
      try shell.wait(for: "Stopped")
      try player.sandbox.waitForSound(0.3, in: "out.wav")
      try shell.type("stty -a > now; cmp before now && clear && echo as \"it\" was\n")
      try shell.wait(for: "as it was")
      try shell.type("fg\n")
    }
    try shell.wait(for: "[ ‖ pause ]")
    try shell.press("C-z")
    try shell.wait(for: "Stopped")
    // A stopped command can be ended too.
    try shell.type("clear; kill %1; wait; \(Sandbox.program) attach\n")
    try shell.wait(for: "[ ‖ pause ]")
    try shell.type("q")
    try shell.wait(for: "ready>")
    try player.waitForEnd()
  }

  @Test func terminalsOfSeveralTypesAndSizesAttachAndDetach() throws {
    let player = try player()
    for kind in ["xterm-256color", "screen", "linux", "vt100", "xterm"] {
      for (columns, rows) in [(110, 34), (40, 12), (140, 45)] {
        let terminal = try player.attach(columns: columns, rows: rows, environment: ["TERM=\(kind)"])
        try terminal.wait(for: "a.wav")
        terminal.type("\u{4}")
        try terminal.expectEnd(.exited(0))
      }
    }
  }

  @Test func repeatedAttachmentsLeakNeitherDescriptorsNorMemory() throws {
    let sandbox = try Sandbox()
    try sandbox.writeEmptySession()
    // Caches of pictures would count as memory that is left behind.
    let player = try DetachedPlayer(sandbox, "--output", "null", "--artwork", "no")
    func attach() throws {
      let terminal = try player.attach()
      terminal.type("\u{4}")
      try terminal.expectEnd(.exited(0))
    }
    // The samples of the kit are in memory from then on.
    let first = try player.attach()
    try first.type("N", andSee: "Messages")
    first.type("\u{4}")
    try first.expectEnd(.exited(0))
    for _ in 0..<20 { try attach() }
    let (descriptors, memory) = (player.descriptors, try #require(player.memory))
    for _ in 0..<50 { try attach() }
    // The last connection may not be closed yet.
    try Wait.until("closed descriptors") { player.descriptors <= descriptors }
    let after = try #require(player.memory)
    // One screen that were kept each time would be ten megabytes.
    #expect(after - memory < 4, "from \(memory) to \(after) MB")
  }

  @Test func takeRecordedAcrossDetachAndAttachKeepsAllHits() throws {
    let player = try player()
    let first = try player.attach()
    try first.wait(for: "playing")
    first.type("r")
    try first.wait(for: "recording")
    try player.sandbox.waitForSound(0.3, in: "out.wav", first)
    first.type("a")
    try player.sandbox.waitForSound(0.3, in: "out.wav", first)
    first.type("\u{4}")
    try first.expectEnd(.exited(0))
    try player.sandbox.waitForSound(0.3, in: "out.wav")
    let second = try player.attach(columns: 90, rows: 30)
    try second.wait(for: "recording")
    second.type("s")
    try player.sandbox.waitForSound(0.5, in: "out.wav", second)
    second.type("r")
    try second.wait(for: "saved take")
    try second.expectQuit()
    let list = try player.sandbox.run(["takes", "--json", "a.wav"])
    #expect(list.text.contains("\"hits\" : 2"), "\(list.text)")
  }
}
