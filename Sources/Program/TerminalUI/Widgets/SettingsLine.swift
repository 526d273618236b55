import AudioBase
import TerminalKit

/// Volume, order and balance in one line. If they do not fit, unchanged settings are dropped, beginning with the last.
struct SettingsLine: Widget {
  let content: ScreenContent
  let theme: Theme

  /// The maximum number of columns of the changed settings that are shown in another line.
  private static let mostOfRest = 30

  /// Returns the changed settings that have no room in a line of this width, in short form.
  static func rest(_ content: ScreenContent, in width: Int) -> String {
    let shown = Set(items(content, in: width).map(\.item))
    var texts = items(content, volume: "", isShort: true)
      .filter { isChanged($0.item, content) && !shown.contains($0.item) }.map(\.text)
    while CharacterWidth.columns(of: texts.joined(separator: " · ")) > mostOfRest { texts.removeLast() }
    return texts.joined(separator: " · ")
  }

  /// Returns `speed 0.8×`, with the trainer `speed 0.8× · round 1 of 2`; nil at the original speed without the trainer.
  ///
  /// - Parameter isShort: whether the name is left out: `0.8×`.
  private static func speed(_ content: ScreenContent, isShort: Bool) -> String? {
    let factor = "\(isShort ? "" : "speed ")\(factor(content.speed))"
    return switch content.trainer {
    case .round(let round, let count): "\(factor) · round \(round) of \(count)"
    case .goal: "\(factor) · goal of the trainer"
    case nil: content.speed == 1 ? nil : factor
    }
  }

  /// Returns `0.8×`.
  static func factor(_ speed: Double) -> String {
    let hundredths = Int((speed * 100).rounded())
    let (tenth, hundredth) = (hundredths / 10 % 10, hundredths % 10)
    return "\(hundredths / 100).\(tenth)\(hundredth == 0 ? "" : "\(hundredth)")×"
  }

  enum Item: Hashable { case volume, shuffle, `repeat`, consume, stop, sleep, speed, pitch, music, pads }

  private static let gap = 3

  /// Returns the settings that fit, with their text. The volume has its name only if everything else fits too. Where that
  /// leaves room for a changed setting, the volume is a percentage alone, and the texts of changed settings are short.
  static func items(_ content: ScreenContent, in width: Int) -> [(item: Item, text: String)] {
    let volume = ShownText.volume(content.volume)
    let all = items(content, volume: "volume \(volume)")
    if columns(all) <= width { return all }
    let short = fitting(items(content, volume: volume), content, width)
    let long = fitting(all, content, width)
    let usual = long.count == short.count ? long : short
    let percent = ShownText.percent(content.volume)
    let shorter = [false, true].map {
      fitting(items(content, volume: percent, isShort: $0), content, width)
    }
    func changes(_ items: [(item: Item, text: String)]) -> Int { items.count { isChanged($0.item, content) } }
    return shorter.reduce(usual) { changes($1) > changes($0) ? $1 : $0 }
  }

  private static func fitting(
    _ items: [(item: Item, text: String)], _ content: ScreenContent, _ width: Int
  ) -> [(item: Item, text: String)] {
    var items = items
    while columns(items) > width, items.count > 1 {
      let unchanged = items.lastIndex { $0.item != .volume && !isChanged($0.item, content) }
      items.remove(at: unchanged ?? items.count - 1)
    }
    return columns(items) <= width ? items : []
  }

  private static func columns(_ items: [(item: Item, text: String)]) -> Int {
    items.reduce(-gap) { $0 + gap + CharacterWidth.columns(of: $1.text) }
  }

  /// - Parameter isShort: whether changed settings have short texts: `shuffle`, `1.25×`.
  private static func items(
    _ content: ScreenContent, volume: String, isShort: Bool = false
  ) -> [(item: Item, text: String)] {
    let isOn = isShort ? "" : " on"
    var items: [(item: Item, text: String)] = [
      (.volume, content.isMuted ? "muted" : volume),
      (.shuffle, "shuffle\(content.shufflesAlbums ? " albums" : content.isShuffled ? isOn : " off")"),
      (.repeat, "repeat \(content.repeatMode.rawValue)"),
    ]
    if content.isConsuming { items.append((.consume, "consume\(isOn)")) }
    if content.stopsAfterCurrent { items.append((.stop, isShort ? "stops" : "stops after this")) }
    if let minutes = content.sleepMinutes { items.append((.sleep, "sleep \(minutes) min")) }
    if let speed = speed(content, isShort: isShort) { items.append((.speed, speed)) }
    if content.transposition != .none {
      items.append((.pitch, "\(isShort ? "pitch " : "transpose ")\(content.transposition.text)"))
    }
    if let balance = content.balance, content.mode.shown != .listen || !balance.isCentred {
      items.append((.music, "music \(ShownText.decibels(balance.music))"))
      items.append((.pads, "pads \(ShownText.decibels(balance.pads))"))
    }
    return items
  }

  static func areas(_ content: ScreenContent, in area: Rect) -> [(item: Item, text: String, area: Rect)] {
    var x = area.x
    return items(content, in: area.width).map { item, text in
      let columns = CharacterWidth.columns(of: text)
      defer { x += columns + gap }
      return (item, text, Rect(x, area.y, columns, 1))
    }
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard !area.isEmpty else { return }
    for (item, text, place) in SettingsLine.areas(content, in: area) {
      surface.write(
        text, in: place, SettingsLine.isChanged(item, content) ? theme[.progressDone] : theme[.faint])
    }
  }

  /// Returns whether a setting differs from its default, and is highlighted.
  private static func isChanged(_ item: Item, _ content: ScreenContent) -> Bool {
    switch item {
    case .volume: content.isMuted
    case .shuffle: content.isShuffled
    case .repeat: content.repeatMode != .off
    case .speed, .pitch, .consume, .stop, .sleep: true
    case .music, .pads: false
    }
  }
}
