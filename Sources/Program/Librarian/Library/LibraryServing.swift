import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

/// Performs the requests of `LibraryController` on the index, on other threads. Results arrive as `LibraryReport`s.
@MainActor
package protocol LibraryServing: AnyObject {
  /// Opens the index.
  ///
  /// - Parameter creating: whether a missing index is created.
  func open(creating: Bool)

  // MARK: Reading

  func ask(_ request: LibraryRequest)
  func gather(_ request: LibraryTracksRequest)
  func find(_ location: TrackLocation, for purpose: TrackLookup)
  func findQueued(_ locations: [TrackLocation])
  func listPlaylists()
  /// Chooses tracks of a query for the radio: see `LibraryStore.chooseTracks`. `deliver` is called with none if the index
  /// cannot be read, on another thread.
  func chooseTracks(
    _ count: Int, matching query: SearchQuery, after played: [TrackLocation], gap: Int,
    deliver: @escaping @Sendable ([QueueAddition]) -> Void)

  // MARK: Scanning

  /// Scans folders.
  ///
  /// - Parameter folders: empty for the folders of the index.
  func scan(_ folders: [FilePath])
  func stopScan()

  // MARK: Tracks

  func rate(_ track: TrackLocation, _ change: RatingChange)
  /// Gives several tracks the rating that the change makes of that of the first one.
  func rate(all tracks: [TrackLocation], _ change: RatingChange)
  /// Adds a play of a track. `time`: when it began, in seconds since 1970.
  func countPlay(_ played: TrackInfo, at time: Int64)

  // MARK: Albums and playlists

  /// Joins or splits albums.
  func editAlbums(_ edit: AlbumEdit)
  /// Adds to the playlist of a name, which is created if it does not exist.
  func add(_ addition: PlaylistAddition, toPlaylist name: String)
  /// Saves a query as a playlist, unless a playlist of that name exists.
  func saveQuery(_ query: String, as name: String)
  /// Saves a playlist of a folder under its name, unless a playlist of that name exists.
  func importPlaylist(_ path: FilePath)
  func editPlaylist(_ playlist: PlaylistName, _ edit: PlaylistEdit)
  func deletePlaylist(_ playlist: PlaylistName)
  /// Renames a playlist, unless another one has the name.
  func renamePlaylist(_ id: Int64, from old: String, to name: String)
  /// Returns the time at which the change of a playlist or of albums was made that is undone or redone next; nil if there is none.
  func timeOfPlaylist(_ direction: UndoDirection) -> ChangeTime?
  /// Undoes or redoes the newest change of all playlists and albums.
  func turnPlaylist(_ direction: UndoDirection)
}

extension LibraryService: LibraryServing {}

/// A report of the library's threads to the main thread.
package enum LibraryReport: Sendable {
  /// The index was opened.
  case opened(isEmpty: Bool, LibraryNotice?)
  /// There is no index, and it was not to be created.
  case absent
  case failed(LibraryError)
  /// An answer to a request of a list.
  case answer(LibraryAnswer)
  case gathered(LibraryTracksRequest.Result)
  case readFailed(LibraryError)
  case progress(ScanProgress)
  /// A scan that the user started has ended.
  case scanned(ScanReport)
  case watched(WatchNotice)
  /// A track was rated in the player; nil if it is not in the library.
  case rated(LibraryTrack?, former: TrackRating? = nil)
  /// Several tracks were rated in the player; those that are not in the library are left out.
  case ratedAll([RatedTrack])
  /// A change of ratings was undone or redone; tracks that were rated elsewhere meanwhile are left out.
  case ratingsTurned(UndoDirection, [RatedTrack])
  case played(LibraryTrack)
  /// A change could not be written, or was written since.
  case written(FileSaver.Event)
  /// A track was looked up; nil if the index does not have it.
  case found(LibraryTrack?, TrackLocation, TrackLookup)
  /// Tracks of the queue were looked up; nil for a track that the index does not have.
  case foundQueued([TrackLocation: LibraryTrack?])
  /// The playlists of the index have changed, or could not be changed.
  case playlists(LibraryMessage)
  /// Albums were joined or split, or could not be.
  case albums(LibraryMessage.Album)
  /// The entries of a playlist have another order.
  case playlistEdited
  /// All playlists of the index.
  case savedPlaylists([SavedPlaylist])

  /// What becomes of it while others wait for the main thread.
  package var kind: MainThread.Call.Kind { if case .progress = self { .value("scan") } else { .result } }
}

/// A track that was rated, and its former rating.
package struct RatedTrack: Sendable {
  let track: LibraryTrack
  let former: TrackRating?

  package init(_ track: LibraryTrack, former: TrackRating?) { (self.track, self.former) = (track, former) }
}

package enum TrackLookup: Hashable, Sendable {
  /// Shows all tags of the track.
  case details
  /// Selects the track in the list.
  case reveal
}
