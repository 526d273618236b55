/// The list of devices over the panels.
extension Application {
  private static let devicePage = 10

  func openDevices() {
    guard let devices else { return }
    devices.openList()
    open(.devices)
  }

  /// - Returns: nil if the list does not handle the command; it closes then.
  func performInDevices(_ command: Command) -> Response? {
    guard let devices, let picker = devices.picker else { return nil }
    switch command {
    case .move(let movement):
      devices.picker?.select(
        movement.row(
          from: picker.selection, last: (picker.rows?.count ?? 0) - 1, page: Application.devicePage))
    case .list(.activate): if let row = picker.selected { choose(row) }
    case .program(.cancel), .program(.devices): closeDevices()
    case .playback, .seek, .list, .queue, .search, .program, .take, .library, .pads, .pad, .request:
      if !command.isBackground { closeDevices() }
      return nil
    }
    return .done
  }

  /// Uses a device from now on. The list stays open, so that another one can be tried.
  private func choose(_ row: DevicePicker.Row) {
    switch row.kind {
    case .output: services.set("output", row.entry.name)
    case .input: services.set("input", row.entry.name)
    }
  }

  func closeDevices() {
    devices?.picker = nil
    if state.overlay == .devices { state.overlay = nil }
  }
}
