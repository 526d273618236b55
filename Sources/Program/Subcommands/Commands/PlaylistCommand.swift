import AudioBase
import Configuration
import MusicLibrary
import MusicQuery
import Playlists
import SystemBase
import TerminalUI

/// `drumdub playlist`: prints or exports a playlist file or a playlist of the index, or lists those of the index.
struct PlaylistCommand {
  /// A playlist file, or the name of a playlist of the index; nil lists these.
  private let name: FilePath?
  private let output: FilePath?
  private let library: FilePath?
  private let isJSON: Bool

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(
      arguments, for: ["json", "o,output=", LibraryChoice.option])
    isJSON = scanned.has("json")
    output = scanned.value("output")
    library = scanned.value("library")
    name = scanned.operands.first
    if scanned.operands.count > 1 { throw UsageError("playlist takes one file or name") }
    guard let output else { return }
    if name == nil { throw UsageError("--output needs the name of a playlist") }
    if PlaylistWriter(name: output) == nil {
      throw UsageError("--output must end in .m3u8, .m3u, .pls or .xspf, not \(output.shown)")
    }
  }

  package func run() -> Int32 {
    guard let name else { return list() }
    // A name of the index has no folder.
    if name.exists || name.bytes.contains(UInt8(ascii: "/")) || PlaylistWriter(name: name) != nil {
      return runFile(name)
    }
    return runSaved(name)
  }

  private func runFile(_ file: FilePath) -> Int32 {
    do throws(FileError) {
      let playlist = try PlaylistReader().read(file)
      if let output { return export(playlist, to: output) }
      print(isJSON ? JSONReport.text(playlist) : playlist.text)
      return 0
    } catch {
      Messages.print(ErrorText.listSentence(error))
      return 1
    }
  }

  private func list() -> Int32 {
    LibraryChoice.withIndex(library) { store throws(LibraryError) in
      let playlists = try store.playlists()
      if isJSON {
        print(JSONReport.text(["playlists": playlists]))
      } else if playlists.isEmpty {
        Messages.print("the library has no playlists: save the queue, or a filter, in the player")
      } else {
        for playlist in playlists { print(playlist.line) }
      }
      return 0
    }
  }

  private func runSaved(_ name: FilePath) -> Int32 {
    LibraryChoice.withIndex(library) { store throws(LibraryError) in
      let wanted = String(decoding: name.bytes, as: UTF8.self)
      guard let saved = try store.playlists().first(where: { $0.name == wanted }) else {
        Messages.print(ErrorText.noPlaylist(name.shown))
        return 1
      }
      guard let entries = try entries(of: saved, in: store) else { return 1 }
      return show(saved, entries)
    }
  }

  /// Returns the entries of a playlist, or the tracks that its query finds now; nil, and a message, for a query that is
  /// not valid.
  private func entries(
    of saved: SavedPlaylist, in store: LibraryStore
  ) throws(LibraryError) -> [PlaylistEntry]? {
    guard let text = saved.query else {
      return try store.entries(ofPlaylist: saved.id).map { entry in
        var entry = entry
        if case .file(let path) = entry.location { entry.isMissing = !path.exists }
        return entry
      }
    }
    let query: SearchQuery
    do throws(QueryError) {
      query = try SearchQuery(parsing: text)
    } catch {
      Messages.print(ErrorText.sentence(error))
      Messages.printPlain(ErrorText.caret(error, in: text))
      return nil
    }
    return try store.tracks(try store.search(query).ids).map { PlaylistEntry($0.track) }
  }

  private func show(_ saved: SavedPlaylist, _ entries: [PlaylistEntry]) -> Int32 {
    if let output {
      var playlist = Playlist(format: .m3u, encoding: .utf8)
      (playlist.title, playlist.entries) = (saved.name, entries)
      return export(playlist, to: output)
    }
    let object: JSONObject = ["name": saved.name, "query": saved.query, "entries": entries]
    print(isJSON ? JSONReport.text(object) : saved.text(entries))
    return 0
  }

  private func export(_ playlist: Playlist, to output: FilePath) -> Int32 {
    do throws(FileError) {
      try PlaylistWriter(name: output)?.write(playlist, to: BaseFolders.current.appending(output))
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error, while: .writing))
      return 1
    }
  }
}
