import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

/// Changes of the playlists of the index.
extension LibraryController {
  /// The selected playlist of the index; nil if another row is selected.
  var selectedPlaylist: PlaylistName? {
    guard case .place(let row)? = browser.level.selected, case .playlist(let id, let name) = row.place else {
      return nil
    }
    return PlaylistName(id: id, name: name)
  }

  /// Whether the entries of a playlist are listed, not those that a query finds.
  private var listsEntries: Bool { if case .entry? = browser.level.selected { true } else { false } }

  /// The playlist whose entries are listed; nil in another list, and in a playlist that is a query.
  private var openPlaylist: PlaylistName? {
    guard browser.level.isCurrent, listsEntries, case .playlist(let id, let name) = browser.level.place else {
      return nil
    }
    return PlaylistName(id: id, name: name)
  }

  /// Saves the selected playlist of a folder, or the listed one, in the index.
  func importPlaylist() {
    if case .place(let row)? = browser.level.selected, case .playlistFile(let path) = row.place {
      service.importPlaylist(path)
    } else if case .playlistFile(let path) = browser.level.place {
      service.importPlaylist(path)
    } else {
      notify(.noPlaylistFile)
    }
  }

  /// Returns the time at which the change of a playlist was made that is undone or redone next; nil if there is none.
  func time(of direction: UndoDirection) -> ChangeTime? { service.timeOfPlaylist(direction) }

  /// Undoes or redoes the newest change of all playlists.
  func turn(_ direction: UndoDirection) {
    if listsEntries { change { $0.clearMarks() } }
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

  /// Removes the marked entries of the open playlist, or the selected one.
  ///
  /// - Returns: false if no playlist is open.
  func removeEntries() -> Bool {
    guard let playlist = openPlaylist else { return false }
    let entries = browser.chosen.compactMap(\.indexedEntry)
    change { $0.clearMarks() }
    service.editPlaylist(playlist, .remove(entries))
    return true
  }

  /// Moves the selected entry of the open playlist, unless a filter hides the entries around it.
  ///
  /// - Returns: false if no playlist is open.
  func moveEntry(by rows: Int) -> Bool {
    guard let playlist = openPlaylist else { return false }
    guard browser.level.filter.isEmpty, let entry = browser.level.selected?.indexedEntry else { return true }
    let place = entry.index + rows
    guard place >= 0, place < browser.level.count else { return true }
    change { $0.clearMarks() }
    service.editPlaylist(playlist, .move([entry], to: place))
    change { $0.moveEntry(from: entry.index, to: place) }
    return true
  }

  /// Adds the marked rows or the selected one at the end of a playlist, which is created if it does not exist.
  func add(to playlist: String) {
    let items = browser.chosen
    guard !items.isEmpty else { return notify(.nothingToAdd) }
    service.add(.items(items), toPlaylist: playlist)
    change { $0.clearMarks() }
  }

  /// Adds tracks at the end of a playlist.
  func add(_ tracks: [QueueItem], to playlist: String) {
    guard !tracks.isEmpty else { return notify(.nothingToAdd) }
    let entries = tracks.map { item in
      var entry = PlaylistEntry(.file(located(item.location).path))
      (entry.title, entry.artist, entry.duration) = (item.title, item.artist, item.duration)
      entry.section = item.location.section
      return entry
    }
    service.add(.entries(entries), toPlaylist: playlist)
  }

  /// The filter as a query of tracks; nil if there is no filter, or if it is not a query of tracks.
  var queryToSave: String? {
    let level = browser.level
    guard !level.filter.isEmpty, level.place == .root || level.place == .allTracks,
      (try? SearchQuery(parsing: level.filter)) != nil
    else { return nil }
    return level.filter
  }

  /// Saves the filter as a playlist.
  func saveQuery(as name: String) {
    guard let query = queryToSave else { return notify(.noQuery) }
    service.saveQuery(query, as: name)
  }
}

extension LibraryListing.Item {
  fileprivate var indexedEntry: PlaylistEdit.Entry? {
    guard case .entry(let index, let entry) = self else { return nil }
    return PlaylistEdit.Entry(index: index, location: entry.location)
  }
}
