import Application
import SystemBase
import MusicLibrary
import Player

/// What there is to say of the library.
package enum LibraryText {
  package static func sentence(_ told: LibraryMessage) -> String {
    switch told {
    case .failed(let error): ErrorText.sentence(error)
    case .madeAnew(let notice): NoticeText.sentence(notice)
    case .scanned(let report): scanned(report)
    case .unreadable(let file): "cannot read \(file.path.shown): \(file.reason)"
    case .folder(let error): ErrorText.sentence(error, while: .reading)
    case .watched(let notice): NoticeText.sentence(notice) ?? ""
    case .queue(let count, let leftOut, let away):
      "the queue is \(tracks(count)) now\(leftOut > 0 ? ", the first of \(number(count + leftOut))" : "")\(aside(away))"
    case .added(let count, let isNext, let away):
      "\(tracks(count)) \(isNext ? "play next" : "added to the queue")\(aside(away))"
    case .nothingToAdd: "nothing here that can be played"
    case .away(let count):
      "\(count == 1 ? "this track is" : "\(tracks(count)) are") away: mount the drive that holds \(count == 1 ? "it" : "them")"
    case .rated(let title, let rating): "\(title): \(stars(rating) ?? "not rated")"
    case .notInLibrary: "only tracks of the library are rated"
    case .noFolders: "no folder has been scanned yet"
    case .playlistSaved(let name): "saved \(shown(name)) among the playlists"
    case .playlistDeleted(let name): "deleted the playlist \(shown(name)); its tracks stay"
    case .playlistRenamed(let old, let name): "the playlist \(shown(old)) is called \(shown(name)) now"
    case .playlistNotRenamed(let name):
      "not renamed: there is a playlist \(shown(name)) already; choose another name"
    }
  }

  private static func scanned(_ report: ScanReport) -> String {
    let known = report.files - report.unreadable.count
    let counts = [
      (report.added, "new"), (report.changed, "changed"), (report.moved, "moved"), (report.removed, "gone"),
      (report.away, "away"), (report.unreadable.count, "unreadable"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }
    let head = report.wasCancelled ? "scan stopped, what was done is kept" : "scan done"
    return ([head + ": " + tracks(max(known, 0))] + parts).joined(separator: ", ")
  }

  private static func shown(_ name: String) -> String { FilePath(name).shown }

  private static func aside(_ away: Int) -> String { away > 0 ? "; \(tracks(away)) are away" : "" }

  static func tracks(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "track" : "tracks")" }

  /// `1,204`
  package static func number(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(abs(value)).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + String(text.reversed())
  }

  /// `★★★☆☆`; nil where there is no rating.
  package static func stars(_ rating: Int?) -> String? {
    guard let rating, (1...5).contains(rating) else { return nil }
    return String(repeating: "★", count: rating) + String(repeating: "☆", count: 5 - rating)
  }

  /// The places that are there always.
  static func name(_ place: LibraryPlace) -> String {
    if case .artistTracks = place { return "All tracks" }
    if let name = place.name { return name.isEmpty ? "(no name)" : name }
    return switch place {
    case .artists: "Artists"
    case .albums: "Albums"
    case .genres: "Genres"
    case .folders: "Folders"
    case .playlists: "Playlists"
    case .recentlyAdded: "Recently added"
    case .mostPlayed: "Most played"
    case .allTracks: "All tracks"
    default: "Library"
    }
  }
}
