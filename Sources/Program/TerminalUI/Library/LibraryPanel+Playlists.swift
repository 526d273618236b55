import Application
import Librarian
import MusicLibrary
import MusicQuery
import Player

/// Playlists that are selected or listed.
extension LibraryPanel {
  /// The selected playlist of the index; nil if another row is selected.
  package var selectedPlaylist: PlaylistName? {
    if case .place(let row)? = browser.level.selected { row.place.playlist } else { nil }
  }

  /// Whether the entries of a playlist are listed, not those that a query finds.
  var listsEntries: Bool { if case .entry? = browser.level.selected { true } else { false } }

  /// The playlist whose entries are listed; nil in another list, and in a playlist that is a query.
  private var openPlaylist: PlaylistName? {
    browser.level.isCurrent && listsEntries ? browser.level.place.playlist : nil
  }

  /// The commands that act on the selected playlist, or on the selected entry of the open one.
  var playlistCommands: [Command] {
    if selectedPlaylist != nil { return [.library(.renamePlaylist)] }
    return openPlaylist == nil ? [] : [.library(.entryUp), .library(.entryDown)]
  }

  /// Saves the selected playlist of a folder, or the listed one, in the index.
  package func importPlaylist() {
    if case .place(let row)? = browser.level.selected, case .playlistFile(let path) = row.place {
      controller.service.importPlaylist(path)
    } else if case .playlistFile(let path) = browser.level.place {
      controller.service.importPlaylist(path)
    } else {
      notify(.noPlaylistFile)
    }
  }

  /// Removes the marked entries of the open playlist, or the selected one.
  ///
  /// - Returns: false if no playlist is open.
  package func removeEntries() -> Bool {
    guard let playlist = openPlaylist else { return false }
    let entries = browser.chosen.compactMap(\.indexedEntry)
    change { $0.clearMarks() }
    controller.service.editPlaylist(playlist, .remove(entries))
    return true
  }

  /// Moves the marked entries of the open playlist as one block, or the selected one, unless a filter hides those around
  /// them.
  ///
  /// - Returns: false if no playlist is open.
  package func moveEntries(_ move: BlockMove) -> Bool {
    guard let playlist = openPlaylist else { return false }
    let level = browser.level
    let entries = level.chosen.compactMap(\.indexedEntry)
    let indices = entries.map(\.index)
    guard level.filter.isEmpty, !indices.isEmpty else { return true }
    let place = move.place(of: indices, count: level.count)
    if indices == Array(place..<(place + indices.count)) { return true }
    controller.service.editPlaylist(playlist, .move(entries, to: place))
    let selectsLast = move == .down || move == .end
    change { $0.change { $0.moveEntries(indices, to: place, selectsLast: selectsLast) } }
    return true
  }

  /// Adds the marked rows or the selected one at the end of a playlist, which is created if it does not exist.
  package func add(to playlist: String) {
    let items = browser.chosen
    guard !items.isEmpty else { return notify(.nothingToAdd) }
    controller.service.add(.items(items), toPlaylist: playlist)
    change { $0.clearMarks() }
  }

  /// Whether the selected row is an entry of a playlist of which the index was asked for the first time and has not answered.
  package var awaitsSelectedEntry: Bool {
    guard case .entry(_, let entry)? = browser.level.selected, let track = entry.track else { return false }
    return controller.awaits(track)
  }

  /// The filter as a query of tracks; nil if there is no filter, or if it is not a query of tracks.
  package var queryToSave: String? {
    let level = browser.level
    guard !level.filter.isEmpty, level.place == .root || level.place == .allTracks,
      (try? SearchQuery(parsing: level.filter)) != nil
    else { return nil }
    return level.filter
  }

  package func saveQuery(as name: String) {
    guard let query = queryToSave else { return notify(.noQuery) }
    controller.service.saveQuery(query, as: name)
  }
}

extension LibraryPlace {
  fileprivate var playlist: PlaylistName? {
    if case .playlist(let id, let name) = self { PlaylistName(id: id, name: name) } else { nil }
  }
}

extension LibraryListing.Item {
  fileprivate var indexedEntry: PlaylistEdit.Entry? {
    guard case .entry(let index, let entry) = self else { return nil }
    return PlaylistEdit.Entry(index: index, location: entry.location)
  }
}
