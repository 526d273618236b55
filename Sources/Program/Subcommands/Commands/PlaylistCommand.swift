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

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
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
    Messages.reporting(ErrorText.listSentence) { () throws(FileError) in
      var reader = PlaylistReader()
      let tags = TagWorkers.pool(workers: 1)
      reader.length = { path in (try? tags.read(path))?.duration }
      let playlist = try reader.read(file)
      if let output { return export(playlist, to: output) }
      print(isJSON ? JSONReport.text(playlist) : playlist.text)
      return 0
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
    Messages.reporting({ ErrorText.sentence($0, while: .writing) }) { () throws(FileError) in
      try PlaylistWriter(name: output)?.write(playlist, to: BaseFolders.current.appending(output))
      return 0
    }
  }
}

/// The object of `drumdub playlist --json`.
extension Playlist: JSONRepresentable {
  package var json: JSONValue {
    .object([
      "format": format.rawValue, "encoding": encoding.rawValue, "title": title, "entries": entries,
      "warnings": warnings,
    ])
  }
}

extension PlaylistEntry: JSONRepresentable {
  package var json: JSONValue {
    var object: JSONObject = [
      "title": title, "artist": artist, "album": album, "albumArtist": albumArtist,
      "trackNumber": trackNumber, "discNumber": discNumber, "discTotal": discTotal, "date": date,
      "genre": genre, "duration": duration, "start": section?.start.seconds, "end": section?.end?.seconds,
      "missing": isMissing,
    ]
    switch location {
    case .file(let path): object.append(path: path)
    case .url(let address): if hasLocation { object.append("url", address) }
    }
    return .object(object)
  }
}

extension PlaylistWarning: JSONRepresentable {
  package var json: JSONValue {
    .object(["line": line, "message": ErrorText.sentence(self)])
  }
}

extension Playlist {
  /// The playlist as text: its properties, one or two lines for each entry, then the warnings.
  package var text: String {
    var lines = ["format:   \(format.rawValue)", "encoding: \(encoding.rawValue)"]
    if let title { lines.append("title:    \(PrintedText.escaped(title))") }
    lines.append("entries:  \(entries.count)")
    for (index, entry) in entries.enumerated() { lines += Playlist.lines(of: entry, number: index + 1) }
    lines += warnings.map { "line \($0.line): \(PrintedText.escaped(ErrorText.sentence($0)))" }
    return lines.joined(separator: "\n")
  }

  static func lines(of entry: PlaylistEntry, number: Int) -> [String] {
    let place: String
    switch entry.location {
    case .file(let path): place = PrintedText.escaped(path.shown) + (entry.isMissing ? "  (missing)" : "")
    case .url(let address):
      place =
        entry.hasLocation
        ? PrintedText.escaped(address) + (entry.track == nil ? "  (an address: not played)" : "")
        : "(no location: not played)"
    }
    let name = [entry.artist, entry.title].compactMap { $0 }.map(PrintedText.escaped).joined(separator: " - ")
    let details = [name.isEmpty ? nil : name, entry.duration.map(clock), range(entry.section)].compactMap {
      $0
    }
    let first = "\(number). \(place)"
    return details.isEmpty ? [first] : [first, "   " + details.joined(separator: "  ")]
  }

  private static func range(_ section: TrackSection?) -> String? {
    section.map { "from \(discClock($0.start))" + ($0.end.map { " to \(discClock($0))" } ?? "") }
  }

  /// Minutes and seconds; lengths above 1e9 s in seconds.
  private static func clock(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e9 else { return "\(seconds) s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60):\(padded(whole % 60))"
  }

  /// Returns minutes, seconds and frames, as in CUE sheets.
  private static func discClock(_ time: DiscTime) -> String {
    let seconds = time.frames / DiscTime.perSecond
    return "\(padded(seconds / 60)):\(padded(seconds % 60)):\(padded(time.frames % DiscTime.perSecond))"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension SavedPlaylist: JSONRepresentable {
  package var json: JSONValue {
    .object(["name": name, "query": query, "entries": query == nil ? entryCount : nil])
  }

  package var line: String {
    let content =
      query.map { "query: \(PrintedText.escaped($0))" }
      ?? ShownText.count(entryCount, "entry", "entries")
    return "\(PrintedText.escaped(name))  (\(content))"
  }

  /// Returns the playlist as text: its name, its query, then one or two lines for each entry.
  func text(_ entries: [PlaylistEntry]) -> String {
    var lines = ["name:     \(PrintedText.escaped(name))"]
    if let query { lines.append("query:    \(PrintedText.escaped(query))") }
    lines.append("entries:  \(entries.count)")
    for (index, entry) in entries.enumerated() { lines += Playlist.lines(of: entry, number: index + 1) }
    return lines.joined(separator: "\n")
  }
}
