import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

package enum LibraryMessage: Hashable, Sendable {
  case failed(LibraryError)
  /// The index was damaged and has been recreated.
  case recreated(LibraryNotice)
  case scanned(ScanReport)
  /// A file that a scan could not read.
  case unreadable(ScanReport.Unreadable)
  /// A folder that a scan could not read.
  case folder(FileError)
  /// Folders that are not watched.
  case watched(WatchNotice)
  /// The queue was replaced by tracks of the library; counts are of tracks.
  ///
  /// - Parameters:
  ///   - leftOut: more than a queue takes at a time.
  ///   - away: on drives that are not mounted.
  ///   - wasEmpty: whether the previous queue had no tracks.
  case queue(count: Int, leftOut: Int, away: Int, wasEmpty: Bool = false)
  case added(count: Int, isNext: Bool, away: Int, leftOut: Int = 0)
  case nothingToAdd
  case away(count: Int)
  case rated(title: String, TrackRating?)
  /// Tracks have this rating now; `isChanged`: at least one had another one before.
  case ratedTracks(count: Int, TrackRating?, isChanged: Bool)
  /// Ratings were undone or redone.
  case ratingsTurned(UndoDirection, count: Int)
  /// Ratings were not undone or redone: the tracks were rated elsewhere, or are no longer in the library.
  case ratingsOvertaken
  case notInLibrary
  case noFolders
  /// The list is sorted by these keys; none: in its default order.
  case sorted([SearchQuery.SortTerm])
  /// There is no sort column, so no direction to reverse.
  case noSortColumn
  /// The list has no tracks or albums.
  case nothingToSort
  /// The entries of a playlist have an order of their own.
  case playlistOrder
  /// There is no track to show or to select.
  case noTrackSelected, nothingPlays
  case playingNotInLibrary
  case playlist(Playlist)
  case album(Album)
  /// There is no filter to save as a query.
  case noQuery
  /// No playlist of a folder is selected or listed.
  case noPlaylistFile
  /// The number of rows of a list that are marked now.
  case marked(count: Int)
  /// The list, or what was found in it, has this many rows, of which none is marked.
  case tooManyToMark(Int)
  /// No row of the list matches a text.
  case nothingMatches(String)
  /// The list is not read yet.
  case stillReading

  package var severity: Severity {
    switch self {
    case .failed, .folder: .error
    case .recreated, .watched, .away, .ratingsOvertaken: .warning
    case .playlist(let message): message.severity
    case .album(let message): message.severity
    case .scanned, .unreadable, .queue, .added, .nothingToAdd, .rated, .ratedTracks, .ratingsTurned,
      .notInLibrary, .noFolders, .sorted, .noSortColumn, .nothingToSort, .playlistOrder, .noTrackSelected,
      .nothingPlays,
      .playingNotInLibrary, .noQuery, .noPlaylistFile, .marked, .tooManyToMark, .nothingMatches,
      .stillReading:
      .info
    }
  }

  /// A message about a playlist of the index, by its name.
  package enum Playlist: Hashable, Sendable {
    /// - Parameter isReplaced: whether a playlist of that name was replaced, and undo restores it.
    case saved(String, isReplaced: Bool = false)
    /// A playlist of a folder was saved in the index; counts are of entries, and of those whose files do not exist.
    case imported(String, count: Int, missing: Int)
    case deleted(String)
    case renamed(from: String, to: String)
    /// A playlist of that name exists and was not replaced.
    case exists(String)
    case appended(String, count: Int)
    /// Entries were removed; at least one.
    case shortened(String, count: Int)
    /// An edit of a playlist was undone or redone.
    case turned(UndoDirection, String, PlaylistChange)
    /// The deletion or the replacement of a playlist was undone or redone.
    case exchanged(UndoDirection, String, PlaylistReplacement)
    /// An edit was not undone or redone: another program has changed the playlist.
    case overtaken(String)
    /// A playlist that is a query has no entries that could be changed, or the playlist was removed.
    case notChanged(String)
    /// Another playlist has the name, or the playlist was removed.
    case notRenamed(to: String)

    var severity: Severity {
      switch self {
      case .saved, .imported(_, _, missing: 0), .deleted, .renamed, .appended, .shortened, .turned,
        .exchanged:
        .info
      case .imported, .exists, .overtaken, .notChanged, .notRenamed: .warning
      }
    }
  }

  /// A message about an album, by its title.
  package enum Album: Hashable, Sendable {
    /// The number of tracks that are one album now.
    case joined(String, count: Int)
    /// The number of albums that the tracks of one belong to now.
    case split(String, albums: Int)
    case turned(UndoDirection, String, AlbumChange)
    /// A change was not undone or redone: another program has changed the album.
    case overtaken(String)
    /// The albums have different titles, and none was given.
    case titlesDiffer
    /// There are fewer than two tracks.
    case nothingToJoin
    case alreadyJoined(String)
    /// The album was not joined, and has one folder and one artist.
    case notSplit(String)
    /// No album is selected.
    case noAlbum

    var severity: Severity {
      switch self {
      case .joined, .split, .turned: .info
      case .overtaken, .titlesDiffer, .nothingToJoin, .alreadyJoined, .notSplit, .noAlbum: .warning
      }
    }
  }
}
