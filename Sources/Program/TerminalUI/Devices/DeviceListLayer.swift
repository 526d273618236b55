import Application
import Controls
import SystemBase

/// The list of outputs and inputs.
package final class DeviceListLayer: ListLayer {
  private var devices: DeviceController { application.devices }

  override init(_ session: ScreenSession) {
    super.init(session)
    devices.openList()
  }

  package override var closingCommands: [Command] { [.program(.devices), .program(.cancel)] }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    // The list stays open, so that another one can be tried.
    if let row = devices.picker?.selected {
      application.program.set(row.kind == .output ? "output" : "input", row.entry.name)
    }
    return .done
  }

  package override func wasClosed() { devices.picker = nil }

  package override var rows: [ListRow] { devices.picker.map { ListRow.rows($0, use: devices.use) } ?? [] }
  package override var selection: Int? { devices.picker?.selection }
  override func select(_ row: Int) { devices.picker?.select(row) }

  package override var name: String { "devices" }
  override var title: String { "Devices" }
  override var style: ListBox.Style { ListBox.Style(width: 90, hasMarks: true) }

  /// `Outputs` or `Inputs`
  override func spokenTitle(_ row: Int) -> String {
    rows[...row].last { $0.heading != nil }?.heading ?? title
  }

  override func empty(_ keys: KeyMap) -> String {
    devices.picker?.rows == nil ? "looking for devices…" : "no device found; :output null plays silently"
  }

  override var keyHints: [KeyHint.Group] { [([.list(.activate)], "use")] + super.keyHints }
}

extension ListRow {
  /// Returns the rows of the outputs, then those of the inputs.
  static func rows(_ picker: DevicePicker, use: (DevicePicker.Row) -> DevicePicker.Use?) -> [ListRow] {
    let kinds = [(DevicePicker.Kind.output, "Outputs"), (.input, "Inputs")]
    return kinds.flatMap { kind, heading in
      var rows = (picker.rows ?? []).filter { $0.kind == kind }.map { ListRow($0, use($0)) }
      if !rows.isEmpty { rows[0].heading = heading }
      return rows
    }
  }

  /// Creates the row of a device as its users know it: whether it plays the metronome or is the default, and the name that
  /// chooses it.
  private init(_ row: DevicePicker.Row, _ use: DevicePicker.Use?) {
    let marks = [use == .metronome ? "metronome" : nil, row.entry.isDefault ? "default" : nil]
    self.init(
      row.entry.description + (row.entry.isMonitor ? " (monitor)" : ""),
      note: (marks.compactMap { $0 } + [row.entry.name]).joined(separator: " · "))
    guard use == .chosen else { return }
    (isCurrent, look) = (true, .currentRow)
    spoken += ", in use"
  }
}

/// The list of MIDI assignments. The lines can be removed.
package final class MIDIListLayer: ListLayer {
  private lazy var lines = application.midi.lines

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.remove) else { return nil }
    guard let selection else { return .row }
    defer { lines = application.midi.lines }
    return application.changeMIDI("forget \(lines[selection])")
  }

  package override var rows: [ListRow] { lines.map { ListRow($0) } }
  package override var name: String { "MIDI assignments" }
  override var title: String { "MIDI" }

  override func empty(_ keys: KeyMap) -> String {
    "nothing was taught; \(keys.label(.pads(.learnMIDI)) ?? ":learn-midi") teaches"
  }

  override var spokenEmpty: String? { "nothing was taught" }

  override var keyHints: [KeyHint.Group] { [([.list(.remove)], "remove")] + super.keyHints }
}
