import AudioBase
import Librarian
import Playlists
import SystemBase

/// Saves the queue as a playlist: in the index, or as a file if the name has a folder or an extension.
@MainActor
package final class QueueSaver {
  private unowned let application: Application
  private let library: LibraryService
  /// The folder that relative paths start from.
  private let current: FilePath
  /// The program's own folder of playlists.
  private let own: FilePath
  private let ask: @Sendable (Question) -> Void
  private let report: @Sendable (Notice) -> Void
  /// Checks the files that are to be saved, one after the other.
  private let checks = SerialWorker(name: "playlists")
  private let files: FileSaver

  package init(
    application: Application, library: LibraryService, current: FilePath, own: FilePath, main: MainThread
  ) {
    (self.application, self.library, self.current, self.own) = (application, library, current, own)
    ask = main.sender { [weak application] in application?.ask($0) }
    report = main.sender { [weak application] in application?.report($0) }
    files = FileSaver(
      name: "playlist files", report: main.sender { [weak application] in application?.receive($0) })
  }

  /// Saves the queue, or asks before a playlist is replaced or a folder is created. The answer is another call. If the user
  /// cannot be asked, the queue is not saved.
  package func save(_ save: QueueSave) {
    let (ask, report) = (ask, report)
    let destination = QueueDestination(
      typed: save.name, current: current, own: own, hasIndex: library.isOpen)
    switch destination {
    case .index(let name):
      library.savePlaylist(playlist.entries, as: name, replacing: save.mayReplace) {
        if save.mayAsk {
          ask(.replacePlaylist(save, name: name))
        } else {
          report(.library(.playlist(.exists(name))))
        }
      }
    case .file(let path, let typed):
      let mayMakeFolder = save.mayMakeFolder || path.directory == own
      write(
        PlaylistFile(
          path: path, typed: typed, playlist: playlist, mayReplace: save.mayReplace,
          mayMakeFolder: mayMakeFolder), save)
    case .folder(let path): report(.isFolder(path))
    case nil: break
    }
  }

  /// Writes on another thread, because the disk may be slow.
  private func write(_ file: PlaylistFile, _ save: QueueSave) {
    let (files, ask, report) = (files, ask, report)
    checks.run {
      do throws(FileError) {
        switch try file.prepare() {
        case .ready(let bytes):
          let completion: FileSaver.Completion = { if $0 == nil { report(.saved(file.path)) } }
          files.replace(
            file.path, permissions: 0o666, waitsForSpace: true, replaces: file.mayReplace,
            completion: completion, with: { bytes })
        case .exists where !save.mayAsk: throw FileError(.exists, file.path.shown)
        case .exists: ask(.replacePlaylist(save, name: file.path.shown))
        case .folderMissing where !save.mayAsk:
          throw FileError(.writeFailed, file.path.shown, detail: "its folder does not exist")
        case .folderMissing(let folder): ask(.makeFolder(save, folder))
        case .isFolder(let path): report(.isFolder(path))
        }
      } catch {
        report(.file(error))
      }
    }
  }

  /// A function that waits until all playlists are written and ends the thread. Any thread.
  package var finish: @Sendable () -> Void {
    let (checks, files) = (checks, files)
    return {
      checks.stop()
      files.stop()
    }
  }

  /// A function that returns whether playlists are not written yet. Any thread.
  package var isSaving: @Sendable () -> Bool {
    let (checks, files) = (checks, files)
    return { !checks.isIdle || files.isSaving }
  }

  /// The reason why playlists are not on the disk.
  package var failures: [FileError] { files.failures }

  private var playlist: Playlist {
    var playlist = Playlist(format: .m3u, encoding: .utf8)
    playlist.entries = application.model.queue.items.map { item in
      var entry = PlaylistEntry(item.location.inside(current))
      let isStream = item.location.address != nil
      (entry.title, entry.duration) = (item.name, item.duration)
      entry.artist = isStream ? item.listed.artist : item.artist
      return entry
    }
    return playlist
  }
}

package struct QueueSave: Hashable, Sendable {
  /// The text that the user typed.
  package var name: String
  package var mayReplace = false
  package var mayMakeFolder = false
  /// Whether the user is asked before that. Otherwise the queue is not saved.
  package var mayAsk: Bool

  package init(_ name: String, mayAsk: Bool = true) { (self.name, self.mayAsk) = (name, mayAsk) }
}

struct PlaylistFile: Sendable {
  enum Outcome: Hashable, Sendable {
    /// The content can be written.
    case ready([UInt8])
    /// The file exists and may not be replaced.
    case exists
    /// The folder does not exist and may not be created.
    case folderMissing(FilePath)
    /// The name is that of a folder.
    case isFolder(FilePath)
  }

  /// The path with the extension of a playlist.
  let path: FilePath
  /// The path that the user typed; the extension may be missing.
  let typed: FilePath
  let playlist: Playlist
  var mayReplace = false
  var mayMakeFolder = false

  /// Returns the content unless something is in the way, and creates the folder. Any thread; blocks on the disk.
  func prepare() throws(FileError) -> Outcome {
    for name in [path, typed] where name.isFolder { return .isFolder(name) }
    if !mayReplace, path.exists { return .exists }
    if !path.directory.exists {
      guard mayMakeFolder else { return .folderMissing(path.directory) }
      try FileBytes.makeFolder(path.directory)
    }
    guard let writer = PlaylistWriter(name: path) else {
      throw FileError(.unsupported, path.shown, detail: "playlists end in .m3u8, .m3u, .pls or .xspf")
    }
    return .ready(writer.bytes(playlist, at: path))
  }
}

/// The destination of a saved queue, from the typed name. A value; the disk is not read.
enum QueueDestination: Hashable {
  /// A playlist of the index.
  case index(String)
  /// An absolute path with the extension of a playlist, and the text that the user typed.
  case file(FilePath, typed: FilePath)
  /// The name ends like that of a folder.
  case folder(FilePath)

  /// Reads a typed destination. A name without a slash and without the extension of a playlist is that of a playlist of
  /// the index. `~` is expanded. `.m3u8` is added to names without a known extension.
  ///
  /// - Parameters:
  ///   - current: the folder that relative paths start from.
  ///   - own: the program's folder of playlists, for file names without a folder.
  ///   - hasIndex: whether there is an index; without one, all names are files.
  /// - Returns: nil for an empty name.
  init?(typed: String, current: FilePath, own: FilePath, hasIndex: Bool) {
    let text = QueueDestination.trimmed(typed)
    guard !text.isEmpty else { return nil }
    let path = FilePath(text).expandingHome
    let hasFolder = path.bytes.contains(UInt8(ascii: "/"))
    if ["", ".", "..", "~"].contains(FilePath(text).lastComponent.text) {
      self = .folder(current.appending(path))
    } else if hasIndex, !hasFolder, PlaylistWriter(name: path) == nil {
      self = .index(text)
    } else {
      let whole = (hasFolder ? current : own).appending(path)
      self = .file(QueueDestination.named(whole), typed: whole)
    }
  }

  private static func named(_ path: FilePath) -> FilePath {
    PlaylistWriter(name: path) == nil ? FilePath(bytes: path.bytes + Array(".m3u8".utf8)) : path
  }

  /// Removes control characters, which may come with a paste, and blanks at both ends.
  private static func trimmed(_ typed: String) -> String {
    let scalars = typed.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    return String(String.UnicodeScalarView(scalars)).trimmed
  }
}
