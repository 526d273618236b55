import TerminalKit

/// The first line: the program, what it does, the sound device.
struct HeaderBar: Widget {
  let content: ScreenContent
  let theme: Theme

  /// The columns of the longest state.
  static let stateWidth = 13

  static func text(_ playback: ScreenContent.Playback) -> String {
    switch playback {
    case .stopped: "■ stopped"
    case .playing: "▶ playing"
    case .paused: "‖ paused"
    case .interrupted: "‖ interrupted"
    case .seekingForward: "» seeking"
    case .seekingBackward: "« seeking"
    }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let state = content.isLocked ? "◆ pads only" : HeaderBar.text(content.playback)
    let stateWidth = CharacterWidth.columns(of: state)
    let deviceWidth = CharacterWidth.columns(of: content.device)
    let showsDevice = deviceWidth > 0 && area.width >= 7 + stateWidth + deviceWidth + 8
    let showsName = area.width >= 7 + 2 + stateWidth
    let parts = area.columns([
      .fixed(showsName ? 7 : 0), .flexible(), .fixed(stateWidth), .fixed(showsDevice ? deviceWidth + 4 : 0),
    ])
    surface.write("DrumDub", in: parts[0], theme[.brand])
    surface.write(state, in: parts[2], theme.playback(content.playback))
    if showsDevice { surface.write(content.device, in: parts[3], theme[.faint], .trailing) }
  }
}
