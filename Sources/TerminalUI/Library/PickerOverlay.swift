import TerminalKit

/// Songs to pick from, over the screen.
struct PickerOverlay: Widget {
  let list: ListContent
  let theme: Theme

  /// Rows of songs in an overlay of that height.
  static func rows(_ area: Rect) -> Int { max(min(area.height, 24) - 2, 0) }

  static func box(_ area: Rect) -> Rect {
    area.centred(Size(min(area.width, 110), min(area.height, 24)))
  }

  func draw(on surface: inout Surface, in area: Rect) {
    guard area.width >= 16, area.height >= 4 else { return }
    let box = PickerOverlay.box(area)
    surface.clear(box, theme[.plain])
    Border(style: theme[.rule]).draw(on: &surface, in: box)
    // Its heading stands in the frame.
    let inner = Rect(box.x + 1, box.y, box.width - 2, box.height - 1)
    ListPanel(list: list, theme: theme).draw(on: &surface, in: inner)
  }
}
