import AudioBase
import CJACK
import Glibc
import Synchronization
import SystemBase

/// Owns a connection to the JACK server, under the name of a client.
///
/// jackd accepts SIGPIPE while it shuts down: a connection that is closed then ends it by that signal, its shared memory
/// stays, and after eight times no server can be started. After the end of a server, connections are closed later.
struct JACKConnection: ~Copyable {
  /// The seconds after which closing is given up: libjack can deadlock in jack_client_close if its server dies.
  private static let timeout = 2.0
  /// The seconds from the end of a server, or from a request that it has not performed, until a connection is closed.
  private static let shutdown = 1.0
  /// The connections that are closed later and still open. libjack has one table for all clients of the process: closing a
  /// client would disconnect one of the next server.
  private static let leftOpen = Atomic(0)
  private static let table = Mutex(JACKClientTable())
  /// Lets one client be opened at a time.
  private static let opening = Mutex(())

  let client: OpaquePointer
  let loss: JACKLoss

  /// Connects to a running server; does not start one. `yields` states whether this client is closed when that of the music
  /// could not be opened otherwise.
  init(_ name: String, yields: Bool = true) throws(DeviceError) {
    if drumdub_jack_load() != nil {
      let package = String(cString: drumdub_jack_package)
      throw DeviceError(
        .unavailable, "jack", detail: "libjack.so.0 is missing: apt install \(package)")
    }
    let loss = JACKLoss()
    client = try JACKConnection.opening.withLock { (_) throws(DeviceError) in
      try JACKConnection.open(name, loss, yields: yields)
    }
    self.loss = loss
    drumdub_jack_on_info_shutdown(
      client,
      { _, reason, raw in
        guard let raw else { return }
        JACKConnection.table.withLock { $0.isInvalid = true }
        Unmanaged<JACKLoss>.fromOpaque(raw).takeUnretainedValue()
          .noteServerEnd(reason.map { String(cString: $0) } ?? "the server has ended")
      }, Unmanaged.passUnretained(loss).toOpaque())
  }

  private static func open(_ name: String, _ loss: JACKLoss, yields: Bool) throws(DeviceError)
    -> OpaquePointer
  {
    guard leftOpen.load(ordering: .acquiring) == 0 else {
      throw DeviceError(.noServer, "jack", detail: "the JACK server has just ended, or was too busy")
    }
    guard table.withLock({ $0.mayAdd(yields: yields) }) else { throw refusal }
    var status: Int32 = 0
    let options = Int32(DRUMDUB_JACK_NO_START_SERVER)
    if let client = drumdub_jack_client_open(name, options, &status) {
      table.withLock { $0.add(loss, yields: yields) }
      return client
    }
    // JackServerFailed and JackServerError (types.h of JACK).
    if status & 0x10 != 0 { throw DeviceError(.noServer, "jack", detail: "no JACK server is running") }
    if status & 0x20 != 0 {
      table.withLock { $0.isInvalid = true }
      throw refusal
    }
    throw DeviceError(.unavailable, "jack", detail: "jack_client_open: status \(status)")
  }

  private static var refusal: DeviceError {
    DeviceError(
      .noServer, "jack", detail: "the JACK server does not accept another client; :output jack connects again"
    )
  }

  deinit {
    let address = UInt(bitPattern: client)
    let loss = loss
    let close: @Sendable () -> Void = {
      if let client = OpaquePointer(bitPattern: address) { drumdub_jack_client_close(client) }
      JACKConnection.table.withLock { $0.remove(loss) }
    }
    guard hasEnded || loss.isLikely else {
      let closing = WorkerThread(name: "jack-close", close)
      _ = closing.join(until: HostTime.now.advanced(bySeconds: JACKConnection.timeout))
      return
    }
    JACKConnection.leftOpen.add(1, ordering: .acquiringAndReleasing)
    _ = WorkerThread(name: "jack-close") {
      usleep(UInt32(JACKConnection.shutdown * 1e6))
      close()
      JACKConnection.leftOpen.subtract(1, ordering: .acquiringAndReleasing)
    }
  }

  /// Whether the server has ended. Any thread.
  var hasEnded: Bool { loss.isOfServer }

  func makePort(_ name: String, _ type: String, flags: UInt) throws(DeviceError) -> OpaquePointer {
    if let port = drumdub_jack_port_register(client, name, type, flags, 0) { return port }
    loss.isLikely = true
    throw DeviceError(.unavailable, "jack", detail: "jack_port_register: no more ports")
  }

  func checked(_ result: Int32, _ call: String) throws(DeviceError) {
    if result != 0 { throw DeviceError(.unavailable, "jack", detail: "\(call): \(result)") }
  }

  /// Connects two ports. Another program may have connected them already.
  func connect(
    _ source: UnsafePointer<CChar>, to destination: UnsafePointer<CChar>
  ) throws(DeviceError) {
    let result = drumdub_jack_connect(client, source, destination)
    if result != EEXIST { try checked(result, "jack_connect") }
  }

  /// Connects two ports. Returns whether they are connected.
  func hasConnected(_ source: UnsafePointer<CChar>, to destination: UnsafePointer<CChar>) -> Bool {
    (try? connect(source, to: destination)) != nil
  }

  /// Returns the names of ports with these flags.
  func ports(_ type: String, flags: UInt) -> [String] {
    guard let names = drumdub_jack_get_ports(client, nil, type, flags) else { return [] }
    defer { drumdub_jack_free(names) }
    var found: [String] = []
    while let name = names[found.count] { found.append(String(cString: name)) }
    return found
  }

  var sampleRate: SampleRate { SampleRate(Int(drumdub_jack_get_sample_rate(client))) }
  var period: FrameCount { FrameCount(Int(drumdub_jack_get_buffer_size(client))) }

  /// The transport in this cycle. The server's real-time thread.
  var transport: JACKTransportState {
    // The rest is not older than the cycle.
    let cycle = drumdub_jack_last_frame_time(client)
    var position = drumdub_jack_position()
    let phase = drumdub_jack_transport_query(client, &position)
    return JACKTransportState(phase: phase, frame: Int(position.frame), cycle: cycle)
  }

  /// Lets the server call the functions that were set.
  func activate() throws(DeviceError) {
    let result = drumdub_jack_activate(client)
    if result != 0 { loss.isLikely = true }
    try checked(result, "jack_activate")
  }

  /// Ends the calls of the server; waits until none is running.
  func deactivate() { drumdub_jack_deactivate(client) }

  /// Has the server ask all clients for the latencies of their ports.
  func recomputeLatencies() { drumdub_jack_recompute_total_latencies(client) }

  /// Returns the time at which the cycle began. The server's real-time thread.
  ///
  /// `jack_get_cycle_times` is not used: its loop begins with a wrong estimate, and was wrong by 15 ms for seconds
  /// after dropouts.
  func cycleStart(at rate: SampleRate) -> HostTime {
    let since = FrameCount(Int(drumdub_jack_frames_since_cycle_start(client))).seconds(at: rate)
    return HostTime.now.advanced(bySeconds: -since)
  }
}

/// The clients of this process that are open, which libjack keeps in a table of its own.
///
/// If the server does not accept a client, for example because it is busy, libjack takes it for ended. When the next client
/// is opened after the end of a server, libjack frees all others of the process, while their threads use them
/// (`JackLibGlobals::Init` of JACK 2). What is freed is not told of the end any more.
struct JACKClientTable {
  private var clients: [(loss: JACKLoss, yields: Bool)] = []
  /// Whether the server has ended, or not accepted a client, since the table was empty.
  var isInvalid = false

  /// Returns whether another client may be opened. If not, and it does not yield, those that do are closed.
  mutating func mayAdd(yields: Bool) -> Bool {
    if clients.isEmpty { isInvalid = false }
    if isInvalid && !yields {
      for client in clients where client.yields {
        client.loss.noteServerEnd("the JACK server does not accept another client")
      }
    }
    return !isInvalid
  }

  mutating func add(_ loss: JACKLoss, yields: Bool) { clients.append((loss, yields)) }

  mutating func remove(_ loss: JACKLoss) { clients.removeAll { $0.loss === loss } }
}

/// The loss of a server's connection, which is reported once.
///
/// libjack may report the end of a server until the client is closed, on two of its threads at once, while the rest of the
/// connection's memory is freed. Therefore these reports reach no other object.
final class JACKLoss: Sendable {
  private let serverEnded = Atomic(false)
  private let requestFailed = Atomic(false)
  private let handler = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// Sets what is called with the reason of the loss, on a thread of libjack.
  func onReport(_ handler: @escaping @Sendable (String) -> Void) { self.handler.withLock { $0 = handler } }

  /// Reports a reason for which the connection cannot be used any more, unless another one was reported.
  func report(_ reason: String) {
    let handler = self.handler.withLock { handler in
      defer { handler = nil }
      return handler
    }
    handler?(reason)
  }

  /// Whether the server has not performed a request: it may have ended. If its client is closed at once, libjack can deadlock.
  var isLikely: Bool {
    get { requestFailed.load(ordering: .acquiring) }
    set { requestFailed.store(newValue, ordering: .releasing) }
  }

  /// Whether the server has ended. Any thread.
  var isOfServer: Bool { serverEnded.load(ordering: .acquiring) }

  func noteServerEnd(_ reason: String) {
    serverEnded.store(true, ordering: .releasing)
    report(reason)
  }
}
