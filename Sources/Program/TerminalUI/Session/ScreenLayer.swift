import Application
import Controls
import MusicFiles
import SystemBase
import TerminalKit

/// A list, a form or a line of text over the panels: its state, what it does with commands, text and the mouse, and how it
/// is drawn. Main thread.
///
/// The session keeps its layers in a stack. The highest layer gets each command first; a command that it does not handle
/// goes to the layer below, and in the end to the panels.
@MainActor
package protocol ScreenLayer: AnyObject {
  var session: ScreenSession { get }
  /// The line of text that is typed; nil if keys are commands.
  var field: TextField? { get }
  /// Whether it covers the panels. Such a layer replaces the others when it opens, and is closed by a command that it
  /// does not handle, unless the command only changes the sound or the terminal, or opens the help above it.
  var coversPanels: Bool { get }
  /// Whether what it shows has ended, so that it is closed.
  var isOver: Bool { get }

  /// The screen whose own keys act while the layer is the highest one; nil if there are none.
  var screen: ScreenName? { get }
  /// The commands that close the layer, such as the one that opened it, and `cancel`.
  var closingCommands: [Command] { get }
  /// Whether commands of the playback and seeks leave it open.
  var controlsPlayback: Bool { get }

  /// Performs a command that only this layer has or performs otherwise; movements go to `move(_:)`.
  ///
  /// - Parameter time: when the command was given; nil: now.
  /// - Returns: nil if the layer does not handle the command.
  func perform(_ command: Command, at time: HostTime?) -> Outcome?
  /// Moves the selection.
  func move(_ movement: Movement)
  /// Scrolls by rows, as a wheel does; negative values scroll up.
  func scroll(by rows: Int)
  /// Handles a click beside the layer.
  func dismiss()
  /// Releases what the layer has shown. Called once, when it has left the stack.
  func wasClosed()

  // MARK: Typing

  /// The name of the history of its text; nil if accepted texts are not offered again.
  var historyName: String? { get }
  /// Whether up and down choose a row below the field; otherwise they show the history.
  var hasRows: Bool { get }
  /// The most characters of the text that is typed.
  var longestText: Int { get }
  /// Replaces the text of the field.
  func type(_ text: String)
  /// Applies the text.
  func accept() -> Application.Response
  /// Discards the text.
  func cancel()
  /// Completes the text, or does what Tab does instead.
  func complete()
  /// Shows the completion of a path, unless the text has changed since it was requested.
  func receive(_ completion: FolderCompletion)
  /// Marks the selected row, or does what Insert does instead.
  func mark() -> Application.Response
  /// Removes the selected row, or does what Delete does instead.
  func remove() -> Application.Response

  // MARK: What is shown

  /// The name, under which the plain mode says that it was closed.
  var name: String { get }
  /// What has become of it when it was closed without effect, such as `closed`.
  var leaving: String { get }
  /// The name in front of the typed text.
  var fieldName: String { get }
  /// The present value of what is typed, which the plain mode prints; nil if there is none, or if the text begins as it.
  var fieldValue: String? { get }
  /// The note behind the typed text: its completions, or its error.
  var fieldNote: String? { get }
  /// Returns the keys; nil if those of the panels are shown.
  func hints(_ keys: KeyMap) -> [KeyHint]?
  /// Returns the content that is drawn over the panels; nil if there is none.
  func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)?
  /// The selected row as text, under the name of its list; nil if there is none.
  var selectedRow: (list: String, row: String)? { get }
  /// Whether the selected row ends with the typed text, so that the plain mode does not print both.
  var rowHasField: Bool { get }
  /// Whether no row matches the typed text.
  var matchesNothing: Bool { get }
  /// Handles a click.
  func press(_ point: Point, on screen: PlayerScreen) -> Application.Response
  /// Handles the mouse outside the line of keys. Returns nil for a wheel that scrolls, and for what has no effect.
  func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response?
}

extension ScreenLayer {
  var application: Application { session.application }
  package var field: TextField? { nil }
  package var coversPanels: Bool { true }
  package var isOver: Bool { false }
  package var screen: ScreenName? { nil }
  package var closingCommands: [Command] { [] }
  package var controlsPlayback: Bool { false }

  package func move(_ movement: Movement) {}
  package func scroll(by rows: Int) { for _ in 0..<abs(rows) { move(rows < 0 ? .up : .down) } }
  package func dismiss() { close() }
  package func wasClosed() {}

  package var historyName: String? { nil }
  package var hasRows: Bool { true }
  package var longestText: Int { 200 }
  package func type(_ text: String) {}
  package func accept() -> Application.Response { .done }
  package func cancel() { close() }
  package func complete() {}
  package func receive(_ completion: FolderCompletion) {}
  package func mark() -> Application.Response { .done }
  package func remove() -> Application.Response { .done }

  /// Removes the layer, and those above it, from the stack.
  package func close() { session.close(self) }

  package var leaving: String { field == nil ? "closed" : "left without a change" }
  package var fieldName: String { name }
  package var fieldValue: String? { nil }
  package var fieldNote: String? { field.flatMap(TextFieldText.note) }
  package func hints(_ keys: KeyMap) -> [KeyHint]? { nil }
  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? { nil }
  package var selectedRow: (list: String, row: String)? { nil }
  package var rowHasField: Bool { false }
  package var matchesNothing: Bool { false }

  /// Returns the keys for the lower frame of a list, such as `Esc close`.
  func hintTexts(_ keys: KeyMap) -> [String] { (hints(keys) ?? []).map { "\($0.keys) \($0.text)" } }

  /// Handles a click; one beside the layer closes it.
  package func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    screen.onSurface(screen.layout.overlay).contains(point) ? .done : session.dismissLayer()
  }

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
  /// Completions of the text.
  package var choices: [String] = []
  /// The reason why the text cannot be applied; nil until that was tried.
  package var error: CommandError?

  package init(_ text: String = "") { self.text = text }
}
