import TerminalKit

/// Volume, order and balance in one line; what does not fit is left out whole, the last first.
struct SettingsLine: Widget {
  let content: ScreenContent
  let theme: Theme

  /// What of the order is not as usual, in short.
  static func order(_ content: ScreenContent) -> String {
    let repeating = content.repeatMode == .off ? "" : "repeat \(name(content.repeatMode))"
    return [content.isShuffled ? "shuffle" : "", repeating].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func name(_ mode: ScreenContent.RepeatMode) -> String {
    switch mode {
    case .off: "off"
    case .one: "one"
    case .all: "all"
    }
  }

  /// `speed 0.8×`, where it is not as usual.
  private static func speed(_ content: ScreenContent) -> String? {
    if content.speed == 1 { return nil }
    let hundredths = Int((content.speed * 100).rounded())
    let (tenth, hundredth) = (hundredths / 10 % 10, hundredths % 10)
    return "speed \(hundredths / 100).\(tenth)\(hundredth == 0 ? "" : "\(hundredth)")×"
  }

  static func items(_ content: ScreenContent) -> [String] {
    var items = [
      content.isMuted ? "muted" : ShownText.decibels(content.volume),
      "shuffle \(content.isShuffled ? "on" : "off")", "repeat \(name(content.repeatMode))",
    ]
    if let speed = speed(content) { items.append(speed) }
    if let balance = content.balance {
      items.append("music \(ShownText.decibels(balance.music))")
      items.append("pads \(ShownText.decibels(balance.pads))")
    }
    return items
  }

  func draw(on surface: inout Surface, in area: Rect) {
    var x = area.x
    for item in SettingsLine.items(content) {
      let columns = CharacterWidth.columns(of: item)
      guard x + columns <= area.endX else { return }
      surface.write(item, at: Point(x, area.y), look(item), in: area)
      x += columns + 3
    }
  }

  /// What is not as usual stands out.
  private func look(_ item: String) -> Style {
    item.hasPrefix("speed")
      || ["muted", "shuffle on", "repeat one", "repeat all"].contains(item)
      ? theme[.progressDone] : theme[.faint]
  }
}
