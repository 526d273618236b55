import AudioBase
import CJACK
import Synchronization
import SystemBase

/// A message on its way between the server's real-time thread and another one.
struct JACKMIDIEvent: BitwiseCopyable {
  /// The longest message that `MIDIMessage` has.
  static let longest = 6

  let time: HostTime
  let count: Int
  private(set) var bytes = InlineArray<6, UInt8>(repeating: 0)

  /// Copies a message of at most `longest` bytes.
  init(_ message: UnsafeBufferPointer<UInt8>, at time: HostTime) {
    (self.time, count) = (time, message.count)
    for index in message.indices { bytes[index] = message[index] }
  }
}

/// Owns a client with one port for MIDI, and the messages that wait to be read or sent.
struct JACKMIDIClient: ~Copyable {
  /// The state that the server's threads use.
  struct Context: ~Copyable {
    /// The connection, which is closed first because the server's threads use the rest.
    let connection: JACKConnection
    let port: OpaquePointer
    let rate: SampleRate
    /// The descriptor of a signal that messages wake; nil for none.
    let signal: Int32?
    let ring: RingBuffer<JACKMIDIEvent>
    /// The messages that did not fit into the ring and that were not reported.
    let losses = Atomic<Int>(0)

    init(_ connection: consuming JACKConnection, port: OpaquePointer, signal: Int32?, capacity: Int) {
      rate = connection.sampleRate
      (self.port, self.signal) = (port, signal)
      ring = RingBuffer(capacity: capacity)
      self.connection = connection
    }

    static func at(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Context>? {
      raw?.assumingMemoryBound(to: Context.self)
    }
  }

  let context: PinnedValue<Context>

  /// Connects to the server.
  ///
  /// - Parameters:
  ///   - flags: the direction of the port.
  ///   - capacity: the messages that can wait.
  ///   - thread: the thread whose `stopSignal` is woken by messages and by the end of the server; nil for none.
  init(
    _ name: String, port: String, flags: Int, capacity: Int, waking thread: DeviceThread? = nil
  ) throws(DeviceError) {
    let connection = try JACKConnection(name)
    if let thread { connection.loss.onReport { _ in thread.stopSignal.wake() } }
    let port = try connection.makePort(port, DRUMDUB_JACK_MIDI, flags: UInt(flags))
    context = PinnedValue(
      Context(connection, port: port, signal: thread?.stopSignal.descriptor, capacity: capacity))
  }

  deinit { context.pointee.connection.deactivate() }

  /// Lets the server call a function with the `Context` in each cycle, on its real-time thread.
  func activate(_ process: drumdub_jack_frames_callback) throws(DeviceError) {
    let client = context.pointee.connection.client
    try context.pointee.connection.checked(
      drumdub_jack_set_process_callback(client, process, context.pointer), "jack_set_process_callback")
    try context.pointee.connection.activate()
  }

  var hasEnded: Bool { context.pointee.connection.hasEnded }
}
