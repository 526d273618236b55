/// Why there is no screen.
package enum ScreenError: Error, Hashable, Sendable {
  /// Standard input or output is no terminal.
  case notATerminal
  /// TERM is not set.
  case terminalNotNamed
  /// Nothing is known of a terminal of this name.
  case unknownTerminal(String)
  /// The terminal cannot place its cursor.
  case terminalTooSimple(String)
  case systemCallFailed(call: String, errno: Int32)
}
