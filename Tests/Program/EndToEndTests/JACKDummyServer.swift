import Glibc
import SystemBase
import TerminalTestSupport
import TestSupport
import Testing

/// A private JACK server without a card.
final class JACKDummyServer {
  static var mayRun: Bool { Tool.mayUse("jackd") }

  private let sandbox: Sandbox
  private var process: pid_t?

  init(_ sandbox: Sandbox) throws {
    self.sandbox = sandbox
    try start()
  }

  deinit { end() }

  /// What clients need to find the server.
  static func variable(_ sandbox: Sandbox) -> String { "JACK_DEFAULT_SERVER=\(name(sandbox))" }

  /// The servers of a machine share their names.
  private static func name(_ sandbox: Sandbox) -> String {
    "drumdub-" + (sandbox.path.shown.split(separator: "/").last ?? "")
  }

  private var environment: [String] { sandbox.environment([JACKDummyServer.variable(sandbox)]) }

  private var probe: String { TagWorkerProbe.program.directory.appending("jack-probe").shown }

  /// Starts the server and waits until it accepts clients.
  func start() throws {
    process = try Tool.spawn(
      // Should the test crash, nothing is left behind.
      ["/usr/bin/timeout", "--signal=TERM", "600"]
        + ["/usr/bin/jackd", "--name", JACKDummyServer.name(sandbox), "--no-realtime"]
        + ["-d", "dummy", "-r", "48000", "-p", "1024"], environment: environment)
    try Wait.until("jackd") { try list().status == 0 }
  }

  /// Starts a client that multiplies what it receives by −0.5.
  func startEffect(_ name: String) throws -> pid_t {
    let effect = try Tool.spawn([probe, name], environment: environment)
    try expectPorts(of: name)
    return effect
  }

  /// Starts a program that plays the notes of its MIDI input.
  func startSynthesizer() throws -> pid_t {
    let process = try Tool.spawn(["/usr/bin/jack_midisine"], environment: environment)
    try expectPorts(of: "midisine")
    return process
  }

  /// Starts a host that plays middle C once a second into the program.
  func playMiddleC(_ name: String) throws -> pid_t {
    let host = try Tool.spawn(
      ["/usr/bin/jack_midiseq", name, "48000", "0", "60", "24000"], environment: environment)
    try connect("\(name):out", "drumdub-midi:in")
    return host
  }

  /// Starts a program that writes the notes that it receives to a file. It is connected to a port.
  func writeNotes(of port: String, to file: FilePath) throws -> pid_t {
    let process = try Tool.spawn(
      ["/bin/sh", "-c", "exec stdbuf -oL /usr/bin/jack_midi_dump > '\(file.shown)'"], environment: environment
    )
    try connect(port, "midi-monitor:input")
    return process
  }

  /// Starts a program that writes the positions of the transport at which it hears impulses to a file. It is connected to a
  /// port.
  func writeImpulses(of port: String, to file: FilePath) throws -> pid_t {
    let process = try Tool.spawn(
      ["/bin/sh", "-c", "exec '\(probe)' impulses transport > '\(file.shown)'"], environment: environment)
    try connect(port, "impulses:in")
    return process
  }

  /// Connects two ports, as soon as both are there.
  private func connect(_ output: String, _ input: String) throws {
    try Wait.until("a connection to \(input)") {
      try Tool.capture("jack_connect", [output, input], environment: environment).status == 0
    }
  }

  /// Has another program change the transport: `play`, `stop`, `locate 48000`.
  func changeTransport(_ commands: String...) throws {
    let lines = commands.map { "echo \($0)" }.joined(separator: "; ")
    // It ends at once, having done nothing, if the server is too busy to take another client.
    try Wait.until("a client that changes the transport") {
      try Tool.capture("sh", ["-c", "(\(lines)) | jack_transport"], environment: environment).status == 0
    }
  }

  /// The state of the transport, such as `Rolling`, and its frame.
  func transport() throws -> (state: String, frame: Int) {
    let words = try Tool.capture(probe, ["reader", "state"], environment: environment).text
      .split(whereSeparator: \.isWhitespace)
    return words.count == 2 ? (String(words[0]), Int(words[1]) ?? -1) : ("", -1)
  }

  private func list() throws -> Tool.Finished {
    try Tool.capture("jack_lsp", [], environment: environment)
  }

  /// Ends the server and waits for its end. Killed servers would fill the list of eight that JACK keeps of them.
  func end() {
    guard let process else { return }
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
    self.process = nil
    // The server leaves the semaphores of clients that were open when it ended.
    for client in [
      "drumdub", "drumdub-midi", "drumdub-list", "echo", "host", "midisine", "impulses", "midi-monitor",
    ] {
      unlink("/dev/shm/jack_sem.\(getuid())_\(JACKDummyServer.name(sandbox))_\(client)")
    }
  }

  /// Waits until a client has its ports.
  func expectPorts(of client: String) throws {
    try expectPort("\(client):")
  }

  /// Waits until there is a port whose name begins like this.
  func expectPort(_ name: String) throws {
    try Wait.until("the port \(name)") { try list().text.contains(name) }
  }
}

extension Sandbox {
  /// Creates the folder of sockets, and returns the environment of programs that find the server.
  func makeJACKEnvironment() throws -> [String] {
    try FileBytes.makeFolder(file("run"), permissions: 0o700)
    return [DetachedPlayer.runtime(self), JACKDummyServer.variable(self)]
  }

  /// Reads the position of the music in seconds through the remote control.
  func position(environment: [String]? = nil) throws -> Double {
    let finished = try run(
      ["remote", "status", "--json"], environment: environment ?? [DetachedPlayer.runtime(self)])
    let number = finished.text.firstRange(of: "\"elapsed\":").map { finished.text[$0.upperBound...] }
    return try #require(number.flatMap { Double($0.prefix { "0123456789.".contains($0) }) }, "\(finished)")
  }
}

extension PseudoTerminal {
  func quit() throws {
    type("q")
    try expectEnd(.exited(0))
  }
}
