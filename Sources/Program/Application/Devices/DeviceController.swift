import AudioBase
import Observation

/// Finds devices for `DeviceController`.
@MainActor
package protocol DeviceServing: AnyObject {
  /// Finds the devices on another thread.
  func findDevices(then receive: @escaping @MainActor (DeviceList) -> Void)
  /// Returns what a device is used for; nil if it is not used.
  func use(of row: DevicePicker.Row) -> DevicePicker.Use?
  /// The name of the output in use, as the user would write it.
  var outputName: String { get }
}

/// The list of outputs and inputs, from which the user chooses. Main thread; no function waits.
@MainActor @Observable
package final class DeviceController {
  /// The picker; nil while the list is closed.
  package var picker: DevicePicker?
  @ObservationIgnored private unowned let service: any DeviceServing

  /// Creates the controller of the list. The service lives longer than it.
  package init(service: any DeviceServing) { self.service = service }

  package func use(of row: DevicePicker.Row) -> DevicePicker.Use? { service.use(of: row) }

  package func openList() {
    picker = DevicePicker()
    find()
  }

  private func find() {
    service.findDevices { [weak self] list in
      guard let self else { return }
      picker?.receive(list, output: service.outputName, use: service.use(of:))
    }
  }

  package func devicesChanged() { if picker != nil { find() } }
}

/// The list of devices while it is open. A value.
package struct DevicePicker: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case output, input }

  package enum Use: Hashable, Sendable {
    /// The device is the output of the music, or the input.
    case chosen
    /// The device is the output of the metronome only.
    case metronome
  }

  package struct Row: Hashable, Sendable {
    package var kind: Kind
    package var entry: DeviceEntry

    fileprivate func isSame(as other: Row) -> Bool { kind == other.kind && entry.name == other.entry.name }
  }

  /// The rows; nil until the devices have been found.
  package private(set) var rows: [Row]?
  /// The index of the selected row.
  package private(set) var selection = 0

  init() {}

  package var selected: Row? { rows.flatMap { $0.indices.contains(selection) ? $0[selection] : nil } }

  /// The sound server, which can be chosen while it does not run: it is used when it does.
  private static let awayServer = DeviceEntry("pulse", "the sound server, which does not run now")

  /// Shows the devices, with the sound server and the output in use even if they are not found. Keeps the selected
  /// device; selects the output in use at first, and if that device was removed, so that no key meant for an output
  /// reaches an input. `output` is the name of the output in use.
  mutating func receive(_ list: DeviceList, output: String, use: (Row) -> Use?) {
    let former = selected
    var outputs = list.outputs.map { Row(kind: .output, entry: $0) }
    if !outputs.contains(where: { $0.entry.name == DevicePicker.awayServer.name }) {
      outputs.append(Row(kind: .output, entry: DevicePicker.awayServer))
    }
    let inUse = outputs.firstIndex { use($0) == .chosen } ?? outputs.firstIndex { $0.entry.name == output }
    if inUse == nil {
      outputs.insert(Row(kind: .output, entry: DeviceEntry(output, "the output in use")), at: 0)
    }
    let found = outputs + list.inputs.map { Row(kind: .input, entry: $0) }
    rows = found
    let same = former.flatMap { former in found.firstIndex { $0.isSame(as: former) } }
    select(same ?? inUse ?? 0)
  }

  package mutating func select(_ row: Int) { selection = min(max(row, 0), max((rows?.count ?? 0) - 1, 0)) }
}
