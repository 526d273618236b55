import Glibc
import SystemBase

/// Folders of music.
package enum MusicFolder {
  /// `$XDG_MUSIC_DIR`, or the folder in `user-dirs.dirs`, or `~/Music`.
  package static var standard: FilePath {
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

  /// The folder of exports.
  package static var exports: FilePath { standard.appending("DrumDub") }

  /// Returns the folder that a typed text names: `~` is expanded and links are followed.
  package static func folder(typed text: String) -> FilePath {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return absolute(FilePath(String(text)).expandingHome)
  }

  /// Returns the absolute path of a folder as the index has it: without links, if the folder exists.
  package static func absolute(_ word: FilePath) -> FilePath {
    if let real = word.withCString({ realpath($0, nil) }) {
      defer { free(real) }
      return FilePath(
        bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
    }
    // A folder that does not exist now may be in the index.
    var bytes = BaseFolders.current.appending(word).bytes
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return FilePath(bytes: bytes)
  }
}
