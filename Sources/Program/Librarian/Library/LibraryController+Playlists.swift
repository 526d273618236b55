import AudioBase
import MusicLibrary
import Player
import SystemBase

extension LibraryController {
  /// Returns the time at which the change of a playlist was made that is undone or redone next; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? { service.timeOfPlaylist(direction) }

  /// Undoes or redoes the newest change of all playlists.
  package func turn(_ direction: UndoDirection) {
    lists?.receive(.turned)
    service.turnPlaylist(direction)
  }

  /// Replaces the queue by a playlist and plays it.
  package func play(_ playlist: PlaylistName) {
    let place = LibraryPlace.playlist(playlist.id, name: playlist.name)
    service.gather(LibraryTracksRequest(.replace, [.place(LibraryRow(place))]))
  }

  /// Requests the playlists of the index, if another program follows them.
  func listPlaylists() {
    if followsPlaylists, stage == .ready { service.listPlaylists() }
  }

  package func delete(_ playlist: PlaylistName) { service.deletePlaylist(playlist) }

  package func rename(_ playlist: PlaylistName, to name: String) {
    service.renamePlaylist(playlist.id, from: playlist.name, to: name)
  }

  /// Adds tracks at the end of a playlist.
  package func add(_ tracks: [QueueItem], to playlist: String) {
    guard !tracks.isEmpty else { return notify(.nothingToAdd) }
    let entries = tracks.map { item in
      var entry = PlaylistEntry(.file(located(item.location).path))
      (entry.title, entry.artist, entry.duration) = (item.title, item.artist, item.duration)
      entry.section = item.location.section
      return entry
    }
    service.add(.entries(entries), toPlaylist: playlist)
  }
}
