import SystemBase

/// The list of outputs and inputs.
package final class DeviceListLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package let devices: DeviceController

  init(_ application: Application, _ devices: DeviceController) {
    (self.application, self.devices) = (application, devices)
    devices.openList()
  }

  package var closingCommands: [Command] { [.program(.devices), .program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
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
}
