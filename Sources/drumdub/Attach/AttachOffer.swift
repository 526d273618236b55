import Configuration
import Glibc
import Subcommands
import SystemBase

/// The question whether a start without music is to show the player that runs in the background.
@MainActor
enum AttachOffer {
  /// Asks whether to show the player in the background, if there is one and a user at a terminal.
  ///
  /// - Returns: the exit code; nil if the program is to start a player of its own.
  static func answer(_ settings: Settings, _ words: [FilePath]) throws(UsageError) -> Int32? {
    guard words.isEmpty, !settings.isDetached, !settings.isPlain, !settings.isSafe, settings.system == nil,
      isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      let player = ProcessLock.holder(of: BaseFolders.detachedLock)
    else { return nil }
    while true {
      print("drumdub plays in the background (process \(player)). Show that player? [Y/n] ", terminator: "")
      fflush(nil)
      guard let line = readLine() else { return 1 }
      switch line.lowercased() {
      case "", "y", "yes": return try AttachCommand([]).run()
      case "n", "no": return nil
      default: continue
      }
    }
  }
}
