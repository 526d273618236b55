@preconcurrency import CNcurses
import CSystem
import Glibc
import TerminalKit

/// Owns the ncurses screen and the two streams that it was given. Main thread.
///
/// ncurses waits until the terminal has accepted all that it writes. So it gets a file in memory instead of the terminal,
/// as soon as it has read and set the modes of the terminal; `drawn()` returns what is to be sent.
struct ScreenHandle: ~Copyable {
  /// A file in memory that has become larger than this by one drawing gives its memory back.
  private static let keptBytes = 1 << 16

  private let screen: OpaquePointer
  private let output: UnsafeMutablePointer<FILE>
  private let input: UnsafeMutablePointer<FILE>

  /// Opens a screen of ncurses. `terminal`: the value of TERM. `descriptor`: the terminal, which gets the modes of
  /// the screen. ncurses reads nothing.
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
    raw()
    noecho()
    nonl()
    guard drumdub_replace_by_memory(copy) == 0 else {
      let failure = errno
      endwin()
      delscreen(screen)
      fclose(input)
      fclose(output)
      throw .systemCallFailed(call: "memfd_create", errno: failure)
    }
    (self.screen, self.output, self.input) = (screen, output, input)
  }

  /// Returns what ncurses has written since the last call.
  func drawn() -> [UInt8] {
    let file = fileno(output)
    let count = Int(lseek(file, 0, SEEK_CUR))
    guard count > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(pread(file, buffer.baseAddress, count, 0), 0)
    }
    lseek(file, 0, SEEK_SET)
    if count > ScreenHandle.keptBytes { ftruncate(file, 0) }
    return bytes
  }

  /// Returns the terminal type with direct colour, if COLORTERM reports it and its description is installed.
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

  /// The description that is used for terminal types that do what it states but have descriptions of their own, which are
  /// not installed everywhere.
  static let substitute = "xterm-256color"
  private static let xtermLike = [
    "alacritty", "contour", "foot", "foot-extra", "ghostty", "kitty", "mlterm", "rio", "st-256color",
    "wezterm", "xterm-ghostty",
    "xterm-kitty",
  ]

  /// Returns whether `substitute` may be used for a terminal type that is not installed.
  static func isLikeSubstitute(_ terminal: String) -> Bool { xtermLike.contains(terminal) }

  deinit {
    delscreen(screen)
    fclose(input)
    fclose(output)
  }
}
