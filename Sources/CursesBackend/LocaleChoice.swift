import Glibc

/// Chooses the character encoding of the terminal.
enum LocaleChoice {
  /// Sets the locale for characters, from the environment.
  ///
  /// Where the environment names none, or one that is not installed, it is `C.UTF-8`: nearly all terminals are UTF-8
  /// by now. Where it says `C` or `POSIX`, that is obeyed: ASCII alone is sent.
  ///
  /// - Returns: whether the characters are UTF-8.
  static func set() -> Bool {
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { value(of: $0) != nil }
    if !isNamed || setlocale(LC_CTYPE, "") == nil {
      if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "C") }
    }
    guard let codeset = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }

  /// An environment variable; nil where it is not set or empty.
  static func value(of name: String) -> String? {
    guard let raw = getenv(name), raw.pointee != 0 else { return nil }
    return String(cString: raw)
  }
}
