import AudioBase
import CJACK
import SystemBase

/// MIDI messages for programs of the JACK server, from the port `drumdub-clock:out`.
///
/// Messages of a cycle are sent in the next one, each as long after its start as it came: they are late by one cycle, all
/// alike. A server that ends is looked for once a second.
package final class JACKMIDIOutput: MIDIOutput, @unchecked Sendable {
  private let name = "jack"
  private var client: JACKMIDIClient?
  private var retries = RetryLimit()

  package init() {}

  package func send(_ message: MIDIMessage) throws(DeviceError) {
    if client?.hasEnded == true {
      client = nil
      throw DeviceError(.lost, name, detail: "the server has ended")
    }
    if client == nil { try retries.attempt { () throws(DeviceError) in client = try connected() } }
    let isQueued = message.clockBytes.withUnsafeBufferPointer {
      client?.context.pointee.ring.writer.push(JACKMIDIEvent($0, at: .now))
    }
    if isQueued == false { throw DeviceError.unread(name) }
  }

  private func connected() throws(DeviceError) -> JACKMIDIClient {
    let client = try JACKMIDIClient(
      "drumdub-clock", port: "out", flags: DRUMDUB_JACK_PORT_IS_OUTPUT, capacity: 256)
    try client.activate { frames, raw in
      JACKMIDIClient.Context.at(raw)?.pointee.send(frames)
      return 0
    }
    return client
  }
}

extension JACKMIDIClient.Context {
  /// Sends the messages that came during the cycle before. The server's real-time thread.
  fileprivate func send(_ frames: UInt32) {
    guard frames > 0, let buffer = drumdub_jack_port_get_buffer(port, frames) else { return }
    drumdub_jack_midi_clear_buffer(buffer)
    let former = connection.cycleStart(at: rate).advanced(
      bySeconds: -FrameCount(Int(frames)).seconds(at: rate))
    var last: UInt32 = 0
    while let event = ring.reader.pop() {
      let frame = Int(event.time.seconds(since: former) * Double(rate.hertz))
      last = max(last, UInt32(min(max(frame, 0), Int(frames) - 1)))
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: JACKMIDIEvent.longest) { bytes in
        for index in 0..<JACKMIDIEvent.longest { bytes[index] = event.bytes[index] }
        _ = drumdub_jack_midi_event_write(buffer, last, bytes.baseAddress, event.count)
      }
    }
  }
}
