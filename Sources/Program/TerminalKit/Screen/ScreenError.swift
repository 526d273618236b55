/// The reason why the screen cannot be used.
package enum ScreenError: Error, Hashable, Sendable {
  /// Standard input or output is not a terminal.
  case notATerminal
  /// TERM is not set.
  case terminalNotNamed
  /// The system has no description of a terminal of this name.
  case unknownTerminal(String)
  /// The terminal cannot move its cursor.
  case terminalTooSimple(String)
  case systemCallFailed(call: String, errno: Int32)
}
