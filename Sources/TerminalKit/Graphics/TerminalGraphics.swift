/// A graphics protocol of a terminal, with the size of its cells.
package struct TerminalGraphics: Hashable, Sendable {
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
