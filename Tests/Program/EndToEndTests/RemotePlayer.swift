import Glibc
import SystemBase
import TestSupport

/// A player in a sandbox, controlled through its socket.
struct RemotePlayer {
  let sandbox: Sandbox
  let terminal: PseudoTerminal
  let socket: FilePath
  let environment: [String]

  /// Starts a player in the plain mode and waits until it serves clients.
  ///
  /// - Parameter variables: more of the environment.
  init(
    _ sandbox: Sandbox, _ arguments: String..., servesAtOnce: Bool = true, variables: [String] = []
  ) throws {
    self.sandbox = sandbox
    let runtime = sandbox.file("run")
    try FileBytes.makeFolder(runtime, permissions: 0o700)
    socket = runtime.appending("drumdub/mpd.sock")
    environment = ["XDG_RUNTIME_DIR=\(runtime.shown)", "MPD_HOST=\(socket.shown)"] + variables
    terminal = try PseudoTerminal(columns: 200, rows: 50)
    try sandbox.start(in: terminal, ["--plain", "--output", "null"] + arguments, environment: environment)
    if servesAtOnce { try waitForSocket() }
  }

  func waitForSocket() throws {
    try terminal.wait("the socket") { _ in (try? RemoteTestClient(socket)) != nil }
  }

  /// The output of `mpc`; the message of an error if it fails.
  func mpc(_ arguments: String...) throws -> String {
    let finished = try Tool.capture(
      "mpc", ["--quiet"] + arguments, environment: self.environment + ["LANG=C.UTF-8"])
    return finished.status == 0 ? finished.text : finished.errorLines.joined(separator: "\n")
  }

  /// Waits until `mpc` prints a text.
  func expect(_ text: String, from arguments: String...) throws {
    var seen = ""
    try Wait.until("\(text) from mpc \(arguments.joined(separator: " "))", told: { seen }) {
      let finished = try Tool.capture("mpc", arguments, environment: self.environment + ["LANG=C.UTF-8"])
      seen = finished.text + finished.errorLines.joined(separator: "\n")
      return seen.contains(text)
    }
  }

  /// Runs `drumdub remote`.
  func remote(_ arguments: String...) throws -> Tool.Finished {
    try sandbox.run(["remote"] + arguments, environment: environment)
  }

  func quit() throws -> PseudoTerminal.End {
    terminal.type("q")
    return try terminal.waitForEnd()
  }
}

/// A client that sends and receives bytes as a test wants.
final class RemoteTestClient {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private let descriptor: Int32
  private var input: [UInt8] = []
  private(set) var isClosed = false

  /// Connects and reads the greeting.
  init(_ socket: FilePath) throws {
    descriptor = try LocalSocket.connect(to: socket)
    guard try line().hasPrefix("OK MPD ") else { throw Failure(description: "no greeting") }
  }

  deinit { close(descriptor) }

  /// Sends as much as the player accepts before the deadline. Returns whether that was all.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&watched, 1, 2_000) == 0 { return false }
      } else {
        return false
      }
    }
    return true
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// The lines of an answer, with the last one, `OK` or `ACK …`.
  func answer(to command: String) throws -> [String] {
    send(command + "\n")
    return try answer()
  }

  func answer() throws -> [String] {
    var lines: [String] = []
    while true {
      lines.append(try line())
      if let last = lines.last, last == "OK" || last.hasPrefix("ACK ") { return lines }
    }
  }

  /// The next line; throws if the connection is closed.
  func line() throws -> String {
    while true {
      if let end = input.firstIndex(of: 0x0A) {
        defer { input.removeFirst(end + 1) }
        return String(decoding: input[..<end], as: UTF8.self)
      }
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, Int32(Wait.patience * 1000)) > 0 else {
        throw Failure(description: "no answer")
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else {
        isClosed = true
        throw Failure(description: "the connection was closed")
      }
      input += bytes[..<count]
    }
  }
}
