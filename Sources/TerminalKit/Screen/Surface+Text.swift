extension Surface {
  package enum Alignment: Sendable {
    case left, centre, right
  }

  /// Writes text from a place on, clipped to `clip` and the surface.
  ///
  /// - Returns: the columns that the text takes, clipped or not.
  @discardableResult
  package mutating func write(
    _ text: some StringProtocol, at point: Point, _ style: Style = .plain, in clip: Rect? = nil
  ) -> Int {
    let clip = clip ?? bounds
    var x = point.x
    for cluster in text {
      for glyph in CharacterWidth.glyphs(of: cluster) {
        put(glyph, at: Point(x, point.y), style, in: clip)
        x += glyph.width
      }
    }
    return x - point.x
  }

  /// Writes text into a block's first row, shortened with `…` where it does not fit.
  ///
  /// - Returns: the columns that were taken.
  @discardableResult
  package mutating func write(
    _ text: String, in area: Rect, _ style: Style = .plain, _ alignment: Alignment = .left
  ) -> Int {
    guard !area.isEmpty else { return 0 }
    let fitted = text.fitted(to: area.width)
    let columns = CharacterWidth.columns(of: fitted)
    let indent =
      switch alignment {
      case .left: 0
      case .centre: (area.width - columns) / 2
      case .right: area.width - columns
      }
    return write(fitted, at: Point(area.x + indent, area.y), style, in: area)
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
