import AudioBase
import MusicLibrary
import Player
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
  /// Writes the queue as a playlist: where the user says, or among the user's own.
  ///
  /// - Parameter name: a path, or a bare name; without an extension it is an M3U8 list.
  func saveQueue(as name: String) {
    var path = FilePath(name)
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
