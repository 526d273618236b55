import Glibc
import Player
import SystemBase

/// What keeps the library: the desk of the main thread, and the threads behind it.
@MainActor
struct LibraryParts {
  let desk: LibraryDesk
  let keeper: LibraryKeeper

  init(_ keeper: LibraryKeeper, model: PlayerModel) {
    self.keeper = keeper
    var tools = LibraryDesk.Tools()
    tools.open = { keeper.open(creating: true) }
    tools.ask = { keeper.ask($0) }
    tools.gather = { keeper.gather($0) }
    tools.scan = { keeper.scan($0) }
    tools.stopScan = { keeper.stopScan() }
    tools.rate = { keeper.rate($0) }
    tools.countPlay = { keeper.countPlay($0) }
    tools.deletePlaylist = { keeper.deletePlaylist($0.id, name: $0.name) }
    tools.renamePlaylist = { keeper.renamePlaylist($0.id, from: $0.name, to: $1) }
    let folder = LibraryParts.musicFolder
    desk = LibraryDesk(
      model: model, tools: tools, suggestion: folder, hasSuggestion: BaseFolders.isFolder(folder),
      folder: BaseFolders.current)
  }

  /// To be called once, after the first drawing, which needs nothing of it.
  func open() {
    desk.willOpen()
    keeper.open(creating: false)
  }

  /// `$XDG_MUSIC_DIR`, or what `user-dirs.dirs` says, or `~/Music`.
  static var musicFolder: FilePath {
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
  nonisolated static func folder(typed text: String) -> FilePath {
    var text = text[...]
    while text.last == " " { text.removeLast() }
    return ScanArguments.absolute(HomeFolder.expanded(FilePath(String(text))))
  }
}
