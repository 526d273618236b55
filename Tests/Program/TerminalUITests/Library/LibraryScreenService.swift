import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

@testable import Librarian

/// Notes what a library controller asks for, and looks up tracks in a list.
@MainActor
final class LibraryScreenService: LibraryServing {
  /// Receives the results.
  weak var controller: LibraryController?
  private(set) var scans: [[FilePath]] = []
  private(set) var opens = 0
  private(set) var trackRequests: [LibraryTracksRequest] = []
  private(set) var rated: [FilePath] = []
  private(set) var ratings: [RatingChange] = []
  private(set) var deleted: [PlaylistName] = []
  private(set) var renamed: [String] = []
  private(set) var albumEdits: [AlbumEdit] = []
  /// The tracks of the queue that were looked up.
  private(set) var lookups: [TrackLocation] = []
  /// Questions that are not answered yet.
  var asked: [LibraryRequest] = []
  private let tracks: [LibraryTrack]
  /// The index whose playlists are changed; nil if changes are only noted.
  var store: LibraryStore?
  private let histories = PlaylistHistories()

  init(_ tracks: [LibraryTrack]) { self.tracks = tracks }

  func open(creating: Bool) { opens += 1 }

  func ask(_ request: LibraryRequest) { asked.append(request) }

  func gather(_ request: LibraryTracksRequest) { trackRequests.append(request) }

  func find(_ location: TrackLocation, for purpose: TrackLookup) {
    controller?.receive(.found(tracks.first { $0.track.location == location }, location, purpose))
  }

  /// Whether lookups of tracks of the queue are answered at once.
  var answersLookups = true

  func findQueued(_ locations: [TrackLocation]) {
    lookups += locations
    if answersLookups { answerLookups(locations) }
  }

  func answerLookups(_ locations: [TrackLocation]) {
    let found = locations.map { location in (location, tracks.first { $0.track.location == location }) }
    controller?.receive(.foundQueued(Dictionary(uniqueKeysWithValues: found)))
  }

  func scan(_ folders: [FilePath]) { scans.append(folders) }

  func rate(_ track: TrackLocation, _ change: RatingChange) {
    rated.append(track.path)
    ratings.append(change)
  }

  func rate(all tracks: [TrackLocation], _ change: RatingChange) {
    rated += tracks.map(\.path)
    ratings.append(change)
  }

  func deletePlaylist(_ playlist: PlaylistName) {
    deleted.append(playlist)
    change { editor throws(LibraryError) in try editor.delete(playlist) }
  }

  func renamePlaylist(_ id: Int64, from old: String, to name: String) { renamed.append("\(old) → \(name)") }

  func listPlaylists() {}
  func stopScan() {}
  func countPlay(_ played: TrackInfo, at time: Int64) {}

  func chooseTracks(
    _ count: Int, matching query: SearchQuery, after played: [TrackLocation], gap: Int,
    deliver: @escaping @Sendable ([QueueAddition]) -> Void
  ) {}

  func add(_ addition: PlaylistAddition, toPlaylist name: String) {}
  func saveQuery(_ query: String, as name: String) {}
  func importPlaylist(_ path: FilePath) {}
  func editPlaylist(_ playlist: PlaylistName, _ edit: PlaylistEdit) {
    change { editor throws(LibraryError) in try editor.apply(edit, to: playlist) }
  }
  func editAlbums(_ edit: AlbumEdit) {
    albumEdits.append(edit)
    guard let store, let report = try? AlbumEditor(store, histories).apply(edit) else { return }
    controller?.receive(report)
  }
  func timeOfPlaylist(_ direction: UndoDirection) -> ChangeTime? { histories.time(of: direction) }
  func turnPlaylist(_ direction: UndoDirection) {
    change { editor throws(LibraryError) in try editor.turnNewest(direction) }
  }

  /// Changes playlists, if there is an index.
  func change(_ body: (PlaylistEditor) throws(LibraryError) -> LibraryReport?) {
    guard let store else { return }
    do throws(LibraryError) {
      if let report = try body(PlaylistEditor(store, histories)) { controller?.receive(report) }
    } catch {
      controller?.receive(.failed(error))
    }
  }
}
