import AudioBase
import Player
import Playlists
import SystemBase

/// Saves the queue as a playlist: a bare name is kept in the index, what has a folder or an extension is a file.
@MainActor
package final class QueueSaver {
  private let model: PlayerModel
  private let library: LibraryService
  private let current: FilePath
  private let own: FilePath
  private let report: ReportSink
  /// Writes playlists, one after the other.
  private let files = SerialWorker(name: "files")

  /// - Parameters:
  ///   - current: where relative paths start from.
  ///   - own: the program's own folder of playlists.
  package init(
    model: PlayerModel, library: LibraryService, current: FilePath, own: FilePath,
    report: @escaping ReportSink
  ) {
    (self.model, self.library, self.current) = (model, library, current)
    (self.own, self.report) = (own, report)
  }

  /// Asks before anything is replaced and before a folder is made; the answer comes as another call.
  package func save(_ save: QueueSave) {
    let report = report
    let destination = QueueDestination(
      typed: save.name, current: current, own: own, hasIndex: library.isOpen)
    switch destination {
    case .index(let name):
      library.keep(playlist.entries, as: name, replacing: save.mayReplace) {
        report(.question(.replacePlaylist(save, name: name)))
      }
    case .file(let path, let typed):
      let mayMakeFolder = save.mayMakeFolder || path.directory == own
      write(
        PlaylistFile(
          path: path, typed: typed, playlist: playlist, mayReplace: save.mayReplace,
          mayMakeFolder: mayMakeFolder), save)
    case .folder(let path): report(.notice(.isFolder(path)))
    case nil: break
    }
  }

  /// On the thread of the files: the disk may be slow.
  private func write(_ file: PlaylistFile, _ save: QueueSave) {
    let report = report
    files.run {
      do throws(FileError) {
        switch try file.save() {
        case .saved: report(.notice(.saved(file.path)))
        case .exists: report(.question(.replacePlaylist(save, name: file.path.shown)))
        case .folderMissing(let folder): report(.question(.makeFolder(save, folder)))
        case .isFolder(let path): report(.notice(.isFolder(path)))
        }
      } catch {
        report(.notice(.player(.file(error))))
      }
    }
  }

  /// Returns what waits until the playlists on their way are written and ends the thread; any thread may call it.
  package var finish: @Sendable () -> Void {
    let files = files
    return { files.stop() }
  }

  private var playlist: Playlist {
    var playlist = Playlist(format: .m3u, encoding: .utf8)
    playlist.entries = model.queue.items.map { item in
      var entry = PlaylistEntry(.file(current.appending(item.path)))
      (entry.title, entry.artist, entry.duration) = (item.title, item.artist, item.duration)
      entry.section = item.hint.section
      return entry
    }
    return playlist
  }
}
