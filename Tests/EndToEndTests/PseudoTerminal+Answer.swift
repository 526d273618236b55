import TestSupport

extension PseudoTerminal {
  /// Types, and waits until the program answers by these words.
  func type(_ text: String, andSee words: String) throws {
    let seen = output.count
    type(text)
    try wait(for: words, from: seen)
  }
}
