import TerminalKit

/// Volume, order and balance in one line; the last ones are dropped if they do not fit.
struct SettingsLine: Widget {
  let content: ScreenContent
  let theme: Theme

  /// The changed order settings in short form.
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

  /// `speed 0.8×`; nil at the original speed.
  private static func speed(_ content: ScreenContent) -> String? {
    if content.speed == 1 { return nil }
    let hundredths = Int((content.speed * 100).rounded())
    let (tenth, hundredth) = (hundredths / 10 % 10, hundredths % 10)
    return "speed \(hundredths / 100).\(tenth)\(hundredth == 0 ? "" : "\(hundredth)")×"
  }

  /// A setting that is shown.
  enum Item: Hashable { case volume, shuffle, `repeat`, stop, sleep, speed, music, pads }

  private static let gap = 3

  /// Returns the settings that fit, with their text. The volume has its name only if everything else fits too.
  static func items(_ content: ScreenContent, in width: Int) -> [(item: Item, text: String)] {
    let short = fitting(items(content, volumeName: ""), width)
    let long = fitting(items(content, volumeName: "volume "), width)
    return long.count == short.count ? long : short
  }

  private static func fitting(_ items: [(Item, String)], _ width: Int) -> [(item: Item, text: String)] {
    var columns = -gap
    return items.prefix {
      columns += gap + CharacterWidth.columns(of: $0.1)
      return columns <= width
    }.map { (item: $0.0, text: $0.1) }
  }

  private static func items(_ content: ScreenContent, volumeName: String) -> [(Item, String)] {
    var items: [(Item, String)] = [
      (.volume, content.isMuted ? "muted" : volumeName + ShownText.decibels(content.volume)),
      (.shuffle, "shuffle \(content.isShuffled ? "on" : "off")"),
      (.repeat, "repeat \(name(content.repeatMode))"),
    ]
    if content.stopsAfterCurrent { items.append((.stop, "stops after this")) }
    if let minutes = content.sleepMinutes { items.append((.sleep, "sleep \(minutes) min")) }
    if let speed = speed(content) { items.append((.speed, speed)) }
    if let balance = content.balance {
      items.append((.music, "music \(ShownText.decibels(balance.music))"))
      items.append((.pads, "pads \(ShownText.decibels(balance.pads))"))
    }
    return items
  }

  /// The areas of the settings.
  static func areas(_ content: ScreenContent, in area: Rect) -> [(item: Item, area: Rect)] {
    var x = area.x
    return items(content, in: area.width).map { item, text in
      let columns = CharacterWidth.columns(of: text)
      defer { x += columns + gap }
      return (item, Rect(x, area.y, columns, 1))
    }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    let places = SettingsLine.areas(content, in: area)
    for ((item, text), place) in zip(SettingsLine.items(content, in: area.width), places) {
      surface.write(text, in: place.area, isChanged(item) ? theme[.progressDone] : theme[.faint])
    }
  }

  /// Whether the setting is highlighted.
  private func isChanged(_ item: Item) -> Bool {
    switch item {
    case .volume: content.isMuted
    case .shuffle: content.isShuffled
    case .repeat: content.repeatMode != .off
    case .speed, .stop, .sleep: true
    case .music, .pads: false
    }
  }
}
