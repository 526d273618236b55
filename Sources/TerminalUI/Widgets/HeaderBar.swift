import TerminalKit

/// The first line: the name of the program, the playback state, the sound device.
struct HeaderBar: Widget {
  let content: ScreenContent
  let theme: Theme

  /// The width of the longest state in columns.
  private static let stateWidth = 13
  private static let badgeWidth = 4

  /// The width on the smallest screens: the state, or its symbol alone, and the unread errors.
  static func width(in size: Size, hasBadge: Bool) -> Int {
    (size.width < 30 ? 1 : stateWidth) + (hasBadge ? badgeWidth : 0)
  }

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

  /// The recording of the output: `● REC 1:23`, or its symbol alone on narrow screens.
  private static func recording(_ seconds: Int?, width: Int) -> String {
    guard let seconds else { return "" }
    return width < 40 ? "●" : "● REC \(ShownText.clock(Double(seconds)))"
  }

  /// The unread errors and the key that lists them, or their number alone if there is no room.
  private func drawBadge(on surface: inout Surface, in area: Rect) {
    guard content.unreadErrors > 0 else { return }
    let count = ShownText.count(content.unreadErrors, "error", "errors")
    let long = content.noticesKey.map { "\(count): \($0)" } ?? count
    let fits = CharacterWidth.columns(of: long) + 4 <= area.width
    surface.write(
      fits ? long : "!\(min(content.unreadErrors, 99))", in: fits ? area.inset(2, 0) : area, theme[.error])
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let long = content.isLocked ? "◆ pads only" : HeaderBar.text(content.playback)
    let recording = HeaderBar.recording(content.recordedSeconds, width: area.width)
    let recordingWidth = recording.isEmpty ? 0 : CharacterWidth.columns(of: recording) + 2
    let room = area.width - recordingWidth - (content.unreadErrors > 0 ? HeaderBar.badgeWidth : 0)
    let state = CharacterWidth.columns(of: long) <= room ? long : String(long.prefix(1))
    let stateWidth = CharacterWidth.columns(of: state)
    let deviceWidth = CharacterWidth.columns(of: content.device)
    let showsDevice = deviceWidth > 0 && area.width >= 7 + recordingWidth + stateWidth + deviceWidth + 8
    let showsName = area.width >= 7 + 2 + recordingWidth + stateWidth
    let parts = area.columns([
      .fixed(showsName ? 7 : 0), .flexible(), .fixed(recordingWidth), .fixed(stateWidth),
      .fixed(showsDevice ? deviceWidth + 4 : 0),
    ])
    surface.write("DrumDub", in: parts[0], theme[.brand])
    drawBadge(on: &surface, in: parts[1])
    surface.write(recording, in: parts[2], theme[.error])
    surface.write(state, in: parts[3], theme.playback(content.playback))
    if showsDevice { surface.write(content.device, in: parts[4], theme[.faint], .trailing) }
  }
}

extension Theme {
  fileprivate func playback(_ state: ScreenContent.Playback) -> Style {
    switch state {
    case .playing, .seekingForward, .seekingBackward: self[.progressDone]
    case .interrupted: self[.warning]
    case .paused, .stopped: self[.faint]
    }
  }
}
