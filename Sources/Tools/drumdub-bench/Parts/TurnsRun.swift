import Glibc
import HostTools
import SystemBase

/// Runs the player in a terminal while something hangs, and expects it to react to keys.
final class TurnsRun {
  /// What hangs.
  enum Hang: String, CaseIterable {
    case nothing = "nothing hangs"
    case recording = "the disk of a recording hangs"
    case hits = "the disk of the trace of hits hangs"
    case keys = "the disk of the key bindings hangs"
    case theme = "the disk of a theme hangs"
    case server = "the sound server hangs"
    case terminal = "the terminal hangs"
    case left = "a terminal that hangs is left"
    case flood = "a MIDI device floods"

    var isDisk: Bool {
      switch self {
      case .recording, .hits, .keys, .theme: true
      case .nothing, .server, .terminal, .left, .flood: false
      }
    }
  }

  private static let (redraw, detach, f5) = ("\u{0C}", "\u{4}", "\u{1B}[15~")
  /// The bytes that a full terminal reports.
  private static let fullTerminal: Int32 = 4_095
  private static let redraws = 60

  private let hang: Hang
  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child
  /// Floods the MIDI input; nil before it does.
  private var flood: Child?
  /// Accepts connections for the sound server, and answers nothing.
  private let server: LocalListener

  /// Starts a player that plays.
  ///
  /// - Parameter compiler: compiles the library that lets files hang; nil without such files.
  init(_ hang: Hang, _ compiler: String?) throws(Failure) {
    self.hang = hang
    home = try ScratchFolder()
    terminal = try PseudoTerminal(columns: 120, rows: 36)
    do throws(LocalSocketError) {
      server = try LocalListener(FilePath(home.file("sound")))
    } catch { throw Failure("the socket of the silent server: \(error)") }
    try home.makeFolder("config/drumdub/themes")
    try home.write("plain=7\n", to: "config/drumdub/themes/stalled.theme")
    let track = home.file("track.flac")
    try BenchmarkMusic().write(minutes: 1, to: track)
    let files = try TurnsRun.files(hang, home, compiler)
    child = try Child(
      try ProgramFinder.drumdub(),
      TurnsRun.options(hang, home) + ["--output", "null", "--stats", home.file("statistics"), track],
      environment: home.environment + ["PULSE_SERVER=unix:\(home.file("sound"))"] + files,
      terminal: terminal.name)
    _ = try terminal.wait(for: ["cowbell", "playing"])
  }

  deinit { child.end(draining: terminal) }

  private static func options(_ hang: Hang, _ home: ScratchFolder) -> [String] {
    switch hang {
    case .recording: ["--record", home.file("rec.wav")]
    case .hits: ["--trace-hits", home.file("hits.trace")]
    case .left: ["--on-hangup", "detach"]
    case .flood: ["--midi", "fifo:\(home.file("pads"))"]
    case .nothing, .keys, .theme, .server, .terminal: []
    }
  }

  /// Compiles the library that lets files hang.
  ///
  /// - Returns: the environment that loads it; empty without a compiler.
  private static func files(
    _ hang: Hang, _ home: ScratchFolder, _ compiler: String?
  ) throws(Failure) -> [String] {
    guard let compiler else { return [] }
    let library = home.file("hang.so")
    try home.write(HangingFiles.source, to: "hang.c")
    let compilation = try Child(
      compiler, ["-shared", "-fPIC", "-O1", "-o", library, home.file("hang.c")], environment: home.environment
    )
    guard compilation.waitForEnd() == 0 else {
      throw Failure("the library that lets files hang: \(compiler)")
    }
    return HangingFiles.environment(
      library: library, log: home.file("hang.log"), syncing: hang == .keys ? "/keys" : nil,
      writing: hang == .recording ? "/rec.wav" : hang == .hits ? "/hits.trace" : nil)
  }

  /// Lets it hang, uses the player and ends it.
  ///
  /// - Returns: the longest turn in milliseconds.
  func measure() throws(Failure) -> Double {
    switch hang {
    case .nothing: break
    case .recording:
      try waitForHang()
      terminal.type("R")
    case .hits:
      terminal.type("asdf")
      try waitForHang()
      terminal.type("asdf")
    case .keys:
      terminal.type("?\r")
      _ = try terminal.wait(for: ["press a key"])
      terminal.type(TurnsRun.f5)
      _ = try terminal.wait(for: ["Enter gives it"])
      terminal.type("\r")
      try waitForHang()
      terminal.type("\u{1B}")
      // The help is closed: with the next key at once, ESC would be another key.
      _ = try terminal.wait(for: ["Artist"])
    case .theme:
      terminal.type(":set theme stalled\r")
      try waitForHang()
    case .server: terminal.type(":output pulse\r")
    case .flood: try startFlood()
    case .terminal: try stall()
    case .left:
      try stall()
      return try leave()
    }
    try use()
    return try end()
  }

  /// Sends hits, programs, and a note that is taught a command, as fast as the player reads them.
  private func startFlood() throws(Failure) {
    terminal.type(":midi note 60 command volume-up\r")
    try wait("no MIDI input") { access(home.file("pads"), W_OK) == 0 }
    let script = """
      few=$(printf '\\231\\046\\144\\046\\001\\311\\001\\002\\003\\220\\074\\100\\074\\100')
      many=$few$few$few$few$few$few$few$few
      while printf '%s' "$many$many$many$many"; do :; done > '\(home.file("pads"))'
      """
    flood = try Child("/bin/sh", ["-c", script], environment: home.environment + ["LC_ALL=C"])
  }

  /// Waits until a thread of the player hangs.
  private func waitForHang() throws(Failure) {
    try wait("nothing hangs") { access(home.file("hang.log"), R_OK) == 0 }
  }

  private func wait(_ failure: String, until isSo: () -> Bool) throws(Failure) {
    let start = HostTime.now
    while !isSo() {
      guard HostTime.now.seconds(since: start) < 20 else { throw Failure("\(hang.rawValue): \(failure)") }
      _ = terminal.read(milliseconds: 5)
    }
  }

  /// Draws until the terminal, which is not read, accepts nothing.
  private func stall() throws(Failure) {
    var (unread, redraws) = (Int32(0), 0)
    let start = HostTime.now
    // The kernel buffers more than it reports; the redraws fill that too.
    while redraws < TurnsRun.redraws {
      guard HostTime.now.seconds(since: start) < 20 else { throw Failure("the terminal is never full") }
      terminal.type(TurnsRun.redraw)
      usleep(5_000)
      _ = ioctl(terminal.descriptor, UInt(FIONREAD), &unread)
      redraws = unread < TurnsRun.fullTerminal ? 0 : redraws + 1
    }
  }

  /// Types, and expects the player to show it.
  private func use() throws(Failure) {
    for word in ["muted", "playing", "muted"] {
      // An update may skip letters that stay as they are.
      terminal.type("M\(TurnsRun.redraw)")
      do throws(Failure) { _ = try terminal.wait(for: [word]) } catch {
        throw Failure("\(hang.rawValue): \(error.message)")
      }
    }
  }

  private func end() throws(Failure) -> Double {
    defer { flood?.end() }
    terminal.type("q")
    try wait("the player does not end") { child.hasEnded }
    return try SoakCounters(path: home.file("statistics")).longestTurn
  }

  /// Leaves the terminal, which is not read, and ends the player that plays on.
  private func leave() throws(Failure) -> Double {
    terminal.type(TurnsRun.detach)
    let lock = FilePath(home.file("drumdub/detached.lock"))
    var player: pid_t?
    let start = HostTime.now
    while player == nil || !child.hasEnded {
      guard HostTime.now.seconds(since: start) < 20 else { throw Failure("the terminal is not left") }
      player = ProcessLock.holder(of: lock)
      usleep(5_000)
    }
    if let player { kill(player, SIGTERM) }
    try wait("the player does not end") { access(home.file("statistics"), R_OK) == 0 }
    return try SoakCounters(path: home.file("statistics")).longestTurn
  }
}
