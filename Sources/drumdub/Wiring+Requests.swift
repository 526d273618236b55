import Application
import AudioBase
import MusicLibrary
import Playlists
import SystemBase
import TerminalKit
import TerminalUI

/// What the application asks of other threads.
extension Wiring {
  /// On a thread of its own: the disk may be slow.
  func completeFolder(_ text: String) {
    let mailbox = mailbox
    _ = WorkerThread(name: "completion") {
      mailbox.post(.folderCompleted(FolderCompletion(typed: text) { LibraryServices.folder(typed: $0) }))
    }
  }

  /// Saves the queue as a playlist: a bare name is kept in the index, what has a folder or an extension is a file.
  ///
  /// Asks before anything is replaced and before a folder is made; the answer comes as another call.
  func saveQueue(_ save: QueueSave) {
    let own = BaseFolders.data.appending("playlists")
    let destination = QueueDestination(
      typed: save.name, current: BaseFolders.current, own: own, hasIndex: library.service.isOpen)
    switch destination {
    case .index(let name):
      let mailbox = mailbox
      library.service.keep(playlist.entries, as: name, replacing: save.mayReplace) {
        mailbox.post(.asked(.replacePlaylist(save, name: name)))
      }
    case .file(let path, let typed):
      let isOwn = path.directory == own
      write(
        PlaylistFile(
          path: path, typed: typed, playlist: playlist, mayReplace: save.mayReplace,
          mayMakeFolder: save.mayMakeFolder || isOwn), save)
    case .folder(let path): application.report(.isFolder(path))
    case nil: break
    }
  }

  /// On the thread of the files: the disk may be slow. What is on its way is written before the program ends.
  private func write(_ file: PlaylistFile, _ save: QueueSave) {
    let mailbox = mailbox
    files.run {
      do throws(FileError) {
        switch try file.save() {
        case .saved: mailbox.post(.told(.saved(file.path)))
        case .exists: mailbox.post(.asked(.replacePlaylist(save, name: file.path.shown)))
        case .folderMissing(let folder): mailbox.post(.asked(.makeFolder(save, folder)))
        case .isFolder(let path): mailbox.post(.told(.isFolder(path)))
        }
      } catch {
        mailbox.post(.told(.player(.file(error))))
      }
    }
  }

  private var playlist: Playlist {
    var playlist = Playlist(format: .m3u, encoding: .utf8)
    let folder = BaseFolders.current
    playlist.entries = model.queue.items.map { item in
      var entry = PlaylistEntry(.file(folder.appending(item.path)))
      (entry.title, entry.artist, entry.duration) = (item.title, item.artist, item.duration)
      entry.section = item.hint.section
      return entry
    }
    return playlist
  }
}
