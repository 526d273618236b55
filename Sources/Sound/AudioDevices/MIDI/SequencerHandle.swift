import AudioBase
import CALSA
import Glibc
import SystemBase

/// Owns a `snd_seq_t` with one port, which devices send to or receive from. One thread after its creation.
final class SequencerHandle {
  enum Event {
    case message(MIDIMessage, Address)
    case portStarted(client: Int32, port: Int32)
    /// A connected device was removed.
    case portEnded(String)
    /// Events were lost, since they came faster than they were read; the next ones are whole.
    case overrun
    case other
  }

  struct Address: Hashable {
    var client: Int32
    var port: Int32

    var text: String { "\(client):\(port)" }
  }

  /// Whether the port receives or sends.
  enum Direction {
    case input, output

    /// The properties of the ports of devices.
    var capability: UInt32 {
      switch self {
      case .input: UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ)
      case .output: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
      }
    }

    /// The properties of the own port. An output is written to by the system, which announces devices.
    var ownCapability: UInt32 {
      switch self {
      case .input: UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
      case .output:
        UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE)
      }
    }
  }

  struct DevicePort {
    var address: Address
    var name: String
    /// The name of the device that has the port.
    var client: String
  }

  /// Bytes. Longer system exclusive messages are not read.
  private static let longestMessage = 6

  private let raw: OpaquePointer
  /// Converts events to bytes and back.
  private let coder: OpaquePointer
  private let direction: Direction
  private let port: Int32
  private var devices: [Address: String] = [:]
  /// The name or the address of the only device that is connected; nil for all.
  private let wanted: String?

  init(_ direction: Direction, device: String?) throws(DeviceError) {
    drumdub_alsa_be_quiet()
    (self.direction, wanted) = (direction, device)
    var opened: OpaquePointer?
    let streams = direction == .input ? SND_SEQ_OPEN_INPUT : SND_SEQ_OPEN_DUPLEX
    let result = snd_seq_open(&opened, "default", streams, SND_SEQ_NONBLOCK)
    guard result >= 0, let opened else {
      throw DeviceError(
        .unavailable, "seq", detail: "snd_seq_open: \(String(cString: snd_strerror(result)))")
    }
    var made: OpaquePointer?
    guard snd_midi_event_new(SequencerHandle.longestMessage, &made) >= 0, let made else {
      snd_seq_close(opened)
      throw DeviceError(.unavailable, "seq", detail: "snd_midi_event_new: memory is short")
    }
    // Each message begins with its status.
    snd_midi_event_no_status(made, 1)
    (raw, coder) = (opened, made)
    snd_seq_set_client_name(raw, "DrumDub")
    port = snd_seq_create_simple_port(
      raw, direction == .input ? "pads" : "clock", direction.ownCapability,
      UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
    // New devices are announced by the system's port.
    snd_seq_connect_from(raw, port, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE)
  }

  deinit {
    snd_midi_event_free(coder)
    snd_seq_close(raw)
  }

  /// The descriptor that can be read when an event has come.
  var descriptor: Int32? {
    var polled = pollfd()
    return snd_seq_poll_descriptors(raw, &polled, 1, Int16(POLLIN)) == 1 ? polled.fd : nil
  }

  /// Connects all devices that send or receive MIDI. Returns their names.
  func connectAll() -> [String] { ports.compactMap { connect($0.address.client, $0.address.port) } }

  /// The ports of all devices that send or receive MIDI.
  var ports: [DevicePort] {
    var client: OpaquePointer?
    var info: OpaquePointer?
    guard snd_seq_client_info_malloc(&client) >= 0 else { return [] }
    defer { snd_seq_client_info_free(client) }
    guard snd_seq_port_info_malloc(&info) >= 0 else { return [] }
    defer { snd_seq_port_info_free(info) }
    var found: [DevicePort] = []
    snd_seq_client_info_set_client(client, -1)
    while snd_seq_query_next_client(raw, client) >= 0 {
      let number = snd_seq_client_info_get_client(client)
      let name = snd_seq_client_info_get_name(client).map { FilePath(String(cString: $0)).shown } ?? ""
      snd_seq_port_info_set_client(info, number)
      snd_seq_port_info_set_port(info, -1)
      while snd_seq_query_next_port(raw, info) >= 0 {
        let address = Address(client: number, port: snd_seq_port_info_get_port(info))
        if let port = deviceName(info, address) {
          found.append(DevicePort(address: address, name: port, client: name))
        }
      }
    }
    return found
  }

  /// Returns the name of a port; nil if it belongs to no device or has the other direction.
  private func deviceName(_ info: OpaquePointer?, _ address: Address) -> String? {
    let needed = direction.capability
    let isHardware = snd_seq_port_info_get_type(info) & UInt32(SND_SEQ_PORT_TYPE_HARDWARE) != 0
    guard isHardware, snd_seq_port_info_get_capability(info) & needed == needed else { return nil }
    return snd_seq_port_info_get_name(info).map { FilePath(String(cString: $0)).shown } ?? address.text
  }

  /// Connects a device. Returns its name; nil if it is not a device, has the other direction, is not wanted or is
  /// connected already.
  func connect(_ client: Int32, _ port: Int32) -> String? {
    let address = Address(client: client, port: port)
    var info: OpaquePointer?
    guard devices[address] == nil, snd_seq_port_info_malloc(&info) >= 0 else { return nil }
    defer { snd_seq_port_info_free(info) }
    guard snd_seq_get_any_port_info(raw, client, port, info) >= 0,
      let name = deviceName(info, address),
      wanted == nil || wanted == name || wanted == address.text,
      subscribe(client, port) >= 0
    else { return nil }
    devices[address] = name
    return name
  }

  private func subscribe(_ client: Int32, _ port: Int32) -> Int32 {
    switch direction {
    case .input: snd_seq_connect_from(raw, self.port, client, port)
    case .output: snd_seq_connect_to(raw, self.port, client, port)
    }
  }

  /// Sends a message to all that are connected, at once.
  func send(_ bytes: [UInt8]) {
    var event = snd_seq_event_t()
    guard snd_midi_event_encode(coder, bytes, bytes.count, &event) == bytes.count, !bytes.isEmpty else {
      return
    }
    event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
    event.source.port = UInt8(port)
    event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
    event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
    snd_seq_event_output_direct(raw, &event)
  }

  /// Returns the name of the device that sends from an address; the address itself for another program.
  func name(of address: Address) -> String { devices[address] ?? address.text }

  /// Returns the next event that has come; nil if there is none.
  func next() -> Event? {
    var found: UnsafeMutablePointer<snd_seq_event_t>?
    let result = snd_seq_event_input(raw, &found)
    if result == -ENOSPC { return .overrun }
    guard result >= 0, var event = found?.pointee else { return nil }
    if let message = message(&event) {
      return .message(
        message, Address(client: Int32(event.source.client), port: Int32(event.source.port)))
    }
    switch snd_seq_event_type(UInt32(event.type)) {
    case SND_SEQ_EVENT_PORT_START:
      return .portStarted(client: Int32(event.data.addr.client), port: Int32(event.data.addr.port))
    case SND_SEQ_EVENT_PORT_EXIT:
      let address = Address(client: Int32(event.data.addr.client), port: Int32(event.data.addr.port))
      return devices.removeValue(forKey: address).map { .portEnded($0) } ?? .other
    default: return .other
    }
  }

  /// Returns the message of an event; nil for another event.
  private func message(_ event: inout snd_seq_event_t) -> MIDIMessage? {
    var bytes = [UInt8](repeating: 0, count: SequencerHandle.longestMessage)
    let count = snd_midi_event_decode(coder, &bytes, bytes.count, &event)
    var parser = MIDIStreamParser()
    return bytes.prefix(max(count, 0)).reduce(nil) { parser.feed($1) ?? $0 }
  }
}
