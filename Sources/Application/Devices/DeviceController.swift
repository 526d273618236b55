import AudioBase
import Observation

/// The list of outputs and inputs, from which the user chooses. Main thread; no function waits.
@MainActor @Observable
package final class DeviceController {
  package struct Tools {
    /// Finds the devices on another thread. They arrive through `receive(_:)`.
    var find: () -> Void
    /// Returns the use of a device; nil if it is not used.
    var use: (DevicePicker.Row) -> DevicePicker.Use?

    package init(find: @escaping () -> Void, use: @escaping (DevicePicker.Row) -> DevicePicker.Use?) {
      (self.find, self.use) = (find, use)
    }
  }

  /// The picker; nil while the list is closed.
  package internal(set) var picker: DevicePicker?
  @ObservationIgnored private let tools: Tools

  package init(tools: Tools) { self.tools = tools }

  package func use(of row: DevicePicker.Row) -> DevicePicker.Use? { tools.use(row) }

  func openList() {
    picker = DevicePicker()
    tools.find()
  }

  package func receive(_ list: DeviceList) {
    picker?.receive(list, use: tools.use)
  }

  /// Handles that devices were added or removed.
  package func devicesChanged() { if picker != nil { tools.find() } }
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
