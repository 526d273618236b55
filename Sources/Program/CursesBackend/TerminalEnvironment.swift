import Glibc
import SystemBase

/// The environment variables that describe a terminal: those of this process, or of the process that runs in the terminal.
package struct TerminalEnvironment: Hashable, Sendable {
  package static let names = [
    "TERM", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION", "MLTERM", "TMUX",
    "STY", "SSH_CONNECTION", "LC_ALL", "LC_CTYPE", "LANG",
  ]

  package let values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  package static var own: TerminalEnvironment {
    let pairs = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    return TerminalEnvironment(Dictionary(pairs) { $1 })
  }

  /// Returns a variable; nil if it is not set or empty.
  package subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether the terminal is drawn by another program, such as tmux.
  var isInside: Bool { self["TMUX"] != nil || self["STY"] != nil }

  /// Whether the terminal can only show lines.
  package var isDumb: Bool { self["TERM"] == "dumb" }

  package var asDumb: TerminalEnvironment { TerminalEnvironment(values.merging(["TERM": "dumb"]) { $1 }) }

  package var characters: CharacterSet { CharacterSet { self[$0] } }

  /// Sets the locale for characters of this process, with which ncurses writes. A locale that is not installed is
  /// replaced by one of UTF-8 or ASCII. Returns whether the encoding is UTF-8.
  func setLocale() -> Bool {
    let (characters, name) = (characters, CharacterSet.locale { self[$0] })
    if name.flatMap({ setlocale(LC_CTYPE, $0) }) == nil {
      if !characters.isUTF8 || setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "C") }
    }
    return nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
  }

  /// Milliseconds after which a lone ESC is the key: over a network, the rest of a sequence may follow its ESC late.
  package var escapeDelay: Int32 { self["SSH_CONNECTION"] == nil ? 25 : 100 }
}
