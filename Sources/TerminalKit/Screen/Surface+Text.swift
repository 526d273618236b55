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
    var glyphs: [Glyph] = []
    var columns = 0
    for cluster in text {
      for glyph in CharacterWidth.glyphs(of: cluster) {
        glyphs.append(glyph)
        columns += glyph.width
      }
    }
    put(glyphs, columns: columns, at: point, style, in: clip ?? bounds)
    return columns
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

  /// Fills a block with one character, which must be narrow.
  package mutating func fill(_ area: Rect, with character: Character, _ style: Style = .plain) {
    let area = area.intersection(bounds)
    let glyph = Glyph(character, width: 1)
    for y in area.rows {
      for x in area.columns { put(glyph, at: Point(x, y), style, in: area) }
    }
  }
}
