extension Surface {
  package enum Alignment: Sendable {
    /// At the edge where reading begins, and at the one where it ends.
    case leading, centre, trailing
  }

  /// Writes text from a place on, clipped to `clip` and the surface.
  ///
  /// - Returns: the columns that the text takes, clipped or not.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at point: Point, _ style: Style = .plain, in clip: Rect? = nil
  ) -> Int {
    let layout = TextLayout(text, ordering)
    put(layout.glyphs, columns: layout.columns, at: point, style, in: clip ?? bounds)
    return layout.columns
  }

  /// Writes text into a block's first row, shortened with `…` where it does not fit.
  ///
  /// - Returns: the columns that were taken.
  @discardableResult
  package mutating func write(
    _ text: String, in area: Rect, _ style: Style = .plain, _ alignment: Alignment = .leading
  ) -> Int {
    guard !area.isEmpty else { return 0 }
    let fitted = text.fitted(to: area.width)
    let columns = CharacterWidth.columns(of: fitted)
    let indent =
      switch alignment {
      case .leading: 0
      case .centre: (area.width - columns) / 2
      case .trailing: area.width - columns
      }
    return write(fitted, at: Point(area.x + indent, area.y), style, in: area)
  }

  /// Gives a part of a text, which stands at a block's leading edge, other looks.
  ///
  /// - Parameter text: as it was written: no longer than the block is wide.
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

  /// Fills a block with one character, which must be narrow.
  package mutating func fill(_ area: Rect, with character: Character, _ style: Style = .plain) {
    let area = area.intersection(bounds)
    let glyph = Glyph(character, width: 1)
    for y in area.rows {
      for x in area.columns { put(glyph, at: Point(x, y), style, in: area) }
    }
  }
}
