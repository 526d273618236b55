import AudioBase
import Observation

/// Finds devices for `DeviceController`.
@MainActor
package protocol DeviceServing: AnyObject {
  /// Finds the devices on another thread. They arrive through `DeviceController.receive(_:)`.
  func findDevices()
  /// What a device is used for; nil if it is not used.
  func use(of row: DevicePicker.Row) -> DevicePicker.Use?
}

/// The list of outputs and inputs, from which the user chooses. Main thread; no function waits.
@MainActor @Observable
package final class DeviceController {
  /// The picker; nil while the list is closed.
  package internal(set) var picker: DevicePicker?
  @ObservationIgnored private unowned let service: any DeviceServing

  /// Creates the controller of the list.
  ///
  /// - Parameter service: lives longer than the controller.
  package init(service: any DeviceServing) { self.service = service }

  package func use(of row: DevicePicker.Row) -> DevicePicker.Use? { service.use(of: row) }

  func openList() {
    picker = DevicePicker()
    service.findDevices()
  }

  package func receive(_ list: DeviceList) {
    picker?.receive(list, use: service.use(of:))
  }

  /// Devices have come or gone.
  package func devicesChanged() { if picker != nil { service.findDevices() } }
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

  /// Shows the devices. Keeps the selected device; selects the output in use at first, and if that device was removed.
  mutating func receive(_ list: DeviceList, use: (Row) -> Use?) {
    let former = selected
    let found =
      list.outputs.map { Row(kind: .output, entry: $0) } + list.inputs.map { Row(kind: .input, entry: $0) }
    rows = found
    let same = former.flatMap { former in found.firstIndex { $0.isSame(as: former) } }
    select(same ?? found.firstIndex { use($0) == .chosen } ?? selection)
  }

  mutating func select(_ row: Int) { selection = min(max(row, 0), max((rows?.count ?? 0) - 1, 0)) }
}
