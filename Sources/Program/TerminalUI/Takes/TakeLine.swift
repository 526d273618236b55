import TerminalKit

/// The line with the take's name, its layers, the record light and the level of the input.
struct TakeLine: Widget {
  let take: TakeContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    let style = take.light == .off ? theme[.faint] : theme[.error]
    let row = area.row(0)
    surface.write(take.text, in: row, style)
    guard take.input?.isClipped == true else { return }
    let light = " CLIP "
    let end = min(row.x + CharacterWidth.columns(of: take.text) + 1, row.endX - light.count)
    surface.write(light, at: Point(max(end, row.x), row.y), theme[.error], in: row)
  }
}

/// The hits as marks in the columns of the waveform.
struct TakeMarksLine: Widget {
  let take: TakeContent
  let theme: Theme

  func draw(on surface: inout Surface, in area: Rect) {
    let bar = area.row(0)
    guard bar.width > 0, !take.marks.isEmpty else { return }
    for column in 0..<bar.width {
      let first = column * take.marks.count / bar.width
      let last = max(first + 1, (column + 1) * take.marks.count / bar.width)
      guard let hardest = take.marks[first..<min(last, take.marks.count)].max(), hardest > 0 else { continue }
      surface.write(
        hardest > 110 ? "│" : "╷", at: Point(bar.x + column, bar.y),
        take.isHeard ? theme[.brand] : theme[.faint],
        in: bar)
    }
  }
}
