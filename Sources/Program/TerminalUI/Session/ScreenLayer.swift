import Application
import Controls
import MusicFiles
import SystemBase
import TerminalKit

/// A list, a form or a line of text over the panels: its state, what it does with commands, text and the mouse, and how it
/// is drawn. A subclass overrides what it does otherwise. Main thread.
///
/// The session keeps its layers in a stack. The highest layer gets each command first; a command that it does not handle
/// goes to the layer below, and in the end to the panels.
@MainActor
package class ScreenLayer {
  package unowned let session: ScreenSession

  init(_ session: ScreenSession) { self.session = session }

  final var application: Application { session.application }
  /// The line of text that is typed; nil if keys are commands.
  package var field: TextField? { nil }
  /// Whether it covers the panels. Such a layer replaces the others when it opens, and is closed by a command that it
  /// does not handle, unless the command only changes the sound or the terminal, or opens the help above it.
  package var coversPanels: Bool { true }
  /// Whether the layer has nothing more to show and is to be closed.
  package var isOver: Bool { false }

  /// The screen whose own keys act while no other layer covers it; nil if there are none.
  package var screen: ScreenName? { nil }
  /// The commands that close the layer, such as the one that opened it, and `cancel`.
  package var closingCommands: [Command] { [] }
  /// Whether commands of the playback and seeks leave it open.
  package var controlsPlayback: Bool { false }

  /// Performs a command that only this layer has or performs otherwise; movements go to `move(_:)`.
  ///
  /// - Parameter time: when the command was given; nil: now.
  /// - Returns: nil if the layer does not handle the command.
  package func perform(_ command: Command, at time: HostTime?) -> Outcome? { nil }
  package func move(_ movement: Movement) {}
  /// Scrolls by rows, as a wheel does; negative values scroll up.
  package func scroll(by rows: Int) { for _ in 0..<abs(rows) { move(rows < 0 ? .up : .down) } }
  /// Handles a click beside the layer.
  package func dismiss() { close() }
  /// Releases the resources of the layer. Called once, after it was removed from the stack.
  package func wasClosed() {}
  /// Removes the layer, and those above it, from the stack.
  package final func close() { session.close(self) }

  // MARK: Typing

  /// The name of the history of its text; nil if accepted texts are not offered again.
  package var historyName: String? { nil }
  /// Whether up and down choose a row below the field; otherwise they show the history.
  package var hasRows: Bool { true }
  /// The most characters of the text that is typed.
  package var longestText: Int { 200 }
  /// Replaces the text of the field.
  package func type(_ text: String) {}
  /// Applies the text.
  package func accept() -> Application.Response { .done }
  /// Discards the text.
  package func cancel() { close() }
  /// Completes the text, or does what Tab does instead.
  package func complete() {}
  /// Shows the completion of a path, unless the text has changed since it was requested.
  package func receive(_ completion: FolderCompletion) {}
  /// Marks the selected row, or does what Insert does instead.
  package func mark() -> Application.Response { .done }
  /// Removes the selected row, or does what Delete does instead.
  package func remove() -> Application.Response { .done }

  // MARK: What is shown

  /// The name in the message of the plain mode that it was closed.
  package var name: String { "" }
  /// The text for closing it without effect, such as `closed`.
  package var leaving: String { field == nil ? "closed" : "left without a change" }
  /// The name in front of the typed text.
  package var fieldName: String { name }
  /// The present value, which the plain mode prints beside the typed text; nil if there is none, or if it is the initial text.
  package var fieldValue: String? { nil }
  /// The note behind the typed text: its completions, or its error.
  package var fieldNote: String? { field.flatMap(TextFieldText.note) }
  /// What its keys do, for the line of keys and the help.
  var keyHints: [KeyHint.Group] { [] }
  package func hints(_ keys: KeyMap) -> [KeyHint] { KeyHint.hints(keyHints, keys, on: screen) }
  /// Returns the keys for the lower frame of a list, such as `Esc close`.
  final func hintTexts(_ keys: KeyMap) -> [String] { hints(keys).map { "\($0.keys) \($0.text)" } }
  /// Returns the content that is drawn over the panels; nil if there is none.
  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? { nil }
  /// The selected row as text, under the name of its list; nil if there is none.
  package var selectedRow: (list: String, row: String)? { nil }
  /// Whether the selected row ends with the typed text, so that the plain mode does not print both.
  package var rowHasField: Bool { false }
  /// Whether no row matches the typed text.
  package var matchesNothing: Bool { false }

  /// Handles a click; one beside the layer closes it.
  package func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    screen.onSurface(screen.layout.overlay).contains(point) ? .done : session.dismissLayer()
  }

  /// Handles the mouse outside the line of keys. Returns nil for a wheel that scrolls, and for what has no effect.
  package func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    event.kind == .press && event.button == .left ? press(event.point, on: screen) : nil
  }
}

/// The content of a layer as a value, which draws itself.
package protocol LayerContent: Sendable {
  func draw(on surface: inout Surface, in area: Rect, theme: Theme)
  /// Whether it shows something that changes without an event, such as a meter.
  var isMoving: Bool { get }
  /// Whether the pads are seen beside it, if there is room.
  var leavesPadsVisible: Bool { get }
  /// The pane in which it is drawn if that is arranged; nil if it has none.
  var pane: Pane? { get }
}

extension LayerContent {
  package var isMoving: Bool { false }
  package var leavesPadsVisible: Bool { false }
  package var pane: Pane? { nil }
}

/// A line of text that the user types.
package struct TextField: Hashable, Sendable {
  package var text: String
  /// The number of characters before the cursor; nil: it is behind the text.
  package var cursor: Int?
  /// Whether the text is selected: what is typed replaces it.
  package var isSelected = false
  /// Completions of the text.
  package var choices: [String] = []
  /// The reason why the text cannot be applied; nil until that was tried.
  package var error: CommandError?

  /// Creates a line with a text. The one with which a prompt begins is selected.
  package init(_ text: String = "", isSelected: Bool = false) {
    self.text = text
    self.isSelected = isSelected && !text.isEmpty
  }
}
