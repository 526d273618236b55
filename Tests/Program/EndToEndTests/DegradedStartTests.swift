import Glibc
import HeardSound
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// Starts where a folder is missing or cannot be written: the program plays, hits sound, and each thing that it cannot do
/// is said in one line.
@Suite(.together) struct DegradedStartTests {
  /// What is wrong with the home folder, in which all folders of the user are then.
  enum Home: String, CaseIterable {
    case readOnly = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\""
    case full = "mount -t tmpfs -o size=64k t \"$0\" && { cat /dev/zero > \"$0/filler\" 2> /dev/null; true; }"
    case device = "true"

    static var possible: [Home] { Tool.mayMount ? allCases : [.device] }

    func command(_ folder: FilePath, _ program: [String]) -> [String] {
      self == .device
        ? program : ["unshare", "-Urm", "sh", "-c", "\(rawValue) && exec \"$@\"", folder.shown] + program
    }
  }

  private func count(_ words: String, in terminal: PseudoTerminal) -> Int {
    terminal.text.split(separator: words, omittingEmptySubsequences: false).count - 1
  }

  @Test(arguments: Home.possible) func unwritableHomeKeepsMusicPlayingAndIsReported(home: Home) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 91, seconds: 60).write(to: "a.wav", in: sandbox)
    let folder = home == .device ? FilePath("/dev/null") : sandbox.file("home")
    if home != .device { try FileBytes.makeFolder(folder) }
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    let program = [
      Sandbox.program, "--plain", "--output", "file:out.wav", "--trace-hits", "trace", "a.wav",
    ]
    try terminal.spawn(
      "/usr/bin/env", ["-C", sandbox.path.shown] + home.command(folder, program),
      environment: sandbox.environment([
        "HOME=\(folder.shown)", "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "XDG_DATA_HOME=",
      ]))
    try terminal.wait(for: "playing: 1 of 1")
    try sandbox.waitForSound(0.3, in: "out.wav", terminal)
    try strike("a", 1, sandbox, terminal)
    terminal.type("r")
    try terminal.wait(for: "take 1 is not saved")
    try strike("s", 2, sandbox, terminal)
    terminal.type("r")
    // The last hits have been reported by then.
    try sandbox.waitForSound(0.6, in: "out.wav", terminal)
    try terminal.type(":set -s crossfade 4\r", andSee: "\(folder.shown)/.config")
    terminal.type("q")
    try terminal.wait(for: "q again discards it, W saves elsewhere")
    try terminal.expectQuit(1)
    #expect(
      count("take 1 was not saved: cannot write \(folder.shown)", in: terminal) == 1, "\(terminal.text)")
    #expect(
      count("the session was not saved: cannot write \(folder.shown)", in: terminal) == 1, "\(terminal.text)")
    #expect(count("is in the configuration file", in: terminal) == 0, "\(terminal.text)")
    #expect(try TracedHit.read(sandbox.file("trace")).map(\.pad) == [1, 2])
  }

  /// Strikes a pad and waits for the hit. Keys that are typed before the kit is loaded sound when it is.
  private func strike(_ key: String, _ count: Int, _ sandbox: Sandbox, _ terminal: PseudoTerminal) throws {
    terminal.type(key)
    try terminal.wait("hit \(count)") { _ in
      ((try? TracedHit.read(sandbox.file("trace")).count) ?? 0) >= count
    }
  }

  // MARK: The runtime folder

  /// A folder in which nothing can be made, and one in which a file has the name of the program's folder.
  @Test(arguments: ["/proc/1", "taken"]) func unusableRuntimeFolderIsReportedInOneLine(folder: String) throws
  {
    let sandbox = try Sandbox()
    try TestTrack(seed: 92, seconds: 60).write(to: "a.wav", in: sandbox)
    try sandbox.write([], to: "taken/drumdub")
    let runtime = folder.hasPrefix("/") ? folder : sandbox.file(folder).shown
    let variable = "XDG_RUNTIME_DIR=\(runtime)"
    let reason = "cannot write \(runtime)/drumdub"
    // The socket for clients that was asked for.
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    // A port that was free a moment ago.
    let free = try StreamServer([StreamServer.Answer()])
    free.stop()
    try sandbox.start(
      in: terminal, ["--plain", "--output", "null", "--listen", "127.0.0.1:\(free.port)", "a.wav"],
      environment: [variable])
    try terminal.wait(for: "playing: 1 of 1")
    try terminal.wait(for: "no remote control: cannot write")
    try terminal.wait(for: "\(runtime)/drumdub")
    try terminal.expectQuit()
    #expect(count("no remote control", in: terminal) == 1)
    // A player in the background could not be found again.
    let detached = try sandbox.run(["--detach", "--output", "null", "a.wav"], environment: [variable])
    #expect(detached.status == 1 && detached.errorLines.count == 1, "\(detached.errorLines)")
    #expect(detached.errorLines.first?.contains(reason) == true, "\(detached.errorLines)")
    // Clients find no player.
    let client = try sandbox.run(["remote", "status"], environment: [variable])
    #expect(client.status == 1 && client.errorLines.count == 1, "\(client.errorLines)")
    #expect(client.errorLines.first?.contains("no player runs at \(runtime)/drumdub/mpd.sock") == true)
  }

  @Test func remoteCommandReportsAnUnsetRuntimeFolder() throws {
    let finished = try Sandbox().run(["remote", "status"], environment: ["XDG_RUNTIME_DIR="])
    #expect(finished.status == 1 && finished.errorLines.count == 1)
    #expect(finished.errorLines.first?.contains("XDG_RUNTIME_DIR is not set") == true)
  }

  // MARK: The message bus

  /// Addresses of nothing, and of what is no bus.
  @Test(arguments: ["unix:path=/nowhere", "nonsense", "unix:path=/dev/null", "tcp:host=127.0.0.1,port=1"])
  func unreachableBusKeepsMusicPlayingWithoutAMessage(address: String) throws {
    let sandbox = try Sandbox()
    try TestTrack(seed: 93, seconds: 60).write(to: "a.wav", in: sandbox)
    let terminal = try sandbox.terminal(
      "--output", "file:out.wav", "--notifications", "yes", "--others", "pause", "a.wav",
      environment: ["DBUS_SESSION_BUS_ADDRESS=\(address)", "DBUS_SYSTEM_BUS_ADDRESS=\(address)"])
    try terminal.wait(for: "playing")
    try sandbox.waitForSound(0.3, in: "out.wav", terminal)
    try terminal.expectQuit()
    #expect(!terminal.text.contains("bus"))
  }
}
