import TerminalKit

/// The play and the pause button, or the state and the button that acts. With an empty queue, no button acts.
struct TransportButtons: Widget {
  enum Button: Hashable { case play, pause }

  let content: ScreenContent
  let theme: Theme
  /// Whether the state is shown in the place of the button that cannot be used: `▶ playing   [‖ pause]`.
  var hasState = false

  static let width = 21

  /// Returns the button that acts: pause while music plays, otherwise play; nil if the queue is empty.
  static func active(_ content: ScreenContent) -> Button? {
    guard !content.isQueueEmpty else { return nil }
    switch content.playback {
    case .playing, .seekingForward, .seekingBackward, .buffering, .reconnecting: return .pause
    case .stopped, .paused, .interrupted: return .play
    }
  }

  /// Returns the areas of the buttons, play first.
  static func parts(in area: Rect) -> [Rect] { area.row(0).columns([.fixed(10), .fixed(11)]) }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let active = TransportButtons.active(content)
    if hasState { return drawState(active, on: &surface, in: area.row(0)) }
    let parts = TransportButtons.parts(in: area)
    draw("▶ play", isActive: active == .play, on: &surface, in: parts[0])
    draw("‖ pause", isActive: active == .pause, on: &surface, in: parts[1])
  }

  /// Draws the state, and the button in the columns that it leaves: its symbol alone beside a long state.
  private func drawState(_ active: Button?, on surface: inout Surface, in area: Rect) {
    let state = HeaderBar.text(content.playback)
    let room = area.width - CharacterWidth.columns(of: state) - 1
    let texts: [String] =
      switch active {
      case .play: ["[▶ play]", "[▶]"]
      case .pause: ["[‖ pause]", "[‖]"]
      case nil: []
      }
    let button = texts.first { CharacterWidth.columns(of: $0) <= room } ?? ""
    let places = area.columns([.flexible(), .fixed(CharacterWidth.columns(of: button))])
    surface.write(state, in: places[0], HeaderBar.look(content.playback, theme))
    surface.write(button, in: places[1], theme[.activeButton])
  }

  private func draw(_ text: String, isActive: Bool, on surface: inout Surface, in area: Rect) {
    let shown = isActive ? "[ \(text) ]" : "  \(text)  "
    surface.write(shown, in: area, isActive ? theme[.activeButton] : theme[.idleButton])
  }
}
