import AudioBase
import CJACK
import Synchronization
import SystemBase

/// MIDI messages from a port of the JACK server, to which all MIDI hardware of the server is connected.
///
/// JACK states the frame at which a message arrived: its jitter is that of the hardware. A server that ends is connected
/// to again when it is back.
package final class JACKMIDIInput: ThreadedMIDIInput {
  private let name = "jack"
  private static let retryInterval: Int32 = 1_000

  package let thread = DeviceThread()

  package init() {}

  package func run(_ receive: MIDIMessageHandler, _ report: MIDIInputReport) {
    var isMissing = false
    while !thread.isStopping {
      do throws(DeviceError) {
        let client = try JACKMIDIClient(
          "drumdub-midi", port: "in", flags: DRUMDUB_JACK_PORT_IS_INPUT, capacity: 1_024,
          waking: thread)
        for device in try client.receive() { report(.connected(device)) }
        if isMissing { report(.connected(name)) }
        isMissing = false
        read(client, receive, report)
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
    _ client: borrowing JACKMIDIClient, _ receive: MIDIMessageHandler, _ report: MIDIInputReport
  ) {
    var parser = MIDIStreamParser()
    while !thread.isStopping, !client.hasEnded {
      thread.stopSignal.wait(milliseconds: nil)
      while let event = client.context.pointee.ring.reader.pop() {
        for index in 0..<event.count {
          if let message = parser.feed(event.bytes[index]) { receive(message, name, event.time) }
        }
      }
      if client.context.pointee.losses.exchange(0, ordering: .relaxed) > 0 { report(.overrun(name)) }
    }
  }
}

extension JACKMIDIClient {
  /// Lets messages arrive. Returns the names of the devices that were connected.
  fileprivate func receive() throws(DeviceError) -> [String] {
    try activate { frames, raw in
      Context.at(raw)?.pointee.receive(frames)
      return 0
    }
    guard let name = drumdub_jack_port_name(context.pointee.port) else { return [] }
    let devices = UInt(DRUMDUB_JACK_PORT_IS_OUTPUT | DRUMDUB_JACK_PORT_IS_PHYSICAL)
    return context.pointee.connection.ports(DRUMDUB_JACK_MIDI, flags: devices).filter {
      context.pointee.connection.hasConnected($0, to: name)
    }
  }
}

extension JACKMIDIClient.Context {
  /// Reads the messages of a cycle, which have arrived during the cycle before. The server's real-time thread.
  fileprivate func receive(_ frames: UInt32) {
    guard let buffer = drumdub_jack_port_get_buffer(port, frames) else { return }
    let count = drumdub_jack_midi_get_event_count(buffer)
    if count == 0 { return }
    let passed = Int(drumdub_jack_frames_since_cycle_start(connection.client)) + Int(frames)
    let start = HostTime.now.advanced(bySeconds: -FrameCount(passed).seconds(at: rate))
    for index in 0..<count {
      var event = drumdub_jack_midi_event()
      guard drumdub_jack_midi_event_get(&event, buffer, index) == 0, event.size <= JACKMIDIEvent.longest
      else { continue }
      let time = start.advanced(bySeconds: FrameCount(Int(event.time)).seconds(at: rate))
      let isQueued = ring.writer.push(
        JACKMIDIEvent(UnsafeBufferPointer(start: event.buffer, count: event.size), at: time))
      if !isQueued { losses.wrappingAdd(1, ordering: .relaxed) }
    }
    if let signal { WakeSignal.wake(signal) }
  }
}
