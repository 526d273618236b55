import AudioBase
import Configuration
import MusicLibrary
import Playlists
import SystemBase
import TerminalUI

/// The object of `drumdub playlist --json` without a name.
struct SavedPlaylistsReport: JSONRepresentable {
  let playlists: [SavedPlaylist]

  var json: JSONValue {
    var object = JSONObject()
    object.append("playlists", playlists)
    return .object(object)
  }
}

/// The object of `drumdub playlist --json NAME` for a playlist of the index.
struct SavedPlaylistReport: JSONRepresentable {
  let playlist: SavedPlaylist
  let entries: [PlaylistEntry]

  var json: JSONValue {
    var object = JSONObject()
    object.append("name", playlist.name)
    object.append("query", playlist.query)
    object.append("entries", entries)
    return .object(object)
  }
}

extension SavedPlaylist: JSONRepresentable {
  package var json: JSONValue {
    var object = JSONObject()
    object.append("name", name)
    object.append("query", query)
    if query == nil { object.append("entries", entryCount) }
    return .object(object)
  }

  /// The playlist as a line of a list.
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
