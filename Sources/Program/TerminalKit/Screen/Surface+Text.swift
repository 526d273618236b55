extension Surface {
  package enum Alignment: Sendable {
    /// The edge where reading begins, the middle, and the edge where reading ends.
    case leading, centre, trailing
  }

  /// Writes text at a position, clipped to `clip` and the surface. Returns the width of the text in columns, clipped
  /// or not.
  @discardableResult
  package mutating func write(
    _ text: String, at point: Point, _ style: Style = .plain, in clip: Rect? = nil
  ) -> Int {
    if let columns = text.plainColumns {
      draw(plain: text, columns: columns, at: point, style, in: clip ?? bounds)
      return columns
    }
    let layout = TextLayout(text, ordering)
    draw(layout.glyphs, columns: layout.columns, at: point, style, in: clip ?? bounds)
    return layout.columns
  }

  /// Writes text into the first row of an area, shortened with `…` if it does not fit. Returns the number of columns
  /// written.
  @discardableResult
  package mutating func write(
    _ text: String, in area: Rect, _ style: Style = .plain, _ alignment: Alignment = .leading
  ) -> Int {
    guard !area.isEmpty else { return 0 }
    if let columns = text.plainColumns, columns <= area.width {
      let start = Point(area.x + indent(of: columns, in: area, alignment), area.y)
      draw(plain: text, columns: columns, at: start, style, in: area)
      return columns
    }
    let fitted = text.fitted(to: area.width)
    let columns = CharacterWidth.columns(of: fitted)
    return write(
      fitted, at: Point(area.x + indent(of: columns, in: area, alignment), area.y), style, in: area)
  }

  private func indent(of columns: Int, in area: Rect, _ alignment: Alignment) -> Int {
    switch alignment {
    case .leading: 0
    case .centre: (area.width - columns) / 2
    case .trailing: area.width - columns
    }
  }

  /// Changes the style of a part of a text that was written at the leading edge of an area. `text`: the text as
  /// written; it is no wider than the area.
  package mutating func restyle(
    _ part: Range<String.Index>, of text: String, in area: Rect, _ change: (inout Style) -> Void
  ) {
    let layout = TextLayout(text, ordering)
    let start = text.distance(from: text.startIndex, to: part.lowerBound)
    let end = start + text.distance(from: part.lowerBound, to: part.upperBound)
    for columns in layout.columns(of: start..<end) {
      let place = onScreen(columns, of: layout.columns, at: area.x)
      restyle(mirrored(Rect(place.lowerBound, area.y, place.count, 1)).intersection(area), change)
    }
  }
}
