/// How the user wants pictures to be shown.
package enum GraphicsChoice: String, CaseIterable, Hashable, Sendable {
  /// By the terminal's own graphics, where it says that it has some.
  case auto
  /// By these, whatever the terminal says.
  case kitty, sixel
  /// By characters, and nothing is asked.
  case symbols
}
