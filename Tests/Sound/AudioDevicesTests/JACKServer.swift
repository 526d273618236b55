import AudioBase
import CJACK
import Glibc
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import AudioDevices

/// The tests with a JACK server. They run one after the other: all servers and clients of a user share a metadata database
/// below /dev/shm, which each server deletes when it ends. A client that opens it at that moment writes to standard error,
/// or waits for its lock.
@Suite(.serialized) enum JACKServerTests {}

/// A JACK server of the test's own that keeps a card's time without a card.
final class JACKServer {
  static var mayRun: Bool { Tool.mayUse("jackd") }

  private let folder: TemporaryFolder
  private var process: pid_t?
  private let name = "drumdub-\(getpid())"
  /// The names that the server gives the clients of the tests.
  private static let clients = [
    "drumdub", "drumdub-01", "drumdub-midi", "drumdub-clock", "drumdub-list", "notes", "listener", "latent",
    "midisine",
    "metro",
  ]
  /// Keeps the server up.
  private var client: JACKClient?

  /// Runs the body of an exit test with a server, and ends the server.
  static func serve(rate: Int = 48_000, period: Int = 256, _ test: (JACKServer) throws -> Void) {
    ExitTest.run {
      let server = try JACKServer(rate: rate, period: period)
      defer { server.kill() }
      try test(server)
    }
  }

  /// Starts the server, and lets libjack of this process find it.
  private init(rate: Int, period: Int) throws {
    folder = try TemporaryFolder()
    setenv("JACK_DEFAULT_SERVER", name, 1)
    var starts = 0
    // The server does not report when it accepts connections. It is started again if it ends before that.
    try Wait.until("jackd", told: { "started \(starts) times" }) {
      if process == nil {
        process = try start(rate: rate, period: period)
        starts += 1
      }
      client = try? JACKClient()
      if client == nil, waitpid(process ?? 0, nil, WNOHANG) == process { process = nil }
      return client != nil
    }
  }

  private func start(rate: Int, period: Int) throws -> pid_t {
    try Tool.spawn(
      [
        // Should the test crash, it ends with its last client.
        "/usr/bin/jackd", "--name", name, "--no-realtime", "--temporary",
        "-d", "dummy", "-r", "\(rate)", "-p", "\(period)",
      ], environment: ["HOME=\(folder.path.shown)", "PATH=/usr/bin:/bin"])
  }

  private var environment: [String] {
    ["PATH=/usr/bin:/bin", "HOME=\(folder.path.shown)", "JACK_DEFAULT_SERVER=\(name)"]
  }

  /// Starts a client, and waits for one of its ports. Returns the process, which ends with the server.
  func spawn(_ tool: String, _ arguments: [String], port: String) throws -> pid_t {
    let process = try Tool.spawn(["/usr/bin/\(tool)"] + arguments, environment: environment)
    try Wait.until("the port \(port)") {
      try Tool.capture("jack_lsp", [], environment: environment).text.contains(port)
    }
    return process
  }

  /// Lets another client play notes on a port that is connected to one of this process.
  ///
  /// - Returns: the process, which ends with the server.
  func playNotes(to port: String) throws -> pid_t {
    // A loop of 4,800 frames: note 36 at its beginning, note 38 in its middle.
    let notes = try spawn(
      "jack_midiseq", ["notes", "4800", "0", "36", "1200", "2400", "38", "1200"], port: "notes:out")
    try connect("notes:out", to: port)
    return notes
  }

  /// Connects ports as soon as they are there.
  func connect(_ output: String, to input: String) throws {
    try Wait.until("\(output) to \(input)") {
      (try? Tool.capture("jack_connect", [output, input], environment: environment))?.status == 0
    }
  }

  deinit { kill() }

  /// Ends the server and waits for its end. Servers that end by a signal fill the list of eight that JACK keeps of them.
  ///
  /// - Returns: the status of waitpid(2): 0 if the server ended as usual.
  @discardableResult
  func kill() -> Int32 {
    guard let process else { return 0 }
    Glibc.kill(process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    self.process = nil
    // The server leaves the semaphores of clients that were open when it ended.
    for client in JACKServer.clients { unlink("/dev/shm/jack_sem.\(getuid())_\(name)_\(client)") }
    return status
  }
}

/// Another client of the server, connected to the program's left port.
final class JACKListener: @unchecked Sendable {
  struct Cycle: Sendable {
    /// When the server began it.
    var start: HostTime
    var samples: [Float]
  }

  private let client: OpaquePointer
  private let port: OpaquePointer
  private let heard = Mutex<[Cycle]>([])
  private let news = ConditionVariable()

  private let rate: SampleRate

  init(to source: String, rate: SampleRate) throws {
    self.rate = rate
    var status: Int32 = 0
    guard let client = drumdub_jack_client_open("listener", Int32(DRUMDUB_JACK_NO_START_SERVER), &status),
      let port = drumdub_jack_port_register(
        client, "in", DRUMDUB_JACK_AUDIO, UInt(DRUMDUB_JACK_PORT_IS_INPUT), 0)
    else { throw DeviceError(.unavailable, "listener") }
    (self.client, self.port) = (client, port)
    let process: drumdub_jack_frames_callback = { frames, raw in
      guard let raw else { return 0 }
      Unmanaged<JACKListener>.fromOpaque(raw).takeUnretainedValue().hear(Int(frames))
      return 0
    }
    drumdub_jack_set_process_callback(client, process, Unmanaged.passUnretained(self).toOpaque())
    drumdub_jack_activate(client)
    drumdub_jack_connect(client, source, "listener:in")
  }

  private func hear(_ count: Int) {
    let since = FrameCount(Int(drumdub_jack_frames_since_cycle_start(client))).seconds(at: rate)
    let start = HostTime.now.advanced(bySeconds: -since)
    guard let raw = drumdub_jack_port_get_buffer(port, UInt32(count)) else { return }
    let samples = UnsafeBufferPointer(start: raw.assumingMemoryBound(to: Float.self), count: count)
    heard.withLock { $0.append(Cycle(start: start, samples: Array(samples))) }
    news.tell()
  }

  var cycles: [Cycle] { heard.withLock { $0 } }

  /// Waits until the server has run a number of further cycles. Returns false if it does not.
  func wait(forCycles count: Int) -> Bool {
    let wanted = heard.withLock { $0.count } + count
    return news.wait { heard.withLock { $0.count } >= wanted }
  }

  func close() { drumdub_jack_client_close(client) }
}
