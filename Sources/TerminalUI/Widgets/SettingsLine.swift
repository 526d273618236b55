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

  /// As much as fits; the volume has its name where that costs nothing else its place.
  static func items(_ content: ScreenContent, in width: Int) -> [String] {
    let short = fitting(items(content, volumeName: ""), width)
    let long = fitting(items(content, volumeName: "volume "), width)
    return long.count == short.count ? long : short
  }

  private static func fitting(_ items: [String], _ width: Int) -> [String] {
    var columns = -gap
    return Array(
      items.prefix {
        columns += gap + CharacterWidth.columns(of: $0)
        return columns <= width
      })
  }

  private static let gap = 3

  private static func items(_ content: ScreenContent, volumeName: String) -> [String] {
    var items = [
      content.isMuted ? "muted" : volumeName + ShownText.decibels(content.volume),
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
    for item in SettingsLine.items(content, in: area.width) {
      x += surface.write(item, at: Point(x, area.y), look(item), in: area) + SettingsLine.gap
    }
  }

  /// What is not as usual stands out.
  private func look(_ item: String) -> Style {
    item.hasPrefix("speed")
      || ["muted", "shuffle on", "repeat one", "repeat all"].contains(item)
      ? theme[.progressDone] : theme[.faint]
  }
}
