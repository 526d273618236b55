import Application
import SystemBase

/// Folders of music, as the system and the user name them.
enum MusicFolder {
  /// `$XDG_MUSIC_DIR`, or what `user-dirs.dirs` says, or `~/Music`.
  static var standard: FilePath {
    let home = BaseFolders.environment("HOME") ?? FilePath("/")
    if let named = BaseFolders.environment("XDG_MUSIC_DIR"), named.isAbsolute { return named }
    let file = BaseFolders.configuration.directory.appending("user-dirs.dirs")
    if let bytes = try? FileBytes.read(file, limit: 1 << 16) {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "XDG_MUSIC_DIR" else { continue }
        let value = parts[1].filter { $0 != "\"" }
        let path = value.hasPrefix("$HOME/") ? home.appending(String(value.dropFirst(6))) : FilePath(value)
        if path.isAbsolute { return path }
      }
    }
    return home.appending("Music")
  }

  /// A folder as it was typed: `~` stands for the user's own, and links are followed.
  static func folder(typed text: String) -> FilePath {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return ScanArguments.absolute(HomeFolder.expanded(FilePath(String(text))))
  }
}
