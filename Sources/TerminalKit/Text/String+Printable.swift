extension String {
  /// The text as the screen would show it, for where there is no screen: control characters as pictures, what cannot be
  /// seen left out.
  package var printable: String {
    reduce(into: "") { text, cluster in
      for glyph in CharacterWidth.glyphs(of: cluster) { text.append(glyph.character) }
    }
  }
}
