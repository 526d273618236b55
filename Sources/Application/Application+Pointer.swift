/// Requests by the mouse, which point at rows instead of naming a command.
extension Application {
  /// Scrolls the layer that covers the panels, or a panel if there is none.
  package func scroll(_ panel: ApplicationState.Panel, by rows: Int) {
    if let layer = coveringLayer {
      layer.scroll(by: rows)
    } else {
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
      state.emptyLibrarySelection = row
    } else if row < library.browser.level.count {
      if library.browser.level.selection == row { library.open() } else { library.select(row) }
    }
  }

  /// Handles a click beside the layer that covers the panels.
  package func dismissLayer() -> Response {
    let expectsText = field != nil
    guard let layer = coveringLayer else { return .done }
    while let top = layers.last, top !== layer { close(top) }
    layer.dismiss()
    changes.send(.state)
    return focus(after: .done, expectsText: expectsText)
  }

  /// Seeks to a part of the track.
  ///
  /// - Parameter part: 0…1.
  package func seek(toPart part: Double) {
    if let duration = model.duration { model.seek(to: duration * part) }
  }
}
