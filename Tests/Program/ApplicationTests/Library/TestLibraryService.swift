import AudioBase
import MusicQuery
import Player
import Playlists
import SystemBase

@testable import Librarian
@testable import MusicLibrary

/// Changes and looks up a real index at once, and leaves the questions of lists to the test.
@MainActor
final class TestLibraryService: LibraryServing {
  /// Receives the results.
  weak var controller: LibraryController?
  private(set) var scans: [[FilePath]] = []
  private(set) var stops = 0
  private(set) var opens = 0
  /// Questions that are not answered yet.
  var waiting: [LibraryRequest] = []
  var trackRequests: [LibraryTracksRequest] = []
  /// The tracks that were looked up for the queue and for playlists.
  private(set) var lookups: [TrackLocation] = []
  private(set) var plays: [(track: TrackInfo, time: Int64)] = []
  /// The tracks after which the radio has asked for others.
  private(set) var radioRequests: [[TrackLocation]] = []
  private var radioNumbers = SeededGenerator(seed: 7)
  private let store: LibraryStore
  private let histories = PlaylistHistories()
  private var editor: PlaylistEditor { PlaylistEditor(store, histories) }

  init(_ store: LibraryStore) { self.store = store }

  private func receive(_ body: () throws(LibraryError) -> LibraryReport) {
    do throws(LibraryError) {
      controller?.receive(try body())
    } catch {
      controller?.receive(.failed(error))
    }
  }

  func open(creating: Bool) { opens += 1 }

  func ask(_ request: LibraryRequest) { waiting.append(request) }

  func gather(_ request: LibraryTracksRequest) { trackRequests.append(request) }

  func find(_ location: TrackLocation, for purpose: TrackLookup) {
    controller?.receive(.found(try? store.track(at: location), location, purpose))
  }

  func findQueued(_ locations: [TrackLocation]) {
    lookups += locations
    let found = locations.map { ($0, try? store.track(at: $0)) }
    controller?.receive(.foundQueued(Dictionary(uniqueKeysWithValues: found)))
  }

  func listPlaylists() {}

  func scan(_ folders: [FilePath]) { scans.append(folders) }

  func stopScan() { stops += 1 }

  func rate(_ track: TrackLocation, _ change: RatingChange) {}
  func rate(all tracks: [TrackLocation], _ change: RatingChange) {}

  func countPlay(_ played: TrackInfo, at time: Int64) { plays.append((played, time)) }

  func chooseTracks(
    _ count: Int, matching query: SearchQuery, after played: [TrackLocation], gap: Int,
    deliver: @escaping @Sendable ([QueueAddition]) -> Void
  ) {
    radioRequests.append(played)
    let chosen = try? store.chooseTracks(
      count, matching: query, after: played, gap: gap, using: &radioNumbers)
    deliver((chosen ?? []).map { QueueAddition($0.track) })
  }

  func add(_ addition: PlaylistAddition, toPlaylist name: String) {
    receive { () throws(LibraryError) in try editor.add(addition, to: name) }
  }

  /// Saves a playlist and replaces one of its name, as the queue does.
  func save(_ entries: [PlaylistEntry], as name: String) {
    receive { () throws(LibraryError) in try editor.save(entries, as: name, at: .now()) }
  }

  func saveQuery(_ query: String, as name: String) {
    receive { () throws(LibraryError) in try editor.save(query: query, as: name) }
  }

  func importPlaylist(_ path: FilePath) {
    guard let playlist = try? PlaylistReader().read(path) else { return }
    receive { () throws(LibraryError) in try editor.add(playlist, from: path) }
  }

  func editPlaylist(_ playlist: PlaylistName, _ edit: PlaylistEdit) {
    receive { () throws(LibraryError) in try editor.apply(edit, to: playlist) }
  }

  func deletePlaylist(_ playlist: PlaylistName) {
    receive { () throws(LibraryError) in try editor.delete(playlist) }
  }

  func renamePlaylist(_ id: Int64, from old: String, to name: String) {}

  func editAlbums(_ edit: AlbumEdit) {
    receive { () throws(LibraryError) in try AlbumEditor(store, histories).apply(edit) }
  }

  func timeOfPlaylist(_ direction: UndoDirection) -> ChangeTime? { histories.time(of: direction) }

  func turnPlaylist(_ direction: UndoDirection) {
    receive { () throws(LibraryError) in try editor.turnNewest(direction) ?? .playlistEdited }
  }
}
