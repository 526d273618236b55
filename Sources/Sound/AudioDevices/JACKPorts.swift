import AudioBase
import CJACK

/// The ports of the client that plays, which its connection owns.
struct JACKOutputPorts: BitwiseCopyable, @unchecked Sendable {
  private let left: OpaquePointer
  private let right: OpaquePointer
  /// The output of notes; nil if there is none.
  private let notes: OpaquePointer?
  private let firstSpeaker: Int

  init(_ connection: borrowing JACKConnection, firstSpeaker: Int, sendsNotes: Bool) throws(DeviceError) {
    let flags = UInt(DRUMDUB_JACK_PORT_IS_OUTPUT)
    left = try connection.makePort("left", DRUMDUB_JACK_AUDIO, flags: flags)
    right = try connection.makePort("right", DRUMDUB_JACK_AUDIO, flags: flags)
    notes = sendsNotes ? try connection.makePort("notes", DRUMDUB_JACK_MIDI, flags: flags) : nil
    self.firstSpeaker = firstSpeaker
  }

  // MARK: Setting up

  /// Returns the frames from the ports of the speakers to the speakers; 0 if the server has none.
  func speakerLatency(_ connection: borrowing JACKConnection) -> Int {
    speakers(connection).map { name in
      drumdub_jack_port_by_name(connection.client, name).map { Int(JACKPort.latency(.playback, of: $0).max) }
        ?? 0
    }.max() ?? 0
  }

  /// Returns the names of the two physical inputs that it plays to.
  private func speakers(_ connection: borrowing JACKConnection) -> [String] {
    let flags = UInt(DRUMDUB_JACK_PORT_IS_INPUT | DRUMDUB_JACK_PORT_IS_PHYSICAL)
    return Array(connection.ports(DRUMDUB_JACK_AUDIO, flags: flags).dropFirst(firstSpeaker).prefix(2))
  }

  /// Connects the left and the right port to the two physical inputs, or both to the only one.
  func connect(_ connection: borrowing JACKConnection) throws(DeviceError) {
    let speakers = speakers(connection)
    for (port, speaker) in zip([left, right], [speakers.first, speakers.last]) {
      guard let speaker, let name = drumdub_jack_port_name(port) else { continue }
      try connection.connect(name, to: speaker)
    }
  }

  // MARK: Playing

  /// Frames from the ports to the speakers that they are connected to.
  var latency: Int { Int(JACKPort.latency(.playback, of: left).max) }

  /// The latencies of the ports to the speakers, from the shortest to the longest way.
  var speakerLatencies: drumdub_jack_latency {
    let (left, right) = (JACKPort.latency(.playback, of: left), JACKPort.latency(.playback, of: right))
    return drumdub_jack_latency(min: min(left.min, right.min), max: max(left.max, right.max))
  }

  /// Sets that sound and notes begin at the ports.
  func setCaptureLatency() {
    for port in [left, right, notes].compactMap(\.self) {
      JACKPort.setLatency(drumdub_jack_latency(), .capture, of: port)
    }
  }

  /// Writes the notes of a block to their port.
  func write(_ messages: borrowing MessageList, count: Int) {
    if let notes { JACKPort.write(messages, to: notes, count: count) }
  }

  func write(_ block: UnsafePointer<Frame>, count: Int) {
    guard let left = drumdub_jack_port_get_buffer(left, UInt32(count)),
      let right = drumdub_jack_port_get_buffer(right, UInt32(count))
    else { return }
    let (leftOut, rightOut) = (
      left.assumingMemoryBound(to: Float.self), right.assumingMemoryBound(to: Float.self)
    )
    for index in 0..<count {
      leftOut[index] = block[index].x
      rightOut[index] = block[index].y
    }
  }
}

/// What any port has.
enum JACKPort {
  static func latency(_ mode: JACKLatencyMode, of port: OpaquePointer) -> drumdub_jack_latency {
    var range = drumdub_jack_latency(min: 0, max: 0)
    drumdub_jack_port_get_latency_range(port, mode.rawValue, &range)
    return range
  }

  static func setLatency(_ range: drumdub_jack_latency, _ mode: JACKLatencyMode, of port: OpaquePointer) {
    var range = range
    drumdub_jack_port_set_latency_range(port, mode.rawValue, &range)
  }

  /// Writes the messages of a cycle. The server's real-time thread.
  static func write(_ messages: borrowing MessageList, to port: OpaquePointer, count: Int) {
    guard let buffer = drumdub_jack_port_get_buffer(port, UInt32(count)) else { return }
    drumdub_jack_midi_clear_buffer(buffer)
    for index in 0..<messages.count {
      let message = messages[index]
      let time = UInt32(min(max(message.frame, 0), max(count - 1, 0)))
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3) { bytes in
        (bytes[0], bytes[1], bytes[2]) = (message.status, message.first, message.second)
        _ = drumdub_jack_midi_event_write(buffer, time, bytes.baseAddress, 3)
      }
    }
  }
}

/// The direction of a latency: to a port from where sound begins, or from a port to where it is heard.
enum JACKLatencyMode: Int32 {
  case capture = 0
  case playback = 1
}
