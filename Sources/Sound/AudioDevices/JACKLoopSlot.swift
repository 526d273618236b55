import AudioBase
import CJACK
import Synchronization

/// The ports of a loop through another program: those that sound or notes leave by, and two that sound comes back to.
struct JACKLoopPorts: BitwiseCopyable, @unchecked Sendable {
  /// What leaves.
  private enum Output: BitwiseCopyable {
    case sound(left: OpaquePointer, right: OpaquePointer)
    case notes(OpaquePointer)
  }

  private let output: Output
  private let returnLeft: OpaquePointer
  private let returnRight: OpaquePointer

  /// Registers the ports, such as `music send left`, or `instrument notes` for notes.
  init(
    _ name: String, _ role: ExternalLoop.Role, _ connection: borrowing JACKConnection
  ) throws(DeviceError) {
    let (output, input) = (UInt(DRUMDUB_JACK_PORT_IS_OUTPUT), UInt(DRUMDUB_JACK_PORT_IS_INPUT))
    switch role {
    case .effect:
      self.output = .sound(
        left: try connection.makePort("\(name) send left", DRUMDUB_JACK_AUDIO, flags: output),
        right: try connection.makePort("\(name) send right", DRUMDUB_JACK_AUDIO, flags: output))
    case .instrument:
      self.output = .notes(try connection.makePort("\(name) notes", DRUMDUB_JACK_MIDI, flags: output))
    }
    // The effects of the instrument's bus have returns too.
    let origin = role == .effect ? "return" : "sound"
    returnLeft = try connection.makePort("\(name) \(origin) left", DRUMDUB_JACK_AUDIO, flags: input)
    returnRight = try connection.makePort("\(name) \(origin) right", DRUMDUB_JACK_AUDIO, flags: input)
  }

  private var outputs: [OpaquePointer] {
    switch output {
    case .sound(let left, let right): [left, right]
    case .notes(let port): [port]
    }
  }

  private var returns: [OpaquePointer] { [returnLeft, returnRight] }

  func unregister(_ connection: borrowing JACKConnection) {
    for port in outputs + returns { drumdub_jack_port_unregister(connection.client, port) }
  }

  /// Connects the ports to the first two inputs and outputs of a program, or both sides to the only one.
  ///
  /// - Returns: false if the program does not accept all of it yet: a program registers its ports one by one, and accepts
  ///   connections only once it is active.
  func connect(to program: JACKProgram, _ connection: borrowing JACKConnection) -> Bool {
    let hasInputs =
      switch output {
      case .sound: JACKLoopPorts.connect(outputs, program.inputs) { connection.hasConnected($0, to: $1) }
      // A generator takes no notes.
      case .notes(let port):
        program.notes.isEmpty
          || JACKLoopPorts.connect([port], program.notes) { connection.hasConnected($0, to: $1) }
      }
    let hasOutputs = JACKLoopPorts.connect(returns, program.outputs) { connection.hasConnected($1, to: $0) }
    return hasInputs && hasOutputs
  }

  /// Connects ports. Returns whether there are other ports, and all were connected.
  private static func connect(
    _ own: [OpaquePointer], _ others: [String],
    _ connect: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    var isDone = !others.isEmpty
    for (port, other) in zip(own, [others.first, others.prefix(2).last]) {
      guard let other, let name = drumdub_jack_port_name(port) else { continue }
      if !other.withCString({ connect(name, $0) }) { isDone = false }
    }
    return isDone
  }

  // MARK: Latencies

  /// Sets the latencies of the ports: sound and notes begin here, and what returns is heard by the program's output.
  ///
  /// - Parameter speakers: the latency of that output's ports.
  func setLatencies(_ mode: JACKLatencyMode, speakers: drumdub_jack_latency) {
    switch mode {
    case .capture: for port in outputs { JACKPort.setLatency(drumdub_jack_latency(), mode, of: port) }
    case .playback: for port in returns { JACKPort.setLatency(speakers, mode, of: port) }
    }
  }

  /// Returns the frames by which a program is late: from its first input to its outputs, or for a generator from where its
  /// sound begins. The own ports are not asked: jackd computes latencies in an order that a loop breaks.
  ///
  /// - Parameter program: nil for ports that the user has connected, whose latency is the shortest way from an own port.
  /// - Returns: nil if no return is connected, or a port of the program is gone: those of a program that ends go one by one.
  func latency(of program: JACKProgram?, _ connection: borrowing JACKConnection) -> Int? {
    let returns = returns.filter { drumdub_jack_port_connected($0) > 0 }
    guard !returns.isEmpty else { return nil }
    let latency: Int?
    if let program {
      latency = JACKLoopPorts.latency(of: program, from: inputs(of: program).first, connection)
    } else {
      latency = returns.map { Int(JACKPort.latency(.capture, of: $0).min) }.max()
    }
    return returns.allSatisfy { drumdub_jack_port_connected($0) > 0 } ? latency : nil
  }

  private func inputs(of program: JACKProgram) -> [String] {
    switch output {
    case .sound: program.inputs
    case .notes: program.notes
    }
  }

  private static func latency(
    of program: JACKProgram, from input: String?, _ connection: borrowing JACKConnection
  ) -> Int? {
    var first = 0
    if let input {
      guard let latency = captureLatency(of: input, connection) else { return nil }
      first = latency
    }
    var last: Int?
    for output in program.outputs.prefix(2) {
      guard let latency = captureLatency(of: output, connection) else { return nil }
      last = max(last ?? 0, latency)
    }
    return last.map { max(0, $0 - first) }
  }

  private static func captureLatency(of port: String, _ connection: borrowing JACKConnection) -> Int? {
    guard let port = drumdub_jack_port_by_name(connection.client, port) else { return nil }
    return Int(JACKPort.latency(.capture, of: port).min)
  }

  // MARK: The server's real-time thread

  /// Returns what the program has returned, one side for both if only one is connected.
  func returned(_ count: Int) -> (left: UnsafeMutablePointer<Float>?, right: UnsafeMutablePointer<Float>?) {
    let left = JACKLoopPorts.connected(returnLeft, count)
    let right = JACKLoopPorts.connected(returnRight, count)
    return (left ?? right, right ?? left)
  }

  /// Writes what a unit has sent.
  func send(_ state: UnsafeMutablePointer<ExternalLoopState>, _ count: Int) {
    switch output {
    case .sound(let left, let right):
      state.pointee.endBlock(JACKLoopPorts.buffer(left, count), JACKLoopPorts.buffer(right, count))
    case .notes(let port):
      state.pointee.endBlock(nil, nil)
      JACKPort.write(state.pointee.messages, to: port, count: count)
    }
  }

  private static func connected(_ port: OpaquePointer, _ count: Int) -> UnsafeMutablePointer<Float>? {
    drumdub_jack_port_connected(port) > 0 ? buffer(port, count) : nil
  }

  private static func buffer(_ port: OpaquePointer, _ count: Int) -> UnsafeMutablePointer<Float>? {
    drumdub_jack_port_get_buffer(port, UInt32(count))?.assumingMemoryBound(to: Float.self)
  }
}

/// A loop as the server's real-time thread serves it.
struct JACKLoopSlot: ~Copyable {
  /// The most loops.
  static let count = 16

  /// Whether the thread uses the rest, which is changed only while it does not.
  let isServed = Atomic<Bool>(false)
  var ports: JACKLoopPorts?
  var state: UnsafeMutablePointer<ExternalLoopState>?
  private var hasBegun = false

  /// Reads what the program has returned. The server's real-time thread.
  mutating func beginBlock(_ count: Int) {
    hasBegun = isServed.load(ordering: .acquiring)
    guard hasBegun, let ports, let state else { return }
    let (left, right) = ports.returned(count)
    state.pointee.beginBlock(left, right, count: count)
  }

  /// Writes to the ports what the unit has sent. The server's real-time thread.
  mutating func endBlock(_ count: Int) {
    guard hasBegun, let ports, let state else { return }
    ports.send(state, count)
  }
}
