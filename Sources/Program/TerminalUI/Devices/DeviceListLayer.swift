import Application
import Controls
import SystemBase
import TerminalKit

/// The list of outputs and inputs.
package final class DeviceListLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package let devices: DeviceController

  init(_ session: ScreenSession, _ devices: DeviceController) {
    (self.session, self.devices) = (session, devices)
    devices.openList()
  }

  package var closingCommands: [Command] { [.program(.devices), .program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    devices.picker?.selected.map(choose)
    return .done
  }

  package func move(_ movement: Movement) {
    guard let picker = devices.picker else { return }
    devices.picker?.select(
      movement.row(
        from: picker.selection, last: (picker.rows?.count ?? 0) - 1, page: DeviceListLayer.page))
  }

  /// Uses a device from now on. The list stays open, so that another one can be tried.
  private func choose(_ row: DevicePicker.Row) {
    switch row.kind {
    case .output: application.program.set("output", row.entry.name)
    case .input: application.program.set("input", row.entry.name)
    }
  }

  package func wasClosed() { devices.picker = nil }

  package var name: String { "devices" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.activate)], "use"), ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    guard let picker = devices.picker else { return nil }
    var content = DeviceListContent(picker, use: devices.use)
    content.hints = hintTexts(screen.keys)
    return content
  }

  /// `2 of 5: Headset, default · pulse:headset, in use`.
  package var selectedRow: (list: String, row: String)? {
    guard let picker = devices.picker else { return nil }
    let content = DeviceListContent(picker, use: devices.use)
    let rows = content.groups.flatMap { group in group.rows.map { (group.title, $0) } }
    guard rows.indices.contains(content.selection) else { return content.note.map { ("Devices", $0) } }
    let (title, row) = rows[content.selection]
    let use = row.use == .chosen ? ", in use" : ""
    return (title, "\(content.selection + 1) of \(rows.count): \(row.description), \(row.detail)\(use)")
  }
}
