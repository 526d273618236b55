/// What a terminal sends.
package enum InputEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// Text that was pasted, cut at `KeyDecoder.longestPaste` bytes.
  case paste(String)
  /// The terminal's window has the keyboard, or has it no more.
  case focus(Bool)
  case mouse(MouseEvent)
  case reply(TerminalReply)
}

/// An answer of the terminal that somebody waits for; other answers are dropped.
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
