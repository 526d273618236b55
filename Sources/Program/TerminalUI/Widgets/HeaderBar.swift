import Player
import TerminalKit

/// The first line: the name of the program, the playback state, the sound device.
struct HeaderBar: Widget {
  let content: ScreenContent
  let theme: Theme
  /// Whether there is a line of its own, which has the name of the program.
  private let hasName: Bool
  /// Whether the state is shown here, and not beside a button.
  private let hasState: Bool

  init(_ content: ScreenContent, _ theme: Theme, _ layout: MainLayout) {
    (self.content, self.theme) = (content, theme)
    (hasName, hasState) = (!layout.isSongInOneLine, !layout.hasStateInButtons)
  }

  /// The width of the longest state in columns.
  private static let stateWidth = 14
  private static let badgeWidth = 4
  private static let name = "DrumDub"
  /// The columns for the device that is heard, where the header shares the line of the title.
  static let deviceWidth = 24
  /// The columns before the device.
  private static let gap = 4

  /// Returns the width on the smallest screens: the state, or its symbol alone, and the unread errors. If nothing is
  /// heard, why.
  static func width(in size: Size, hasBadge: Bool, silence: String?) -> Int {
    let badge = hasBadge ? badgeWidth : 0
    if let silence { return min(CharacterWidth.columns(of: silence) + gap + badge + 1, size.width - 9) }
    return (size.width < 30 ? 1 : stateWidth) + badge
  }

  static func text(_ playback: PlaybackState) -> String {
    switch playback {
    case .stopped: "■ stopped"
    case .playing: "▶ playing"
    case .paused: "‖ paused"
    case .interrupted: "‖ interrupted"
    case .seekingForward: "» seeking"
    case .seekingBackward: "« seeking"
    case .buffering: "… buffering"
    case .reconnecting: "… reconnecting"
    }
  }

  /// Draws the unread errors and the key that lists them; only their number if there is not enough room.
  private func drawBadge(on surface: inout Surface, in area: Rect) {
    guard content.unreadErrors > 0 else { return drawMixerNote(on: &surface, in: area) }
    let count = ShownText.count(content.unreadErrors, "error", "errors")
    let long = content.noticesKey.map { "\(count): \($0)" } ?? count
    let fits = CharacterWidth.columns(of: long) + 4 <= area.width
    surface.write(
      fits ? long : "!\(min(content.unreadErrors, 99))", in: fits ? area.inset(2, 0) : area, theme[.error])
  }

  /// Draws that the mixer has changed since the take; without the name of the take if there is not enough room.
  private func drawMixerNote(on surface: inout Surface, in area: Rect) {
    guard let long = content.mixerNote else { return }
    let texts = [long, "mixer: changed"]
    guard let text = texts.first(where: { CharacterWidth.columns(of: $0) + 4 <= area.width }) else { return }
    surface.write(text, in: area.inset(2, 0), theme[.warning])
  }

  private struct Parts {
    var hasName: Bool
    var state: String
    var device = ""

    var deviceColumns: Int { device.isEmpty ? 0 : CharacterWidth.columns(of: device) + gap }
    var columns: Int { (hasName ? 9 : 0) + CharacterWidth.columns(of: state) + deviceColumns }
  }

  /// Returns the first parts that fit. The reason why nothing is heard is more important than the name of the program
  /// and the state; the device that is heard is less important than the state.
  ///
  /// - Parameter width: the columns beside the recording and the unread errors.
  private func parts(in width: Int) -> Parts {
    let text = content.mode.isLocked ? "◆ pads only" : HeaderBar.text(content.playback)
    let long = hasState ? text : ""
    let symbol = String(long.prefix(1))
    let least = Parts(hasName: false, state: symbol)
    var choices: [Parts] = []
    if let host = content.awaitedHost, !content.mode.isLocked, !content.isSilent {
      let waiting = "… waiting for \(host)"
      choices = content.device.map { Parts(hasName: hasName, state: waiting, device: $0) }
      choices += [Parts(hasName: hasName, state: waiting), Parts(hasName: false, state: waiting)]
    }
    choices += content.device.map { Parts(hasName: hasName, state: long, device: $0) }
    if let last = content.device.last {
      choices.append(Parts(hasName: false, state: long, device: last))
      if content.isSilent {
        let room = max(width - least.columns - HeaderBar.gap, 1)
        choices.append(Parts(hasName: false, state: symbol, device: last.fitted(to: room)))
      }
    }
    choices += [Parts(hasName: hasName, state: long), Parts(hasName: false, state: long)]
    return choices.first { $0.columns <= width } ?? least
  }

  /// Returns the columns at the beginning of an area that are not used.
  func freeColumns(in area: Rect) -> Int {
    guard content.unreadErrors == 0 else { return 0 }
    let room = area.width - recording(in: area.width).columns
    let shown = parts(in: room)
    return shown.hasName ? 0 : max(room - shown.columns, 0)
  }

  /// Returns the recording of the output: `● REC 1:23`, or its symbol alone on narrow screens.
  private func recording(in width: Int) -> (text: String, columns: Int) {
    guard let seconds = content.recordedSeconds else { return ("", 0) }
    let text = width < 40 ? "●" : "● REC \(ShownText.clock(seconds))"
    return (text, CharacterWidth.columns(of: text) + 2)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let (recording, recordingWidth) = recording(in: area.width)
    let badgeWidth = content.unreadErrors > 0 ? HeaderBar.badgeWidth : 0
    let shown = parts(in: area.width - recordingWidth - badgeWidth)
    let places = area.columns([
      .fixed(shown.hasName ? 7 : 0), .flexible(), .fixed(recordingWidth),
      .fixed(CharacterWidth.columns(of: shown.state)), .fixed(shown.deviceColumns),
    ])
    if shown.hasName { surface.write(HeaderBar.name, in: places[0], theme[.brand]) }
    drawBadge(on: &surface, in: places[1])
    surface.write(recording, in: places[2], theme[.error])
    surface.write(shown.state, in: places[3], HeaderBar.look(content.playback, theme))
    surface.write(shown.device, in: places[4], theme[content.isSilent ? .warning : .faint], .trailing)
  }

  static func look(_ state: PlaybackState, _ theme: Theme) -> Style {
    switch state {
    case .playing, .seekingForward, .seekingBackward: theme[.progressDone]
    case .interrupted, .buffering, .reconnecting: theme[.warning]
    case .paused, .stopped: theme[.faint]
    }
  }
}
