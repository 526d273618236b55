import AudioBase
import CPulse
import Glibc
import SystemBase

/// The devices of a sound server, and where this program plays.
struct PulseState: Hashable, Sendable {
  struct Device: Hashable, Sendable {
    var index: UInt32
    var name: String
    /// The description for users.
    var description: String
    /// Whether it captures what a sink plays.
    var isMonitor = false
    /// The connector that is in use; nil if the device has none.
    var port: Port?
    /// The names of the ports to which nothing is plugged.
    var unpluggedPorts: Set<String> = []
  }

  /// A connector of a device, such as that of headphones.
  struct Port: Hashable, Sendable {
    var name: String
    var description: String
    var isHeadphones: Bool
  }

  var sinks: [Device] = []
  var sources: [Device] = []
  var defaultSink: String?
  var defaultSource: String?
  /// The sink that this program plays on; nil if it has no stream.
  var own: Device?

  // MARK: As a list

  /// The choices for `--output`, the server's default first.
  var outputs: [DeviceEntry] {
    if sinks.isEmpty { return [] }
    return [DeviceEntry("pulse", "the default output of the sound server")]
      + sinks.map { DeviceEntry("pulse:\($0.name)", $0.description, isDefault: $0.name == defaultSink) }
  }

  /// The choices for `--input`, the server's default first, monitors last.
  var inputs: [DeviceEntry] {
    if sources.isEmpty { return [] }
    let devices = sources.filter { !$0.isMonitor } + sources.filter(\.isMonitor)
    return [DeviceEntry("pulse", "the default input of the sound server")]
      + devices.map {
        DeviceEntry(
          "pulse:\($0.name)", $0.description, isDefault: $0.name == defaultSource, isMonitor: $0.isMonitor)
      }
  }

  // MARK: Changes

  /// Keeps the sink of a former state as long as this program has no stream, as for a moment after its removal.
  mutating func keepSink(of former: PulseState) {
    guard own == nil, let device = former.own else { return }
    own = sinks.first { $0.name == device.name } ?? device
  }

  /// Returns the changes from this state to the next one that are announced to the user.
  func changes(to next: PulseState) -> [DeviceChange] {
    let route = routeChange(to: next)
    var changes = route.map { [DeviceChange.route($0)] } ?? []
    for (sink, entry) in zip(next.sinks, next.outputs.dropFirst())
    where !sinks.contains(where: { $0.name == sink.name }) && sink.name != next.own?.name {
      changes.append(.outputAppeared(entry))
    }
    let known = Set(sources.map(\.name))
    for entry in next.inputs.dropFirst() where !entry.isMonitor {
      if !known.contains(where: { "pulse:\($0)" == entry.name }) { changes.append(.inputAppeared(entry)) }
    }
    return changes
  }

  private func routeChange(to next: PulseState) -> RouteChange? {
    guard let former = own else { return nil }
    let remaining = next.sinks.first { $0.name == former.name }
    if let port = former.port, port.isHeadphones, let remaining,
      remaining.unpluggedPorts.contains(port.name), !former.unpluggedPorts.contains(port.name)
    {
      return .headphonesUnplugged
    }
    guard let now = next.own, now.name != former.name else { return nil }
    return remaining == nil && former.name != PulseSink.placeholder
      ? .removed(former.description, next: now.description) : .moved(to: now.description)
  }
}

extension PulseConnection {
  /// Asks the server for all that a state has.
  func state() throws(DeviceError) -> PulseState {
    var state = PulseState()
    (state.defaultSink, state.defaultSource) = try defaults()
    // Read before the sinks, so that a removed sink is not listed together with its replacement.
    let own = try ownSinkIndex()
    state.sinks = try sinks()
    state.sources = try sources()
    state.own = state.sinks.first { $0.index == own }
    return state
  }

  private func defaults() throws(DeviceError) -> (sink: String?, source: String?) {
    try answer(to: "pa_context_get_server_info", (nil, nil)) { result in
      drumdub_pa_context_get_server_info(
        context,
        { _, info, context in
          guard let info = info?.pointee else { return }
          CallbackResult<(sink: String?, source: String?)>.at(context)?.value =
            (
              info.default_sink_name.map { String(cString: $0) },
              info.default_source_name.map { String(cString: $0) }
            )
        }, result)
    }
  }

  private func sinks() throws(DeviceError) -> [PulseState.Device] {
    try answer(to: "pa_context_get_sink_info_list", []) { result in
      drumdub_pa_context_get_sink_info_list(
        context,
        { _, info, _, context in
          guard let info else { return }
          CallbackResult<[PulseState.Device]>.at(context)?.value.append(PulseState.Device(info.pointee))
        }, result)
    }
  }

  private func sources() throws(DeviceError) -> [PulseState.Device] {
    try answer(to: "pa_context_get_source_info_list", []) { result in
      drumdub_pa_context_get_source_info_list(
        context,
        { _, info, _, context in
          guard let info else { return }
          CallbackResult<[PulseState.Device]>.at(context)?.value.append(PulseState.Device(info.pointee))
        }, result)
    }
  }

  /// Returns the index of the sink that this process plays on, through this library or through alsa-lib.
  private func ownSinkIndex() throws(DeviceError) -> UInt32? {
    try answer(to: "pa_context_get_sink_input_info_list", nil) { result in
      drumdub_pa_context_get_sink_input_info_list(
        context,
        { _, info, _, context in
          guard let info = info?.pointee,
            let process = property(PA_PROP_APPLICATION_PROCESS_ID, info.proplist), Int32(process) == getpid()
          else { return }
          CallbackResult<UInt32?>.at(context)?.value = info.sink
        }, result)
    }
  }
}

/// A value that callbacks of the library write.
final class CallbackResult<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }

  /// Valid as long as the object exists.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static func at(_ pointer: UnsafeMutableRawPointer?) -> CallbackResult? {
    pointer.map { Unmanaged<CallbackResult>.fromOpaque($0).takeUnretainedValue() }
  }
}

private func property(_ key: String, _ list: OpaquePointer?) -> String? {
  guard let list, let text = drumdub_pa_proplist_gets(list, key) else { return nil }
  return String(cString: text)
}

extension PulseState.Device {
  private init(_ index: UInt32, _ name: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?) {
    self.init(index: index, name: PulseState.text(name), description: PulseState.text(description))
    if self.description.isEmpty { self.description = self.name }
  }

  fileprivate init(_ info: pa_sink_info) {
    self.init(info.index, info.name, info.description)
    port = info.active_port.map { PulseState.Port($0.pointee) }
    for index in 0..<Int(info.n_ports) {
      guard let port = info.ports?[index]?.pointee, port.available == Int32(PA_PORT_AVAILABLE_NO.rawValue)
      else { continue }
      unpluggedPorts.insert(PulseState.text(port.name))
    }
  }

  fileprivate init(_ info: pa_source_info) {
    self.init(info.index, info.name, info.description)
    isMonitor = info.monitor_of_sink != UInt32.max
  }
}

extension PulseState.Port {
  fileprivate init(_ info: pa_sink_port_info) {
    let name = PulseState.text(info.name)
    let kinds = [PA_DEVICE_PORT_TYPE_HEADPHONES, PA_DEVICE_PORT_TYPE_HEADSET, PA_DEVICE_PORT_TYPE_EARPIECE]
    // Servers before version 14 do not state the type.
    let isNamed = name.contains("headphone") || name.contains("headset")
    self.init(
      name: name, description: PulseState.text(info.description),
      isHeadphones: isNamed || kinds.contains { UInt32($0.rawValue) == info.type })
  }
}

extension PulseState {
  /// Returns a text of the server without characters that would harm a terminal.
  fileprivate static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { FilePath(String(cString: $0)).shown } ?? ""
  }
}
