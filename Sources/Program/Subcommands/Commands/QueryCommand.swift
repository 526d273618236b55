import AudioBase
import Configuration
import Glibc
import MusicLibrary
import MusicQuery
import Playlists
import SystemBase
import TerminalUI

/// `drumdub query`: searches the index.
struct QueryCommand {
  enum Form: Equatable {
    case paths, json, m3u, null
    case format(TrackFormat)
  }

  let operands: [FilePath]
  private(set) var form = Form.paths
  let limit: Int?
  let library: FilePath?
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    operands = scanned.operands
    limit = try scanned.value("limit", "a number") { Int($0.shown).flatMap { $0 >= 0 ? $0 : nil } }
    library = try scanned.library()
    for (name, value) in scanned.options {
      switch name {
      case "json": form = .json
      case "m3u": form = .m3u
      case "null": form = .null
      case "format": form = .format(try TrackFormat.option(value.shown))
      default: break
      }
    }
  }

  package func run() -> Int32 {
    let text = operands.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: " ")
    do throws(QueryError) {
      var query = try SearchQuery(parsing: text)
      query.limit = [query.limit, limit].compactMap(\.self).min()
      return run(query)
    } catch {
      Messages.print(ErrorText.sentence(error))
      Messages.printPlain(ErrorText.caret(error, in: text))
      return 2
    }
  }

  private func run(_ query: SearchQuery) -> Int32 {
    LibraryChoice.withIndex(library) { store throws(LibraryError) in
      let found = try store.search(query)
      if found.count == 0, try store.trackCount() == 0 {
        Messages.print("the library is empty: 'drumdub scan ~/Music' fills it")
      }
      try write(found, from: store)
      return 0
    }
  }

  /// Writes the tracks page by page, since the text of a whole library would need much memory.
  private func write(_ list: TrackList, from store: LibraryStore) throws(LibraryError) {
    var output = OutputWriter()
    switch form {
    case .json:
      let tracks = try store.tracks(list.ids)
      output.write(Array((JSONReport.text(QueryReport(tracks: tracks)) + "\n").utf8))
    case .m3u:
      var playlist = Playlist(format: .m3u, encoding: .utf8)
      playlist.entries = try store.tracks(list.ids).map { PlaylistEntry($0.track) }
      output.write(PlaylistWriter(format: .m3u8).bytes(playlist, at: FilePath("/")))
    case .paths, .null, .format:
      for start in stride(from: 0, to: list.count, by: 1000) {
        for track in try store.tracks(of: list, from: start, limit: 1000) { output.write(lines(track)) }
      }
    }
    output.flush()
  }

  private func lines(_ entry: LibraryTrack) -> [UInt8] {
    switch form {
    case .json, .m3u: []
    // Other programs open what is at these paths.
    case .paths where !isTerminal: Array((entry.track.path.shown + "\n").utf8)
    case .paths: CharacterSet.own.bytes(of: entry.track.path.shown + "\n")
    case .null: entry.track.path.bytes + [0]
    case .format(let format): CharacterSet.own.bytes(of: format.line(entry) + "\n")
    }
  }
}

/// The object of `drumdub query --json`.
struct QueryReport: JSONRepresentable {
  let tracks: [LibraryTrack]

  var json: JSONValue { .object(["count": tracks.count, "tracks": tracks]) }
}

/// The members of a file, and what the index adds.
extension LibraryTrack: JSONRepresentable {
  package var json: JSONValue {
    var object = track.jsonMembers
    object.append(contentsOf: [
      "id": id, "kind": kind.name, "bpmFound": hasFoundTempo ? true : nil, "rating": rating?.stars,
      "playCount": playCount, "lastPlayed": lastPlayed, "addedAt": addedAt, "away": isAway,
      "damaged": damage == nil ? nil : true, "error": damage,
    ])
    return .object(object)
  }
}

extension LineTemplate where Field: CaseIterable {
  /// Reads the value of the option `--format`.
  package static func option(_ text: String) throws(UsageError) -> LineTemplate {
    do throws(TemplateError) {
      return try LineTemplate(text)
    } catch {
      switch error {
      case .unclosed: throw UsageError("--format has a { without its }")
      case .unknownField(let name):
        let names = Field.allCases.map(\.rawValue).joined(separator: " ")
        throw UsageError("--format has no {\(name)}, but \(names)")
      }
    }
  }
}

/// The fields of a template for lines of tracks.
package enum TrackField: String, Hashable, Sendable, CaseIterable {
  case path, title, artist, album, albumartist, track, disc, date, genre, bpm, length, codec, bitrate,
    samplerate
  case channels, bits, kind, rating, played, lastplayed, added, id
}

package typealias TrackFormat = LineTemplate<TrackField>

extension TrackFormat {
  /// Returns the line of a track, safe for a terminal. Unknown fields are empty; the file name replaces the title.
  package func line(_ track: LibraryTrack) -> String { line { PrintedText.escaped(track.text(of: $0)) } }
}

extension LibraryTrack {
  fileprivate func text(of field: TrackField) -> String {
    let value: (any CustomStringConvertible)? =
      switch field {
      case .path: track.path.shown
      case .title: track.title ?? track.path.stem
      case .artist: track.artist
      case .album: track.album
      case .albumartist: track.albumArtist
      case .date: track.date
      case .genre: track.genre
      case .codec: track.codec?.rawValue
      case .kind: kind.name
      case .bpm: track.bpm
      case .track: track.numberText
      case .length: track.duration.map(ClockText.text)
      case .disc: track.discNumber
      case .bitrate: track.bitrate
      case .samplerate: track.sampleRate
      case .channels: track.channels
      case .bits: track.bitsPerSample
      case .rating: rating?.stars
      case .played: playCount
      case .lastplayed: lastPlayed
      case .added: addedAt
      case .id: id
      }
    return value.map { "\($0)" } ?? ""
  }
}

/// Durations as `3:05` or `1:02:05`.
enum ClockText {
  static func text(_ seconds: Double) -> String {
    let total = Int(min(max(seconds, 0), 1e9).rounded())
    let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
    let tail = (rest < 10 ? "0" : "") + "\(rest)"
    if hours == 0 { return "\(minutes):\(tail)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)"
  }
}
