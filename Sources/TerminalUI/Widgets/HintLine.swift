import TerminalKit

/// The line of keys; hints that do not fit are left out, from the last one on.
struct HintLine: Widget {
  let hints: [KeyHint]
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    var x = area.x
    for hint in hints {
      let columns = CharacterWidth.columns(of: hint.keys) + 1 + CharacterWidth.columns(of: hint.text)
      guard x + columns <= area.endX else { return }
      let used = surface.write(hint.keys, at: Point(x, area.y), theme[.hintKey], in: area)
      surface.write(hint.text, at: Point(x + used + 1, area.y), theme[.hintText], in: area)
      x += columns + 3
    }
  }
}
