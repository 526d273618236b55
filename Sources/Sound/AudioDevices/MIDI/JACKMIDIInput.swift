import AudioBase
import CJACK
import Synchronization
import SystemBase

/// MIDI messages from a port of the JACK server, to which all MIDI hardware of the server is connected.
///
/// JACK states the frame at which a message arrived: its jitter is that of the hardware. A server that ends is connected
/// to again when it is back.
package final class JACKMIDIInput: MIDIInput {
  package let name = "jack"
  private static let retryInterval: Int32 = 1_000

  private let thread = DeviceThread()

  package init() {}

  package func start(
    receive: @escaping @Sendable (MIDIMessage, String, HostTime) -> Void,
    report: @escaping @Sendable (MIDIInputEvent) -> Void
  ) {
    thread.start("midi") { [self] in run(receive, report) }
  }

  package func stop() { thread.stop() }

  private func run(
    _ receive: @Sendable (MIDIMessage, String, HostTime) -> Void, _ report: @Sendable (MIDIInputEvent) -> Void
  ) {
    var isMissing = false
    while !thread.isStopping {
      do throws(DeviceError) {
        let client = try JACKMIDIClient(waking: thread.stopSignal.descriptor)
        for device in try client.start() { report(.connected(device)) }
        if isMissing { report(.connected(name)) }
        isMissing = false
        read(client, receive)
        if thread.isStopping { return }
        throw DeviceError(.lost, name, detail: "the server has ended")
      } catch {
        if !isMissing { report(.lost(error)) }
        isMissing = true
        thread.stopSignal.wait(milliseconds: JACKMIDIInput.retryInterval)
      }
    }
  }

  /// Passes on messages until the server or the thread ends.
  private func read(
    _ client: borrowing JACKMIDIClient, _ receive: @Sendable (MIDIMessage, String, HostTime) -> Void
  ) {
    var parser = MIDIStreamParser()
    while !thread.isStopping, !client.hasEnded {
      thread.stopSignal.wait(milliseconds: nil)
      while let event = client.next() {
        for index in 0..<event.count {
          if let message = parser.feed(event.bytes[index]) { receive(message, name, event.time) }
        }
      }
    }
  }
}

/// A message as the real-time thread of the server hands it over.
private struct JACKMIDIEvent: BitwiseCopyable {
  /// The longest message that `MIDIMessage` has.
  static let longest = 3

  let time: HostTime
  let count: Int
  private(set) var bytes = InlineArray<3, UInt8>(repeating: 0)

  /// Copies a message.
  ///
  /// - Precondition: there are at most `longest` bytes.
  init(_ message: UnsafeBufferPointer<UInt8>, at time: HostTime) {
    (self.time, count) = (time, message.count)
    for index in message.indices { bytes[index] = message[index] }
  }
}

/// Owns a client with one port for MIDI.
private struct JACKMIDIClient: ~Copyable {
  /// The state that the server's threads use.
  private struct Context: ~Copyable {
    /// The connection, which is closed first because the server's threads use the rest.
    let connection: JACKConnection
    let port: OpaquePointer
    let rate: SampleRate
    let signal: Int32
    let ring = RingBuffer<JACKMIDIEvent>(capacity: 1_024)

    init(_ connection: consuming JACKConnection, port: OpaquePointer, signal: Int32) {
      rate = SampleRate(Int(drumdub_jack_get_sample_rate(connection.client)))
      (self.port, self.signal) = (port, signal)
      self.connection = connection
    }

    /// Reads the messages of a cycle, which have arrived during the cycle before. The server's real-time thread.
    func process(_ frames: UInt32) {
      guard let buffer = drumdub_jack_port_get_buffer(port, frames) else { return }
      let count = drumdub_jack_midi_get_event_count(buffer)
      if count == 0 { return }
      let passed = Int(drumdub_jack_frames_since_cycle_start(connection.client)) + Int(frames)
      let start = HostTime.now.advanced(bySeconds: -FrameCount(passed).seconds(at: rate))
      for index in 0..<count {
        var event = drumdub_jack_midi_event()
        guard drumdub_jack_midi_event_get(&event, buffer, index) == 0, event.size <= JACKMIDIEvent.longest
        else {
          continue
        }
        let time = start.advanced(bySeconds: FrameCount(Int(event.time)).seconds(at: rate))
        _ = ring.writer.push(
          JACKMIDIEvent(UnsafeBufferPointer(start: event.buffer, count: event.size), at: time))
      }
      WakeSignal.wake(signal)
    }
  }

  private let context: PinnedValue<Context>

  /// Connects to the server.
  ///
  /// - Parameter signal: the descriptor of the signal that is woken for messages and for the end of the server.
  init(waking signal: Int32) throws(DeviceError) {
    let connection = try JACKConnection("drumdub-midi")
    let port = try connection.makePort("in", DRUMDUB_JACK_MIDI, flags: UInt(DRUMDUB_JACK_PORT_IS_INPUT))
    context = PinnedValue(Context(connection, port: port, signal: signal))
  }

  deinit { drumdub_jack_deactivate(context.pointee.connection.client) }

  /// Lets messages arrive. Returns the names of the devices that were connected.
  func start() throws(DeviceError) -> [String] {
    try context.pointee.connection.activate(
      { frames, raw in
        raw?.assumingMemoryBound(to: Context.self).pointee.process(frames)
        return 0
      },
      onShutdown: { _, _, raw in
        guard let context = raw?.assumingMemoryBound(to: Context.self) else { return }
        context.pointee.connection.noteServerEnd()
        WakeSignal.wake(context.pointee.signal)
      }, context.pointer)
    guard let name = drumdub_jack_port_name(context.pointee.port) else { return [] }
    let devices = UInt(DRUMDUB_JACK_PORT_IS_OUTPUT | DRUMDUB_JACK_PORT_IS_PHYSICAL)
    return context.pointee.connection.ports(DRUMDUB_JACK_MIDI, flags: devices).filter {
      context.pointee.connection.hasConnected($0, to: name)
    }
  }

  var hasEnded: Bool { context.pointee.connection.hasEnded }

  func next() -> JACKMIDIEvent? { context.pointee.ring.reader.pop() }
}
