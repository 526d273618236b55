import Glibc
import SystemBase
import TestSupport

/// A private D-Bus daemon in the folder of a sandbox, and programs on it.
final class MessageBus {
  let address: String
  private let folder: FilePath
  private var child: pid_t = 0

  init(_ sandbox: Sandbox, name: String = "bus") throws {
    folder = sandbox.path
    let socket = sandbox.file(name)
    address = "unix:path=\(socket.shown)"
    child = try Tool.spawn(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(address)"])
    try LocalSocket.waitForServer(at: socket)
  }

  deinit {
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }

  /// For the environment of programs.
  var session: String { "DBUS_SESSION_BUS_ADDRESS=\(address)" }
  var system: String { "DBUS_SYSTEM_BUS_ADDRESS=\(address)" }

  func signal(_ number: Int32) { kill(child, number) }

  private var environment: [String] { [session, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"] }

  /// The output of `playerctl` without its last newline.
  func playerctl(_ arguments: String...) throws -> String {
    let text = try Tool.capture("playerctl", arguments, environment: environment).text
    return String(
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().joined(separator: "\n"))
  }

  /// Waits until `playerctl` prints a text.
  func expect(_ text: String, from arguments: String...) throws {
    var seen = ""
    try Wait.until("\(text) from playerctl \(arguments.joined(separator: " "))", told: { seen }) {
      seen = try Tool.capture("playerctl", arguments, environment: environment).text
      return seen == text + "\n"
    }
  }

  /// Calls a method and returns the reply as `dbus-send` prints it.
  func call(
    _ member: String, _ arguments: String..., to name: String = "org.mpris.MediaPlayer2.drumdub",
    at path: String = "/org/mpris/MediaPlayer2"
  ) throws -> String {
    try call(member, arguments, to: name, at: path)
  }

  func call(_ member: String, _ arguments: [String], to name: String, at path: String) throws -> String {
    let finished = try Tool.capture(
      "dbus-send", ["--session", "--print-reply", "--dest=\(name)", path, member] + arguments,
      environment: environment)
    return finished.text + finished.errorLines.joined(separator: "\n")
  }

  /// Has the stand-in for systemd-logind announce that the sleep of the system begins, or has ended.
  func announceSleep(_ begins: Bool) throws {
    _ = try call(
      "org.drumdub.Test.Sleep", "boolean:\(begins)", to: "org.freedesktop.login1",
      at: "/org/freedesktop/login1")
  }

  func property(_ interface: String, _ name: String) throws -> String {
    try call("org.freedesktop.DBus.Properties.Get", "string:\(interface)", "string:\(name)")
  }

  /// Whether tests with stand-ins for services run, which are written in Python.
  static var hasPeers: Bool {
    guard Tool.mayUse("dbus-daemon"), !Tool.isCI else { return Tool.isCI }
    return (try? Tool.capture("/usr/bin/python3", ["-c", "import dbus, gi"]).status) == 0
  }

  /// Starts a stand-in for a service and waits until it serves.
  func peer(_ name: String, _ arguments: [String] = []) throws -> BusProgram {
    let script = FilePath(#filePath).directory.appending("Peers/\(name).py")
    let program = try start(["/usr/bin/python3", script.shown] + arguments, writing: "\(name).out")
    try program.wait(for: "ready")
    return program
  }

  /// Starts a program whose output goes to a file of the sandbox.
  func start(_ words: [String], writing name: String) throws -> BusProgram {
    let file = open(folder.appending(name).shown, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    defer { close(file) }
    return BusProgram(
      try Tool.spawn(words, environment: environment, output: file, errors: file), folder.appending(name))
  }
}

/// A program that prints to a file while it runs.
final class BusProgram {
  private let child: pid_t
  private let file: FilePath

  init(_ child: pid_t, _ file: FilePath) { (self.child, self.file) = (child, file) }

  deinit {
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }

  var text: String { String(decoding: (try? FileBytes.read(file, limit: 1 << 24)) ?? [], as: UTF8.self) }

  func wait(for words: String) throws {
    try Wait.until("\"\(words)\"", told: { text }) { text.contains(words) }
  }
}
