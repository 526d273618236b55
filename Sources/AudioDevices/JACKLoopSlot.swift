import AudioBase
import CJACK
import Synchronization

/// The ports of a loop through another program: two that its sound leaves by, two that it comes back to.
struct JACKLoopPorts: BitwiseCopyable {
  let sendLeft: OpaquePointer
  let sendRight: OpaquePointer
  let returnLeft: OpaquePointer
  let returnRight: OpaquePointer

  /// Registers the ports, such as `music send left`.
  init(_ name: String, _ connection: borrowing JACKConnection) throws(DeviceError) {
    let (output, input) = (UInt(DRUMDUB_JACK_PORT_IS_OUTPUT), UInt(DRUMDUB_JACK_PORT_IS_INPUT))
    sendLeft = try connection.makePort("\(name) send left", DRUMDUB_JACK_AUDIO, flags: output)
    sendRight = try connection.makePort("\(name) send right", DRUMDUB_JACK_AUDIO, flags: output)
    returnLeft = try connection.makePort("\(name) return left", DRUMDUB_JACK_AUDIO, flags: input)
    returnRight = try connection.makePort("\(name) return right", DRUMDUB_JACK_AUDIO, flags: input)
  }

  func unregister(_ connection: borrowing JACKConnection) {
    for port in [sendLeft, sendRight, returnLeft, returnRight] {
      drumdub_jack_port_unregister(connection.client, port)
    }
  }

  /// Connects the ports to the first two inputs and outputs of a program, or both sides to the only one.
  func connect(to program: JACKProgram, _ connection: borrowing JACKConnection) {
    for (port, input) in zip([sendLeft, sendRight], [program.inputs.first, program.inputs.prefix(2).last]) {
      guard let input, let name = drumdub_jack_port_name(port) else { continue }
      try? connection.connect(name, to: input)
    }
    for (output, port) in zip(
      [program.outputs.first, program.outputs.prefix(2).last], [returnLeft, returnRight])
    {
      guard let output, let name = drumdub_jack_port_name(port) else { continue }
      try? connection.connect(output, to: name)
    }
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

  /// Takes what the program has returned. The server's real-time thread.
  mutating func beginBlock(_ count: Int) {
    hasBegun = isServed.load(ordering: .acquiring)
    guard hasBegun, let ports, let state else { return }
    let left = JACKLoopSlot.connected(ports.returnLeft, count)
    let right = JACKLoopSlot.connected(ports.returnRight, count)
    state.pointee.beginBlock(left ?? right, right ?? left, count: count)
  }

  /// Hands over what the unit has sent. The server's real-time thread.
  mutating func endBlock(_ count: Int) {
    guard hasBegun, let ports, let state else { return }
    state.pointee.endBlock(
      JACKLoopSlot.buffer(ports.sendLeft, count), JACKLoopSlot.buffer(ports.sendRight, count))
  }

  private static func connected(_ port: OpaquePointer, _ count: Int) -> UnsafeMutablePointer<Float>? {
    drumdub_jack_port_connected(port) > 0 ? buffer(port, count) : nil
  }

  private static func buffer(_ port: OpaquePointer, _ count: Int) -> UnsafeMutablePointer<Float>? {
    drumdub_jack_port_get_buffer(port, UInt32(count))?.assumingMemoryBound(to: Float.self)
  }
}
