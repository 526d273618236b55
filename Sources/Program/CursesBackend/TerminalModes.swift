@preconcurrency import CNcurses
import TerminalKit

/// The terminal modes that ncurses does not support: the sequences that set and reset them.
///
/// The kitty keyboard protocol is only enabled after the terminal has replied to a query, because a terminal without
/// the protocol, such as an old Linux console, prints the sequences. Sources: the kitty keyboard protocol,
/// https://sw.kovidgoyal.net/kitty/keyboard-protocol/; xterm's ctlseqs for bracketed paste.
struct TerminalModes {
  static let pasteOn: [UInt8] = Array("\u{1B}[?2004h".utf8)
  static let pasteOff: [UInt8] = Array("\u{1B}[?2004l".utf8)
  static let keyboardQuery: [UInt8] = Array("\u{1B}[?u".utf8)
  /// Asks for the colour of the terminal's own ground. Source: xterm's ctlseqs, OSC 11.
  static let groundQuery: [UInt8] = Array("\u{1B}]11;?\u{1B}\\".utf8)
  /// All five flags: unambiguous sequences, event types, the position on a US keyboard, all keys as sequences
  /// (otherwise releases of letters are not reported), and the text of a key.
  static let keyboardPush: [UInt8] = Array("\u{1B}[>31u".utf8)
  static let keyboardPop: [UInt8] = Array("\u{1B}[<u".utf8)

  /// Returns whether the terminal supports queries; some consoles do not.
  static func mayBeAsked(_ terminal: String) -> Bool {
    !["linux", "vt", "ansi", "cons", "dumb", "sun", "wsvt"].contains { terminal.hasPrefix($0) }
  }

  /// Reports of mouse buttons, wheel and drags in decimal form (SGR), and of the keyboard focus.
  static let mouseOn: [UInt8] = Array("\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h".utf8)
  static let mouseOff: [UInt8] = Array("\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l".utf8)

  /// Store the title of the window on a stack of the terminal, and restore it; terminals without the stack keep the last
  /// title. Source: xterm's ctlseqs, XTWINOPS 22 and 23.
  static let titlePush: [UInt8] = Array("\u{1B}[22;2t".utf8)
  static let titlePop: [UInt8] = Array("\u{1B}[23;2t".utf8)
  private static let longestTitle = 200

  /// The sequence of the title of the window; empty while that is the terminal's own.
  private(set) var title: [UInt8] = []

  /// Returns the sequences to send for a title; nil for the terminal's own.
  mutating func setTitle(_ text: String?, isUTF8: Bool) -> [UInt8] {
    let new = text.map { TerminalModes.titleSequence($0, isUTF8: isUTF8) } ?? []
    if new == title { return [] }
    defer { title = new }
    if new.isEmpty { return TerminalModes.titlePop }
    return (title.isEmpty ? TerminalModes.titlePush : []) + new
  }

  /// Source: xterm's ctlseqs, OSC 2.
  private static func titleSequence(_ text: String, isUTF8: Bool) -> [UInt8] {
    let shown = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    let title = String(String.UnicodeScalarView(shown)).prefix(longestTitle)
    let bytes = isUTF8 ? Array(title.utf8) : title.map { $0.asciiValue ?? UInt8(ascii: "?") }
    return Array("\u{1B}]2;".utf8) + bytes + Array("\u{1B}\\".utf8)
  }

  private(set) var hasKeyboard = false
  /// The protocol of the picture on the screen, or of the last one.
  var graphics: TerminalGraphics.Kind?
  var hasMouse = false

  /// Returns the sequences to send after the terminal's reply.
  mutating func pushKeyboard() -> [UInt8] {
    guard !hasKeyboard else { return [] }
    hasKeyboard = true
    return TerminalModes.keyboardPush
  }

  /// The sequences to send after ncurses has entered its screen.
  var enter: [UInt8] {
    TerminalModes.pasteOn + (hasMouse ? TerminalModes.mouseOn : [])
      + (hasKeyboard ? TerminalModes.keyboardPush : [])
      + (title.isEmpty ? [] : TerminalModes.titlePush + title)
  }

  /// The sequences to send before ncurses leaves its screen.
  var leave: [UInt8] {
    leaveGraphics + (hasKeyboard ? TerminalModes.keyboardPop : [])
      + (hasMouse ? TerminalModes.mouseOff : []) + TerminalModes.pasteOff
      + (title.isEmpty ? [] : TerminalModes.titlePop)
  }

  /// Begins with a string terminator, since a picture may have been cut off.
  private var leaveGraphics: [UInt8] {
    switch graphics {
    case .kitty: TerminalModes.stringEnd + KittyGraphics.removal
    case .sixel: TerminalModes.stringEnd + TerminalModes.erase
    case nil: []
    }
  }

  private static let stringEnd: [UInt8] = Array("\u{1B}\\".utf8)
  private static let erase: [UInt8] = Array("\u{1B}[2J".utf8)
}

/// Strings from the description of the current terminal. Main thread, after `newterm`.
@MainActor enum Terminfo {
  /// Returns a capability without parameters; empty if the terminal lacks it.
  static func string(_ name: String) -> [UInt8] {
    guard let raw = tigetstr(name), Int(bitPattern: raw) != -1 else { return [] }
    return withoutPadding(bytes(raw))
  }

  /// Moves the cursor; empty if the terminal cannot.
  static func move(to row: Int, column: Int) -> [UInt8] {
    guard let raw = drumdub_move_to(Int32(row), Int32(column)) else { return [] }
    return withoutPadding(bytes(raw))
  }

  private static func bytes(_ raw: UnsafePointer<CChar>) -> [UInt8] {
    Array(String(cString: raw).utf8)
  }

  /// Removes delays such as `$<2>`, which only the output functions of ncurses implement.
  nonisolated static func withoutPadding(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if rest.starts(with: Array("$<".utf8)), let end = rest.firstIndex(of: UInt8(ascii: ">")) {
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }
}
