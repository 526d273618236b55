import Application
import AudioBase
import Controls
import Librarian
import MusicLibrary
import MusicQuery
import SystemBase

/// Messages about the library, and its names and numbers.
package enum LibraryText {
  package static func sentence(_ message: LibraryMessage) -> String {
    switch message {
    case .failed(let error): ErrorText.sentence(error)
    case .recreated(let notice): sentence(notice)
    case .scanned(let report): scanned(report)
    case .unreadable(let file): "cannot read \(file.path.shown): \(file.reason)"
    case .folder(let error): ErrorText.sentence(error, while: .scanning)
    case .watched(let notice): sentence(notice) ?? ""
    case .queue(let count, let leftOut, let away, _):
      "the queue is \(tracks(count)) now\(leftOut > 0 ? ", the first of \(number(count + leftOut))" : "")\(aside(away))"
    case .added(let count, let isNext, let away, let leftOut):
      "\(tracks(count)) \(isNext ? (count == 1 ? "plays next" : "play next") : "added to the queue")"
        + (leftOut > 0 ? ", the first of \(number(count + leftOut))" : "") + aside(away)
    case .nothingToAdd: "nothing here can be played"
    case .away(let count):
      "\(count == 1 ? "this track is" : "\(tracks(count)) are") away: mount the drive that holds \(count == 1 ? "it" : "them")"
    case .rated(let title, let rating): "\(title): \(stars(rating) ?? "not rated")"
    case .ratedTracks(let count, let rating, _): "\(tracks(count)): \(stars(rating) ?? "not rated")"
    case .ratingsTurned(let direction, let count): "\(direction.done): rate \(tracks(count))"
    case .ratingsOvertaken: "not changed: the tracks were rated by another program meanwhile"
    case .notInLibrary: "not rated: the track is not in the library; scan its folder first"
    case .noFolders: "no folder has been scanned yet: :scan-folder chooses one"
    case .sorted(let terms): sorted(terms)
    case .noSortColumn: "the list is in its default order: sort by a column first"
    case .nothingToSort: "nothing to sort here: open a list of tracks or albums first"
    case .playlistOrder: "not sorted: the entries of a playlist have an order of their own"
    case .noTrackSelected: "no track is selected and none plays"
    case .nothingPlays: "no track plays"
    case .playingNotInLibrary: "the playing track is not in the library: scan its folder"
    case .playlist(let message): sentence(message)
    case .album(let message): sentence(message)
    case .noPlaylistFile: "nothing to import: select a playlist file under Playlists in the library first"
    case .marked(count: 0): "no row is marked"
    case .marked(let count): "\(number(count)) \(count == 1 ? "row is" : "rows are") marked"
    case .tooManyToMark(let count):
      "nothing is marked: \(number(count)) rows are more than \(number(LibraryLevel.mostMarks)); filter the list first"
    case .nothingMatches(let text): "no row of the list matches \"\(text)\""
    case .stillReading: "the list is still being read: try again when it is shown"
    case .noQuery: "nothing to save: open All tracks in the library and type a filter first"
    }
  }

  private static func sentence(_ message: LibraryMessage.Playlist) -> String {
    switch message {
    case .saved(let name, _): "saved the playlist \(shown(name))"
    case .imported(let name, let count, let missing):
      "imported the playlist \(shown(name)): \(entries(count))"
        + (missing > 0 ? ", \(number(missing)) of them \(missing == 1 ? "is" : "are") missing" : "")
    case .exists(let name): "not saved: a playlist \(shown(name)) exists; choose another name"
    case .appended(let name, let count): "added \(tracks(count)) to the playlist \(shown(name))"
    case .shortened(let name, let count):
      "removed \(entries(count)) from the playlist \(shown(name))"
    case .turned(let direction, let name, let change):
      "\(direction.done) in the playlist \(shown(name)): \(words(change))"
    case .exchanged(let direction, let name, let replacement):
      "\(direction.done): \(replacement == .deleted ? "delete" : "replace") the playlist "
        + shown(name)
    case .overtaken(let name):
      "not changed: another program has changed the playlist \(shown(name)); edit its entries again"
    case .notChanged(let name):
      "not changed: the playlist \(shown(name)) lists what a query finds, or was deleted; it has no entries to edit"
    case .deleted(let name):
      "deleted the playlist \(shown(name)); its tracks are kept"
    case .renamed(let old, let name): "renamed the playlist \(shown(old)) to \(shown(name))"
    case .notRenamed(let name):
      "not renamed: a playlist \(shown(name)) exists; choose another name"
    }
  }

  private static func sentence(_ message: LibraryMessage.Album) -> String {
    switch message {
    case .joined(let title, let count): "joined \(tracks(count)) to the album \(shown(title))"
    case .split(let title, let count):
      "split the album \(shown(title)): its tracks are in \(ShownText.count(count, "album", "albums"))"
    case .turned(let direction, let title, let change):
      "\(direction.done): \(change == .joined ? "join" : "split") the album \(shown(title))"
    case .overtaken(let title):
      "not changed: another program has changed the album \(shown(title)); join or split it again"
    case .titlesDiffer: "not joined: the albums have different titles; join-album TITLE states the one to use"
    case .nothingToJoin: "not joined: mark the albums or tracks that are one album first"
    case .alreadyJoined(let title): "not joined: the tracks are one album already, \(shown(title))"
    case .notSplit(let title):
      "not split: the album \(shown(title)) has one folder and one artist; mark tracks and join them with another title"
    case .noAlbum: "not split: select an album of the library first"
    }
  }

  private static func entries(_ count: Int) -> String { ShownText.count(count, "entry", "entries") }

  private static func words(_ change: PlaylistChange) -> String {
    switch change {
    case .added(let count): "add \(entries(count))"
    case .removed(let count): "remove \(entries(count))"
    case .moved: "move an entry"
    }
  }

  package static func sentence(_ notice: LibraryNotice) -> String {
    switch notice {
    case .recreated(let path, let aside, let recovered):
      return "the library \(path.shown) was damaged: it is now named \(aside.lastComponent.shown), "
        + "and a new one was made\(sentence(recovered)); scan your music again"
    }
  }

  private static func sentence(_ recovered: LibraryRecovery) -> String {
    var kept: [String] = []
    if recovered.tracks > 0 { kept.append("play counts and ratings of \(tracks(recovered.tracks))") }
    if recovered.playlists > 0 {
      kept.append("\(number(recovered.playlists)) playlist\(recovered.playlists == 1 ? "" : "s")")
    }
    let lost = LibraryRecovery.Part.allCases.filter(recovered.incomplete.contains).map(name)
    return (kept.isEmpty ? "" : "; \(kept.joined(separator: " and ")) are kept")
      + (lost.isEmpty ? "" : "; not all \(lost.joined(separator: " and ")) could be read")
  }

  private static func name(_ part: LibraryRecovery.Part) -> String {
    switch part {
    case .folders: "folders"
    case .histories: "play counts and ratings"
    case .playlists: "playlists"
    }
  }

  /// Returns the sentence for a notice; nil if the library shows the change anyway.
  package static func sentence(_ notice: WatchNotice) -> String? {
    switch notice {
    case .updated: nil
    case .watchesRanOut(watched: 0):
      "no folder is watched, changes are seen at the next start: raise fs.inotify.max_user_instances"
    case .watchesRanOut(let watched):
      "only \(watched) folders are watched, changes in others are seen at the next start: "
        + "raise fs.inotify.max_user_watches"
    case .remote(let folder):
      "\(folder.shown) is on a network drive: changes by other computers are seen at the next start"
    case .failed(let error): ErrorText.sentence(error)
    }
  }

  /// Returns the question for a music folder, while the panel that asks it is not shown.
  static func folderQuestion(_ keys: KeyMap) -> String {
    let key = keys.label(.library(.scanFolder)) ?? "scan-folder"
    return "Where is your music? \(key) chooses the folder to scan"
  }

  private static func scanned(_ report: ScanReport) -> String {
    let known = report.files - report.unreadable.count
    let counts = [
      (report.added, "new"), (report.changed, "changed"), (report.moved, "moved"), (report.removed, "gone"),
      (report.away, "away"), (report.unreadable.count, "unreadable"), (report.damaged.count, "damaged"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\(number($0.0)) \($0.1)" }
    let head = report.wasCancelled ? "scan stopped; the tracks read so far are kept" : "scan done"
    return ([head + ": " + tracks(max(known, 0))] + parts).joined(separator: ", ")
  }

  private static func sorted(_ terms: [SearchQuery.SortTerm]) -> String {
    if terms.isEmpty { return "the list is in its default order" }
    let words = terms.map { "\($0.field.rawValue)\($0.isDescending ? ", descending" : "")" }
    return "sorted by \(words.joined(separator: ", then "))"
  }

  private static func shown(_ name: String) -> String { FilePath(name).shown }

  private static func aside(_ away: Int) -> String {
    away > 0 ? "; \(tracks(away)) left out: the drive is not mounted" : ""
  }

  static func tracks(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "track" : "tracks")" }

  /// Returns a number with separators: `1,204`.
  package static func number(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(abs(value)).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (value < 0 ? "−" : "") + String(text.reversed())
  }

  /// Returns `★★★☆☆`; nil without a rating.
  package static func stars(_ rating: TrackRating?) -> String? {
    rating.map { rating in
      let missing = TrackRating.range.upperBound - rating.stars
      return String(repeating: "★", count: rating.stars) + String(repeating: "☆", count: missing)
    }
  }

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
    case .recentlyPlayed: "Recently played"
    case .unrated: "Unrated"
    case .mostPlayed: "Most played"
    case .allTracks: "All tracks"
    case .linked(.genre, _): "Genres"
    case .linked(.artist, _): "Artists"
    case .linked(.album, _): "Albums"
    case .linked(.tracks, _): "Tracks"
    default: "Library"
    }
  }
}
