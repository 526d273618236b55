/// Requests by the mouse, which point at rows instead of naming a command.
extension Application {
  /// Scrolls the open overlay, or a panel if there is none.
  package func scroll(_ panel: ApplicationState.Panel, by rows: Int) {
    switch state.overlay {
    case .picker: library?.moveInPicker(by: rows)
    case .palette: for _ in 0..<abs(rows) { moveInPalette(rows < 0 ? .up : .down) }
    case .export: for _ in 0..<abs(rows) { moveInExport(rows < 0 ? .up : .down) }
    case .tagForm: for _ in 0..<abs(rows) { moveInTags(rows < 0 ? .up : .down) }
    case .help, .notices, .takes, .lyrics, .trackInfo, .kits, .padForm, .devices:
      for _ in 0..<abs(rows) { perform(.move(rows < 0 ? .up : .down), from: .mouse) }
    case nil:
      switch panel {
      case .library: library?.move(by: rows)
      case .queue: moveInQueue(by: rows)
      }
    }
    changes.send(.state)
  }

  /// Gives the queue the focus and selects a row of it, or plays the row if it is selected already.
  ///
  /// - Parameter row: a negative row only gives the focus.
  package func activate(row: Int) {
    defer { changes.send(.state) }
    state.panel = .queue
    guard row >= 0, row < state.rowCount(of: model.queue) else { return }
    if state.selection == state.track(atRow: row, of: model.queue) {
      playSelected()
    } else {
      select(row: row)
    }
  }

  /// Gives the library the focus and selects a row of it, or opens the row if it is selected already.
  package func activate(libraryRow row: Int) {
    guard let library else { return }
    defer { changes.send(.state) }
    state.panel = .library
    guard row >= 0 else { return }
    if library.stage == .empty {
      state.offer = row
    } else if row < library.browser.level.count {
      if library.browser.level.selection == row { library.open() } else { library.select(row) }
    }
  }

  package func select(pickerRow row: Int) {
    guard let level = library?.picking?.list.level, row >= 0, row < level.count else { return }
    library?.selectInPicker(row)
    changes.send(.state)
  }

  package func closeOverlay() -> Response {
    state.prompt = nil
    switch state.overlay {
    case .tagForm: leaveTags()
    case .kits: closeKits(keeping: true)
    case .padForm: leavePadForm()
    case .export: leaveExport()
    case .devices: closeDevices()
    case .help, .notices, .takes, .picker, .palette, .lyrics, .trackInfo, nil: state.overlay = nil
    }
    changes.send(.state)
    return .rejectText
  }

  /// Seeks to a part of the track.
  ///
  /// - Parameter part: 0…1.
  package func seek(toPart part: Double) {
    if let duration = model.duration { model.seek(to: duration * part) }
  }
}
