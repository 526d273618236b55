import AudioBase
import Configuration
import MusicLibrary
import Playlists
import SystemBase
import TerminalUI

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
    case .url(let address): object.append("url", address)
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

  /// Returns the one or two lines of an entry.
  static func lines(of entry: PlaylistEntry, number: Int) -> [String] {
    let place: String
    switch entry.location {
    case .file(let path): place = PrintedText.escaped(path.shown) + (entry.isMissing ? "  (missing)" : "")
    case .url(let address):
      place = PrintedText.escaped(address) + (entry.track == nil ? "  (an address: not played)" : "")
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
