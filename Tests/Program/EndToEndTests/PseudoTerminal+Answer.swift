import TestSupport

extension PseudoTerminal {
  /// Types, and waits until the program answers with a text.
  func type(_ text: String, andSee words: String) throws {
    let seen = output.count
    type(text)
    try wait(for: words, from: seen)
  }
}
