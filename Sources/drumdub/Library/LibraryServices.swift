import Application
import Glibc
import Player
import SystemBase

/// What keeps the library: the desk of the main thread, and the threads behind it.
@MainActor
struct LibraryServices {
  let controller: LibraryController
  let service: LibraryService

  init(_ service: LibraryService, model: PlayerModel) {
    self.service = service
    var tools = LibraryController.Tools()
    tools.open = { service.open(creating: true) }
    tools.ask = { service.ask($0) }
    tools.gather = { service.gather($0) }
    tools.scan = { service.scan($0) }
    tools.stopScan = { service.stopScan() }
    tools.rate = { service.rate($0) }
    tools.countPlay = { service.countPlay($0) }
    tools.deletePlaylist = { service.deletePlaylist($0.id, name: $0.name) }
    tools.renamePlaylist = { service.renamePlaylist($0.id, from: $0.name, to: $1) }
    let folder = LibraryServices.musicFolder
    controller = LibraryController(
      model: model, tools: tools, suggestion: folder, hasSuggestion: BaseFolders.isFolder(folder),
      folder: BaseFolders.current)
  }

  /// To be called once, after the first drawing, which needs nothing of it.
  func open() {
    controller.willOpen()
    service.open(creating: false)
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
