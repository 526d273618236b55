@preconcurrency import CNcurses
import Glibc
import TerminalKit

/// Owns the ncurses screen and the two streams that it was given. Main thread.
struct ScreenHandle: ~Copyable {
  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>

  /// - Parameters:
  ///   - terminal: the value of TERM.
  ///   - descriptor: where ncurses draws; it is duplicated. ncurses reads nothing.
  init(terminal: String, descriptor: Int32) throws(ScreenError) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .systemCallFailed(call: "fcntl", errno: errno) }
    guard let output = fdopen(copy, "w") else {
      Glibc.close(copy)
      throw .systemCallFailed(call: "fdopen", errno: errno)
    }
    guard let input = fopen("/dev/null", "re") else {
      fclose(output)
      throw .systemCallFailed(call: "fopen", errno: errno)
    }
    guard let screen = newterm(terminal, output, input) else {
      fclose(input)
      fclose(output)
      throw .unknownTerminal(terminal)
    }
    self.screen = screen
    self.output = output
    self.input = input
  }

  /// The terminal type with direct colour, if COLORTERM reports it and its description is installed.
  static func best(
    terminal: String, in environment: TerminalEnvironment, descriptor: Int32
  ) throws(ScreenError) -> ScreenHandle {
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
      let family = terminal.prefix { $0 != "-" }
      if let handle = try? ScreenHandle(terminal: "\(family)-direct", descriptor: descriptor) {
        return handle
      }
    }
    return try ScreenHandle(terminal: terminal, descriptor: descriptor)
  }

  deinit {
    delscreen(screen)
    fclose(input)
    fclose(output)
  }
}

/// Chooses the character encoding of the terminal.
enum LocaleChoice {
  /// Sets the locale for characters from the environment.
  ///
  /// If the environment has no locale, or one that is not installed, it is `C.UTF-8`, because nearly all
  /// terminals use UTF-8. With `C` or `POSIX`, only ASCII is sent.
  ///
  /// - Returns: whether the encoding is UTF-8.
  static func set() -> Bool {
    let isNamed = ["LC_ALL", "LC_CTYPE", "LANG"].contains { value(of: $0) != nil }
    if !isNamed || setlocale(LC_CTYPE, "") == nil {
      if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "C") }
    }
    guard let codeset = nl_langinfo(Int32(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }

  /// Returns an environment variable; nil if it is not set or empty.
  static func value(of name: String) -> String? {
    guard let raw = getenv(name), raw.pointee != 0 else { return nil }
    return String(cString: raw)
  }
}
