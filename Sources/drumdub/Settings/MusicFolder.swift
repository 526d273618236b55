import SystemBase

/// Folders of music.
enum MusicFolder {
  /// `$XDG_MUSIC_DIR`, or the folder in `user-dirs.dirs`, or `~/Music`.
  static var standard: FilePath {
    let home = FilePath.home
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

  /// Returns the folder that a typed text names: `~` is expanded and links are followed.
  static func folder(typed text: String) -> FilePath {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return ScanArguments.absolute(FilePath(String(text)).expandingHome)
  }
}
