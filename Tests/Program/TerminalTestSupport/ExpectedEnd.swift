import TestSupport
import Testing

extension PseudoTerminal {
  /// Waits until the program has ended, or has stopped if `.stopped` is wanted. Records an issue with the ending and the
  /// last lines of the output if it ended in another way.
  ///
  /// - Throws: `Failure` if the program still runs after `seconds`.
  package func expectEnd(
    _ wanted: End, seconds: Double = Wait.patience, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = try waitForEnd(orStop: wanted == .stopped, seconds: seconds)
    guard end != wanted else { return }
    Issue.record(
      "the program ended with \(end) instead of \(wanted); its last output:\n\(output.lastLines())",
      sourceLocation: sourceLocation)
  }

  /// Presses `q` and waits for the end of the program, as `expectEnd` does.
  package func expectQuit(_ status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
    type("q")
    try expectEnd(.exited(status), sourceLocation: sourceLocation)
  }
}

extension TmuxSession {
  /// Waits for the end of the program. Records an issue with the exit code, as a shell reports it, and the last screen if
  /// the code is another one than `status`.
  ///
  /// - Throws: `Wait.Failure` if the program still runs after `Wait.patience`.
  package func expectEnd(_ status: Int32, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = try waitForEnd()
    guard end != status else { return }
    Issue.record(
      "the program ended with exit code \(end) instead of \(status); the screen shows:\n\(try screen())",
      sourceLocation: sourceLocation)
  }

  /// Presses `q` and waits for the end of the program, as `expectEnd` does.
  package func expectQuit(_ status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try type("q")
    try expectEnd(status, sourceLocation: sourceLocation)
  }
}
