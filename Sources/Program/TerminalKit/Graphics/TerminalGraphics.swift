/// A graphics protocol of a terminal, with the size of its cells.
package struct TerminalGraphics: Hashable, Sendable {
  /// The supported graphics protocols.
  package enum Kind: Hashable, Sendable {
    /// Source: the kitty graphics protocol, https://sw.kovidgoyal.net/kitty/graphics-protocol/.
    case kitty
    /// Source: DEC's VT330/VT340 Programmer Reference Manual, chapter 14.
    case sixel
  }

  package let kind: Kind
  /// The size of a cell in pixels.
  package let cell: Size

  package init(_ kind: Kind, cell: Size) {
    self.kind = kind
    self.cell = cell
  }
}

/// The user's choice of how pictures are shown.
package enum GraphicsChoice: String, CaseIterable, Hashable, Sendable {
  /// By the graphics protocol that the terminal reports, if any.
  case auto
  /// Uses this protocol, even if the terminal does not report it.
  case kitty, sixel
  /// By characters; the terminal is not queried.
  case symbols
}
