import AudioBase
import CJACK
import SystemBase

/// MIDI messages for programs of the JACK server, from the port `drumdub-clock:out`.
///
/// Messages of a cycle are sent in the next one, each as long after its start as it came: they are late by one cycle, all
/// alike. A server that ends is looked for once a second.
package final class JACKMIDIOutput: MIDIOutput, @unchecked Sendable {
  private static let retryInterval = 1.0

  private let name = "jack"
  private var client: UnsafeMutablePointer<JACKSenderContext>?
  /// The last failure to connect, and its time.
  private var failure: (error: DeviceError, time: HostTime)?

  package init() {}

  deinit { disconnect() }

  package func send(_ message: MIDIMessage) throws(DeviceError) {
    if let client, client.pointee.connection.hasEnded {
      disconnect()
      throw DeviceError(.lost, name, detail: "the server has ended")
    }
    if client == nil {
      let now = HostTime.now
      if let failure, now.seconds(since: failure.time) < JACKMIDIOutput.retryInterval { throw failure.error }
      do throws(DeviceError) {
        try connect()
        failure = nil
      } catch {
        disconnect()
        failure = (error, now)
        throw error
      }
    }
    if client?.pointee.push(message.clockBytes) == false { throw DeviceError.unread(name) }
  }

  private func connect() throws(DeviceError) {
    let connection = try JACKConnection("drumdub-clock")
    let port = try connection.makePort("out", DRUMDUB_JACK_MIDI, flags: UInt(DRUMDUB_JACK_PORT_IS_OUTPUT))
    let context = UnsafeMutablePointer<JACKSenderContext>.allocate(capacity: 1)
    context.initialize(to: JACKSenderContext(connection, port: port))
    client = context
    try context.pointee.connection.activate(
      { frames, raw in
        raw?.assumingMemoryBound(to: JACKSenderContext.self).pointee.process(frames)
        return 0
      },
      onShutdown: { _, _, raw in
        raw?.assumingMemoryBound(to: JACKSenderContext.self).pointee.connection.noteServerEnd()
      }, context)
  }

  private func disconnect() {
    guard let client else { return }
    drumdub_jack_deactivate(client.pointee.connection.client)
    client.deinitialize(count: 1)
    client.deallocate()
    self.client = nil
  }
}

/// The state that the server's threads use.
private struct JACKSenderContext: ~Copyable {
  /// A message of up to three bytes.
  private struct Event: BitwiseCopyable {
    let time: HostTime
    let count: Int
    var bytes = InlineArray<3, UInt8>(repeating: 0)
  }

  /// The connection, which is closed first because the server's threads use the rest.
  let connection: JACKConnection
  private let port: OpaquePointer
  private let rate: SampleRate
  private let ring = RingBuffer<Event>(capacity: 256)

  init(_ connection: consuming JACKConnection, port: OpaquePointer) {
    rate = SampleRate(Int(drumdub_jack_get_sample_rate(connection.client)))
    self.port = port
    self.connection = connection
  }

  /// Queues a message. Returns false if the queue is full.
  func push(_ bytes: [UInt8]) -> Bool {
    var event = Event(time: .now, count: min(bytes.count, 3))
    for index in 0..<event.count { event.bytes[index] = bytes[index] }
    return ring.writer.push(event)
  }

  /// Sends the messages that came during the cycle before. The server's real-time thread.
  func process(_ frames: UInt32) {
    guard let buffer = drumdub_jack_port_get_buffer(port, frames) else { return }
    drumdub_jack_midi_clear_buffer(buffer)
    let former = connection.cycleStart(at: rate).advanced(
      bySeconds: -FrameCount(Int(frames)).seconds(at: rate))
    var last: UInt32 = 0
    while let event = ring.reader.pop() {
      let frame = Int(event.time.seconds(since: former) * Double(rate.hertz))
      last = max(last, UInt32(min(max(frame, 0), Int(frames) - 1)))
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3) { bytes in
        for index in 0..<3 { bytes[index] = event.bytes[index] }
        _ = drumdub_jack_midi_event_write(buffer, last, bytes.baseAddress, event.count)
      }
    }
  }
}
