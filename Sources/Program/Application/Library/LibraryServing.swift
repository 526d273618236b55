import AudioBase
import MusicLibrary
import SystemBase

/// Performs the requests of `LibraryController` on the index, on other threads. Results arrive through
/// `LibraryController.receive(_:)`.
@MainActor
package protocol LibraryServing: AnyObject {
  /// Opens the index.
  ///
  /// - Parameter creating: whether a missing index is created.
  func open(creating: Bool)

  // MARK: Reading

  func ask(_ request: LibraryRequest)
  func gather(_ request: LibraryTracksRequest)
  /// Looks up a track.
  func find(_ location: TrackLocation, for purpose: TrackLookup)
  /// Looks up tracks of the queue.
  func findQueued(_ locations: [TrackLocation])
  func listPlaylists()

  // MARK: Scanning

  /// Scans folders.
  ///
  /// - Parameter folders: empty for the folders of the index.
  func scan(_ folders: [FilePath])
  func stopScan()

  // MARK: Tracks

  func rate(_ track: TrackLocation, _ change: RatingChange)
  func countPlay(_ played: TrackLocation)

  // MARK: Playlists

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
  /// Returns the time at which the change of a playlist was made that is undone or redone next; nil if there is none.
  func timeOfPlaylist(_ direction: UndoDirection) -> ChangeTime?
  /// Undoes or redoes the newest change of all playlists.
  func turnPlaylist(_ direction: UndoDirection)
}

extension LibraryService: LibraryServing {}
