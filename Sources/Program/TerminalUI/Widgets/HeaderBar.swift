import Player
import TerminalKit

/// The first line: the name of the program, the playback state, the sound device.
struct HeaderBar: Widget {
  let content: ScreenContent
  let theme: Theme

  /// The width of the longest state in columns.
  private static let stateWidth = 14
  private static let badgeWidth = 4
  private static let name = "DrumDub"
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

  /// Returns the recording of the output: `● REC 1:23`, or its symbol alone on narrow screens.
  private static func recording(_ seconds: Int?, width: Int) -> String {
    guard let seconds else { return "" }
    return width < 40 ? "●" : "● REC \(ShownText.clock(Double(seconds)))"
  }

  /// Draws the unread errors and the key that lists them; only their number if there is not enough room.
  private func drawBadge(on surface: inout Surface, in area: Rect) {
    guard content.unreadErrors > 0 else { return }
    let count = ShownText.count(content.unreadErrors, "error", "errors")
    let long = content.noticesKey.map { "\(count): \($0)" } ?? count
    let fits = CharacterWidth.columns(of: long) + 4 <= area.width
    surface.write(
      fits ? long : "!\(min(content.unreadErrors, 99))", in: fits ? area.inset(2, 0) : area, theme[.error])
  }

  /// The parts of the header that fit.
  private struct Parts {
    var hasName: Bool
    var state: String
    var device: String
    /// The columns of these parts and of those that are always shown.
    var columns: Int

    init(hasName: Bool, state: String, device: String, others: Int) {
      (self.hasName, self.state, self.device) = (hasName, state, device)
      columns =
        others + (hasName ? 9 : 0) + CharacterWidth.columns(of: state)
        + (device.isEmpty ? 0 : CharacterWidth.columns(of: device) + gap)
    }
  }

  /// Returns the first parts that fit. The reason why nothing is heard is more important than the name of the program
  /// and the state; the device that is heard is less important than the state.
  ///
  /// - Parameter others: the columns of the recording and of the unread errors.
  private func parts(in width: Int, others: Int) -> Parts {
    let long = content.mode.isLocked ? "◆ pads only" : HeaderBar.text(content.playback)
    let symbol = String(long.prefix(1))
    func parts(_ hasName: Bool, _ state: String, _ device: String = "") -> Parts {
      Parts(hasName: hasName, state: state, device: device, others: others)
    }
    var choices = content.device.map { parts(true, long, $0) }
    if let last = content.device.last {
      choices.append(parts(false, long, last))
      if content.isSilent {
        let room = width - parts(false, symbol).columns - HeaderBar.gap
        choices.append(parts(false, symbol, last.fitted(to: max(room, 1))))
      }
    }
    choices += [parts(true, long), parts(false, long)]
    return choices.first { $0.columns <= width } ?? parts(false, symbol)
  }

  /// Returns the columns at the beginning of an area that are not used.
  func freeColumns(in area: Rect) -> Int {
    guard content.unreadErrors == 0 else { return 0 }
    let shown = parts(in: area.width, others: recording(in: area.width).columns)
    return shown.hasName ? 0 : max(area.width - shown.columns, 0)
  }

  private func recording(in width: Int) -> (text: String, columns: Int) {
    let text = HeaderBar.recording(content.recordedSeconds, width: width)
    return (text, text.isEmpty ? 0 : CharacterWidth.columns(of: text) + 2)
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let (recording, recordingWidth) = recording(in: area.width)
    let badgeWidth = content.unreadErrors > 0 ? HeaderBar.badgeWidth : 0
    let shown = parts(in: area.width, others: recordingWidth + badgeWidth)
    let deviceWidth = shown.device.isEmpty ? 0 : CharacterWidth.columns(of: shown.device) + HeaderBar.gap
    let places = area.columns([
      .fixed(shown.hasName ? 7 : 0), .flexible(), .fixed(recordingWidth),
      .fixed(CharacterWidth.columns(of: shown.state)), .fixed(deviceWidth),
    ])
    if shown.hasName { surface.write(HeaderBar.name, in: places[0], theme[.brand]) }
    drawBadge(on: &surface, in: places[1])
    surface.write(recording, in: places[2], theme[.error])
    surface.write(shown.state, in: places[3], theme.playback(content.playback))
    surface.write(shown.device, in: places[4], theme[content.isSilent ? .warning : .faint], .trailing)
  }
}

extension Theme {
  fileprivate func playback(_ state: PlaybackState) -> Style {
    switch state {
    case .playing, .seekingForward, .seekingBackward: self[.progressDone]
    case .interrupted, .buffering, .reconnecting: self[.warning]
    case .paused, .stopped: self[.faint]
    }
  }
}
