import TerminalKit

/// The play and the pause button. The one that can be used is active; with an empty queue, none is.
struct TransportButtons: Widget {
  enum Button: Hashable { case play, pause }

  let content: ScreenContent
  let theme: Theme

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
    let parts = TransportButtons.parts(in: area)
    draw("▶ play", isActive: active == .play, on: &surface, in: parts[0])
    draw("‖ pause", isActive: active == .pause, on: &surface, in: parts[1])
  }

  private func draw(_ text: String, isActive: Bool, on surface: inout Surface, in area: Rect) {
    let shown = isActive ? "[ \(text) ]" : "  \(text)  "
    surface.write(shown, in: area, isActive ? theme[.activeButton] : theme[.idleButton])
  }
}
