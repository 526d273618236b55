/// An event from the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Text that was pasted, cut at `KeyDecoder.longestPaste` bytes.
  case paste(String)
  /// The terminal's window has got or lost the keyboard focus.
  case focus(Bool)
  case mouse(MouseEvent)
  case reply(TerminalReply)
}

/// A reply of the terminal that the program uses; other replies are dropped.
package enum TerminalReply: Hashable, Sendable {
  /// The terminal speaks the kitty keyboard protocol, with these flags in force.
  case keyboardFlags(Int)
  /// Whether the picture was understood that the question about kitty's graphics holds.
  case kittyGraphics(Bool)
  /// What the terminal can do, by the numbers of the primary device attributes (DA1).
  case attributes([Int])
  /// The size of a cell in pixels.
  case cellSize(Size)
}
