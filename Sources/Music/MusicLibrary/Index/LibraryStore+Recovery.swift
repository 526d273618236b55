import SystemBase

/// Recovers from a damaged index what no scan can find again.
extension LibraryStore {
  /// Copies the folders, the histories of the tracks and the playlists of a damaged index into this one.
  ///
  /// Histories are stored like those of files that no longer exist: the next scan restores them.
  func recover(from damaged: FilePath) throws(LibraryError) -> LibraryRecovery {
    var source = try DamagedIndex(damaged)
    let (folders, histories, playlists) = (source.folders(), source.histories(), source.playlists())
    try write { connection throws(LibraryError) in
      for folder in folders {
        try connection.run("INSERT OR IGNORE INTO folders\(row: ["path": folder, "added": 0])")
      }
      for history in histories { try connection.storeHistory(history) }
    }
    var names: Set<String> = []
    for playlist in playlists { try save(playlist, &names) }
    return LibraryRecovery(
      tracks: histories.count { $0.rating != nil || $0.playCount > 0 }, playlists: playlists.count,
      incomplete: source.incomplete)
  }

  /// Saves a playlist under its name, with a number if another one has that name.
  private func save(_ playlist: DamagedIndex.RecoveredPlaylist, _ names: inout Set<String>)
    throws(LibraryError)
  {
    var name = playlist.name
    var number = 1
    while !names.insert(name).inserted {
      number += 1
      name = "\(playlist.name) \(number)"
    }
    if let query = playlist.query {
      try savePlaylist(name, query: query)
    } else {
      try savePlaylist(name, playlist.entries)
    }
  }
}
