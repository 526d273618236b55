import Glibc

/// The environment variables that describe a terminal: those of this process, or of the process that runs in the terminal.
package struct TerminalEnvironment: Hashable, Sendable {
  /// The names of the variables.
  package static let names = [
    "TERM", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION", "MLTERM", "TMUX",
    "STY", "SSH_CONNECTION",
  ]

  package let values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  /// The environment of this process.
  package static var own: TerminalEnvironment {
    let pairs = names.compactMap { name in LocaleChoice.value(of: name).map { (name, $0) } }
    return TerminalEnvironment(Dictionary(pairs) { $1 })
  }

  /// Returns a variable; nil if it is not set or empty.
  package subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether the terminal is drawn by another program, such as tmux.
  var isInside: Bool { self["TMUX"] != nil || self["STY"] != nil }

  /// Milliseconds after which a lone ESC is the key: over a network, the rest of a sequence may follow its ESC late.
  package var escapeDelay: Int32 { self["SSH_CONNECTION"] == nil ? 25 : 100 }
}
