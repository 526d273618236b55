import Glibc
import HostTools
import SystemBase

/// Measures how long the main loop looks for no event while a disk, a server or its terminal hangs, or a device floods it.
enum TurnsPart {
  static func measure(_ report: Report) throws {
    let hasCompiler = report.find("cc") != nil
    for hang in TurnsRun.Hang.allCases where hasCompiler || !hang.isDisk {
      do {
        let longest = try TurnsRun(hang).measure()
        report.add("longest turn of the main loop, \(hang.rawValue)", longest, .number("ms"), .atMost(20))
      } catch {
        report.fail("\(hang.rawValue): \(Failure(error).message)")
      }
    }
  }
}

/// Runs the player while something hangs, and expects it to react to keys.
private final class TurnsRun {
  enum Hang: String, CaseIterable {
    case nothing = "nothing hangs"
    case recording = "the disk of a recording hangs"
    case theme = "the disk of a theme hangs"
    case server = "the sound server hangs"
    case terminal = "the terminal hangs"
    case flood = "a MIDI device floods"

    var isDisk: Bool { self == .recording || self == .theme }
  }

  private static let redraw = "\u{0C}"
  private static let fullTerminal: Int32 = 4_095
  private static let redraws = 60

  private let hang: Hang
  private let run: TerminalRun
  /// Floods the MIDI input; nil before it does.
  private var flood: Child?
  /// Accepts connections for the sound server, and answers nothing.
  private let server: LocalListener

  init(_ hang: Hang) throws {
    self.hang = hang
    let home = try ScratchFolder()
    server = try LocalListener(home.filePath("sound"))
    try home.makeFolder("config/drumdub/themes")
    try home.write("plain=7\n", to: "config/drumdub/themes/stalled.theme")
    let options: [Hang: [String]] = [
      .recording: ["--record", home.file("rec.wav")], .flood: ["--midi", "fifo:\(home.file("pads"))"],
    ]
    run = try TerminalRun(
      drumdub: (options[hang] ?? []) + ["--output", "null", home.writeMusic(minutes: 1)], home: home,
      ["PULSE_SERVER=unix:\(home.file("sound"))"] + TurnsRun.hangingFiles(hang, home), until: "playing")
  }

  /// Compiles the library that lets files hang. Returns the environment that loads it; empty if it is not needed.
  private static func hangingFiles(_ hang: Hang, _ home: ScratchFolder) throws -> [String] {
    if !hang.isDisk { return [] }
    let library = home.file("hang.so")
    try home.write(HangingFiles.source, to: "hang.c")
    try Child.run(
      "cc", ["-shared", "-fPIC", "-O1", "-o", library, home.file("hang.c")], environment: home.environment)
    return HangingFiles.environment(
      library: library, log: home.file("hang.log"), writing: hang == .recording ? "/rec.wav" : nil)
  }

  /// Lets it hang, uses the player and ends it. Returns the longest turn in milliseconds.
  func measure() throws -> Double {
    switch hang {
    case .nothing: break
    case .recording:
      try waitForHang()
      run.type("R")
    case .theme:
      run.type(":set theme stalled\r")
      try waitForHang()
    case .server: run.type(":output pulse\r")
    case .flood: try startFlood()
    case .terminal: try stall()
    }
    for word in ["muted", "playing", "muted"] {
      // An update may skip letters that stay as they are.
      run.type("M\(TurnsRun.redraw)")
      try run.terminal.wait(for: word)
    }
    run.type("q")
    try run.terminal.wait("the player does not end") { run.child.hasEnded }
    return try withExtendedLifetime(flood) { try run.counters().longestTurn }
  }

  /// Sends hits, programs, and a note that is taught a command, as fast as the player reads them.
  private func startFlood() throws {
    let pads = run.home.file("pads")
    // A command that does not change whether the player is muted, unlike that of the volume.
    run.type(":midi note 60 command balance-to-music\r")
    try run.terminal.wait("no MIDI input") { access(pads, W_OK) == 0 }
    let script = """
      few=$(printf '\\231\\046\\144\\046\\001\\311\\001\\002\\003\\220\\074\\100\\074\\100')
      many=$few$few$few$few$few$few$few$few
      while printf '%s' "$many$many$many$many"; do :; done > '\(pads)'
      """
    flood = try Child("/bin/sh", ["-c", script], environment: run.home.environment + ["LC_ALL=C"])
  }

  private func waitForHang() throws {
    try run.terminal.wait("nothing hangs") { run.home.filePath("hang.log").exists }
  }

  /// Draws until the terminal, which is not read, accepts nothing.
  private func stall() throws {
    var (unread, redraws) = (Int32(0), 0)
    let start = HostTime.now
    // The kernel buffers more than it reports; the redraws fill that too.
    while redraws < TurnsRun.redraws {
      guard HostTime.now.seconds(since: start) < 20 else { throw Failure("the terminal is never full") }
      run.type(TurnsRun.redraw)
      usleep(5_000)
      _ = ioctl(run.terminal.descriptor, UInt(FIONREAD), &unread)
      redraws = unread < TurnsRun.fullTerminal ? 0 : redraws + 1
    }
  }
}
