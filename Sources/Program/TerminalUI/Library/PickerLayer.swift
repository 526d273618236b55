import Application
import AudioBase
import Controls
import MusicLibrary
import SystemBase
import TerminalKit

/// The picker of songs, whose list follows the typed text.
package final class PickerLayer: ScreenLayer {
  package unowned let session: ScreenSession
  private var line = TextField()
  package var field: TextField? { line }
  package var historyName: String? { "Picker" }
  private let library: LibraryPanel
  private var isPicked = false

  init(_ session: ScreenSession, _ library: LibraryPanel) {
    (self.session, self.library) = (session, library)
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
      by: movement.rows(page: max(session.state.rows.picker - 1, 1), count: count))
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

  package var name: String { "songs" }
  package var leaving: String { "closed" }
  package var fieldName: String { "song" }
  package var fieldNote: String? {
    application.library?.stage == .ready
      ? field.flatMap { TextFieldText.queryError($0.text) } : "the library is empty: scan a folder first"
  }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    [.enter("play"), .leave(), .choose, .tab("mark several")]
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    list(width: PickerOverlay.width(screen.layout.overlay), rows: screen.pickerRows).map(PickerContent.init)
  }

  package var selectedRow: (list: String, row: String)? {
    // The rows of the former text are not said.
    guard session.libraryPanel?.picking?.list.level.isCurrent == true else { return nil }
    return list(width: PlainSelection.width, rows: session.state.rows.picker).flatMap(PlainSelection.row)
  }

  package var matchesNothing: Bool { session.libraryPanel?.picking?.list.level.isEmptied ?? false }

  private func list(width: Int, rows: Int) -> ListContent? {
    session.libraryPanel.flatMap { library in
      library.picking.map {
        ListContent(
          $0, library.columns, width: width, rows: rows, playing: application.model.nowPlaying?.location)
      }
    }
  }

  /// Selects the row under the pointer.
  package func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    let box = screen.onSurface(PickerOverlay.box(screen.layout.overlay))
    let row = point.y - box.y - (box.height - 1 - screen.pickerRows)
    guard let level = session.libraryPanel?.picking?.list.level, box.contains(point), row >= 0 else {
      return .done
    }
    select(row: level.first + row)
    return .done
  }
}
