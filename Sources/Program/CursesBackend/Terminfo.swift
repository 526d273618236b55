@preconcurrency import CNcurses

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
