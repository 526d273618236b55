import Application
import Controls
import SystemBase
import TerminalKit

/// The view of a layer: on the screen, and as lines in the plain mode. Each type of layer conforms to it.
@MainActor
package protocol LayerView: ScreenLayer {
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

extension LayerView {
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
    screen.onSurface(screen.layout.overlay).contains(point) ? .done : application.dismissLayer()
  }

  package func pointer(_ event: MouseEvent, on screen: PlayerScreen) -> Application.Response? {
    event.kind == .press && event.button == .left ? press(event.point, on: screen) : nil
  }
}

extension Application {
  /// The view of the highest layer.
  var topView: (any LayerView)? { layers.last as? any LayerView }
  /// The view of the highest layer that covers the panels.
  var coveringView: (any LayerView)? { coveringLayer as? any LayerView }
}
