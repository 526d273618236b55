import AudioBase
import MusicLibrary
import Playlists
import SystemBase
import TerminalKit
import TerminalUI

/// What the screen asks of the program.
extension Wiring {
  /// Gives a key to a command, now and at later starts.
  func bind(_ chord: KeyChord, to command: UserCommand) {
    let keys = view.keys
    input.change { $0.keys = keys }
    let path = BaseFolders.keysFile
    do throws(AudioError) {
      try FileBytes.makeFolder(path.directory, permissions: 0o700)
      let old = try oldBindings(path)
      try FileBytes.replace(path, with: old + Array("bind \(chord.name) \(command.name)\n".utf8))
      model.report(.text("\(chord.label): \(command.summary)"))
    } catch {
      model.report(.file(error))
    }
  }

  /// Nothing where there is no file; one that cannot be read is not written over.
  private func oldBindings(_ path: FilePath) throws(AudioError) -> [UInt8] {
    do throws(AudioError) {
      return try FileBytes.read(path, limit: 1 << 20)
    } catch {
      if error.code == .notFound { return [] }
      throw error
    }
  }
}

extension Wiring {
  /// On a thread of its own: the disk may be slow.
  func completeFolder(_ text: String) {
    let mailbox = mailbox
    _ = WorkerThread(name: "completion") {
      mailbox.post(.folderCompleted(FolderCompletion(typed: text) { LibraryParts.folder(typed: $0) }))
    }
  }

  /// Saves the queue as a playlist: a bare name is kept in the index, what has a folder or an extension is a file.
  ///
  /// - Parameter name: without an index a bare name is an M3U8 list among the user's own.
  func saveQueue(as name: String) {
    let path = FilePath(name)
    let isFile = path.bytes.contains(UInt8(ascii: "/")) || PlaylistWriter(name: path) != nil
    let mailbox = mailbox
    let told: @Sendable () -> Void = { mailbox.post(.told(.text("saved \(path.shown) among the playlists"))) }
    if !isFile, library.keeper.keep(playlist.entries, as: name, done: told) { return }
    writeQueue(to: path)
  }

  private func writeQueue(to name: FilePath) {
    var path = name
    if path.bytes.contains(UInt8(ascii: "/")) {
      path = BaseFolders.current.appending(path)
    } else {
      path = BaseFolders.data.appending("playlists").appending(path)
    }
    if PlaylistWriter(name: path) == nil { path = FilePath(bytes: path.bytes + Array(".m3u8".utf8)) }
    guard let writer = PlaylistWriter(name: path) else { preconditionFailure("m3u8 is written") }
    let (playlist, mailbox) = (playlist, mailbox)
    _ = WorkerThread(name: "playlist") { [path] in
      do throws(AudioError) {
        try FileBytes.makeFolder(path.directory)
        try writer.write(playlist, to: path)
        mailbox.post(.told(.text("saved \(path.shown)")))
      } catch {
        mailbox.post(.told(.file(error)))
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
