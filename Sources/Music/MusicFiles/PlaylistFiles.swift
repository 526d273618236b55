import Glibc
import Playlists
import SystemBase

/// Finds playlists in folders of music. Any thread; blocks on file access.
package enum PlaylistFiles {
  /// The most playlists that are found.
  private static let most = 10_000

  /// Returns the playlists in folders and their subfolders, in the order of their names. Hidden files, and folders that
  /// are links or cannot be read are left out.
  ///
  /// - Parameters:
  ///   - withSheets: whether CUE sheets are included.
  ///   - isCancelled: called for each folder; after it has returned true, the result is incomplete.
  package static func below(
    _ folders: [FilePath], withSheets: Bool = false, unless isCancelled: () -> Bool = { false }
  ) -> [FilePath] {
    var found: Set<FilePath> = []
    var waiting = folders
    while let folder = waiting.popLast(), found.count < most, !isCancelled() {
      guard let reader = try? FolderReader(folder) else { continue }
      _ = try? reader.forEach { (name, type) in
        if name[0] == UInt8(ascii: ".") { return }
        let isFolder = type == UInt8(DT_DIR)
        guard isFolder || mayBePlaylist(name) else { return }
        let path = folder.appending(FilePath(bytes: Array(name)))
        if isFolder { waiting.append(path) } else if isPlaylist(path, withSheets) { found.insert(path) }
      }
    }
    return found.map { (name: NaturalOrder($0.lastComponent), path: $0) }.sorted {
      ($0.name, $0.path) < ($1.name, $1.path)
    }.map(\.path)
  }

  /// Rejects most names without allocation.
  private static func mayBePlaylist(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.suffix(5).contains(UInt8(ascii: ".")) && !MusicNames.isMusic(name)
  }

  private static func isPlaylist(_ path: FilePath, _ withSheets: Bool) -> Bool {
    PlaylistFormat(name: path).map { $0 != .cue || withSheets } ?? false
  }
}
