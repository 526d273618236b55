import MusicLibrary
import SystemBase

/// The picker of songs, whose list follows the typed text.
package final class PickerLayer: ScreenLayer {
  package unowned let application: Application
  private var line = TextField()
  package var field: TextField? { line }
  package var historyName: String? { "Picker" }
  private let library: LibraryController
  private var isPicked = false

  init(_ application: Application, _ library: LibraryController) {
    (self.application, self.library) = (application, library)
  }

  package func type(_ text: String) {
    line = TextField(text)
    library.typeInPicker(line.text)
  }

  package func accept() -> Application.Response {
    isPicked = true
    close()
    library.pick()
    return .done
  }

  /// Marks the selected row.
  package func complete() { library.markInPicker() }

  package func move(_ movement: Movement) {
    let count = library.picking?.list.level.count ?? 0
    library.moveInPicker(
      by: movement.rows(page: max(application.state.rows.picker - 1, 1), count: count))
  }

  package func scroll(by rows: Int) { library.moveInPicker(by: rows) }

  package func dismiss() {}

  /// Selects a row by the mouse.
  package func select(row: Int) {
    guard let level = library.picking?.list.level, row >= 0, row < level.count else { return }
    library.selectInPicker(row)
    application.changes.send(.state)
  }

  package func wasClosed() { if !isPicked { library.leavePicker() } }
}
