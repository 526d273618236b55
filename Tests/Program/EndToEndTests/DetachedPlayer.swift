import Glibc
import HostTools
import SystemBase
import TestSupport

/// A player that runs in the background, and the terminals that it is attached to. It is ended when it is released.
final class DetachedPlayer {
  let sandbox: Sandbox
  let id: pid_t
  /// The line that the start has printed.
  let line: String

  /// Starts it in the sandbox's folder.
  convenience init(_ sandbox: Sandbox, _ arguments: String..., environment: [String] = []) throws {
    try self.init(sandbox, arguments, environment: environment)
  }

  init(_ sandbox: Sandbox, _ arguments: [String], environment: [String] = []) throws {
    self.sandbox = sandbox
    let start = try DetachedPlayer.start(sandbox, arguments, environment: environment)
    guard start.status == 0, let holder = DetachedPlayer.holder(sandbox) else {
      throw Tool.Failure(description: "--detach: \(start.status) \(start.errorLines)")
    }
    (id, line) = (holder, start.text)
  }

  /// The player that a program in a terminal has become.
  init(of sandbox: Sandbox) throws {
    self.sandbox = sandbox
    var holder: pid_t?
    try Wait.until("a player in the background") {
      holder = DetachedPlayer.holder(sandbox)
      return holder != nil
    }
    (id, line) = (holder ?? 0, "")
  }

  deinit {
    guard isRunning else { return }
    kill(id, SIGTERM)
    try? Wait.until("the end of the player", seconds: 20) { !isRunning }
    if isRunning { kill(id, SIGKILL) }
  }

  static func start(
    _ sandbox: Sandbox, _ arguments: [String], environment: [String] = []
  ) throws -> Tool.Finished {
    try run(sandbox, ["--detach"] + arguments, environment: environment)
  }

  /// Runs the program to its end in the same runtime folder.
  static func run(
    _ sandbox: Sandbox, _ arguments: [String], environment: [String] = []
  ) throws -> Tool.Finished {
    try Tool.capture(
      "/usr/bin/env", ["-C", sandbox.path.shown, Sandbox.program] + arguments,
      environment: sandbox.environment([runtime(sandbox)] + environment))
  }

  static func runtime(_ sandbox: Sandbox) -> String { "XDG_RUNTIME_DIR=\(sandbox.file("run").shown)" }

  /// The process that `drumdub attach` finds; nil if there is none.
  static func holder(_ sandbox: Sandbox) -> pid_t? {
    ProcessLock.holder(of: sandbox.file("run/drumdub/detached.lock"))
  }

  var isRunning: Bool { ![nil, "Z"].contains(RunningProcess(id).state) }

  /// The number of open descriptors.
  var descriptors: Int { RunningProcess(id).descriptors }

  /// See `RunningProcess.anonymousMemory`.
  var memory: Double? { RunningProcess(id).anonymousMemory }

  func signal(_ number: Int32) { kill(id, number) }

  /// Waits until the program has ended and its lock is free: its other threads may end after the first one.
  func waitForEnd() throws {
    try Wait.until("the end of the player") { !isRunning && DetachedPlayer.holder(sandbox) != id }
  }

  /// Runs `drumdub attach` in a terminal.
  func attach(in terminal: PseudoTerminal, environment: [String] = []) throws {
    try sandbox.start(
      in: terminal, ["attach"], environment: [DetachedPlayer.runtime(sandbox)] + environment)
  }

  /// A new terminal with the screen.
  func attach(
    columns: Int = 110, rows: Int = 34, environment: [String] = []
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try attach(in: terminal, environment: environment)
    // Bracketed paste is set after the first drawing, on all kinds of terminals.
    try terminal.wait(for: "\u{1B}[?2004h")
    return terminal
  }

  /// tmux with an interactive shell in the sandbox's folder.
  func shell(columns: Int = 110, rows: Int = 34) throws -> TmuxSession {
    try DetachedPlayer.shell(sandbox, columns: columns, rows: rows)
  }

  static func shell(_ sandbox: Sandbox, columns: Int = 110, rows: Int = 34) throws -> TmuxSession {
    let shell = try TmuxSession(
      ["bash", "--norc", "--noprofile", "-i"],
      environment: sandbox.environment(["PS1=ready> ", runtime(sandbox)]), directory: sandbox.path.shown,
      columns: columns, rows: rows)
    try shell.wait(for: "ready>")
    return shell
  }
}
