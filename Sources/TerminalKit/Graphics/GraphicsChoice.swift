/// The user's choice of how pictures are shown.
package enum GraphicsChoice: String, CaseIterable, Hashable, Sendable {
  /// By the graphics protocol that the terminal reports, if any.
  case auto
  /// By this protocol, whatever the terminal reports.
  case kitty, sixel
  /// By characters, without asking the terminal.
  case symbols
}
