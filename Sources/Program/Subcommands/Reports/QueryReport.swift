import Configuration
import MusicLibrary
import SystemBase

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

/// A template for lines of tracks.
package struct TrackFormat: Hashable, Sendable {
  enum Field: String, Hashable, Sendable, CaseIterable {
    case path, title, artist, album, albumartist, track, disc, date, genre, bpm, length, codec, bitrate,
      samplerate
    case channels, bits, kind, rating, played, lastplayed, added, id
  }

  private let template: LineTemplate<Field>

  package init(_ text: String) throws(TemplateError) { template = try LineTemplate(text) }

  init(template: LineTemplate<Field>) { self.template = template }

  /// Returns the line of a track, safe for a terminal. Unknown fields are empty; the file name replaces the title.
  package func line(_ track: LibraryTrack) -> String {
    template.line { PrintedText.escaped(TrackFormat.value($0, track)) }
  }

  private static func value(_ field: Field, _ entry: LibraryTrack) -> String {
    let track = entry.track
    switch field {
    case .path: return track.path.shown
    case .title: return track.title ?? track.path.stem
    case .artist: return track.artist ?? ""
    case .album: return track.album ?? ""
    case .albumartist: return track.albumArtist ?? ""
    case .date: return track.date ?? ""
    case .genre: return track.genre ?? ""
    case .codec: return track.codec?.rawValue ?? ""
    case .kind: return entry.kind.name
    case .bpm: return track.bpm.map { "\($0)" } ?? ""
    case .track: return track.numberText ?? ""
    case .length: return track.duration.map(ClockText.text) ?? ""
    default: return number(field, entry).map { "\($0)" } ?? ""
    }
  }

  private static func number(_ field: Field, _ entry: LibraryTrack) -> Int? {
    switch field {
    case .disc: entry.track.discNumber
    case .bitrate: entry.track.bitrate
    case .samplerate: entry.track.sampleRate
    case .channels: entry.track.channels
    case .bits: entry.track.bitsPerSample
    case .rating: entry.rating?.stars
    case .played: entry.playCount
    case .lastplayed: entry.lastPlayed.map { Int($0) }
    case .added: Int(entry.addedAt)
    case .id: Int(entry.id)
    default: nil
    }
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
