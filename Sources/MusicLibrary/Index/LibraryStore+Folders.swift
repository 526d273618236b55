import SystemBase

/// A folder that the user has once had scanned.
package struct LibraryFolder: Hashable, Sendable {
  package var path: FilePath
  /// Seconds since 1970; nil while no scan of it has come to its end.
  package var lastScan: Int64?
  /// Its drive is not mounted.
  package var isAway: Bool
}

/// The folders that are remembered and watched.
extension LibraryStore {
  /// Remembers a folder; one that is known stays as it is.
  package func addFolder(_ path: FilePath, now: Int64 = LibraryStore.currentTime) throws(FileError) {
    try write { connection throws(FileError) in
      let statement = try connection.prepare("INSERT OR IGNORE INTO folders(path, added) VALUES (?1, ?2)")
      statement.bind(1, path)
      statement.bind(2, now)
      try statement.run()
    }
  }

  /// Forgets a folder; its tracks stay until changes remove them.
  package func removeFolder(_ path: FilePath) throws(FileError) {
    try write { connection throws(FileError) in
      let statement = try connection.prepare("DELETE FROM folders WHERE path = ?1")
      statement.bind(1, path)
      try statement.run()
    }
  }

  /// In the order of their paths' bytes.
  package func folders() throws(FileError) -> [LibraryFolder] {
    try read { connection throws(FileError) in
      let statement = try connection.prepare("SELECT path, scanned, away FROM folders ORDER BY path")
      var folders: [LibraryFolder] = []
      while try statement.step() {
        let path = statement.path(0)
        // Of a damaged index: below an empty path lies everything.
        guard path.isAbsolute else { continue }
        let lastScan = statement.integer(1, in: LibraryTrack.times).map(Int64.init)
        folders.append(LibraryFolder(path: path, lastScan: lastScan, isAway: statement.integer(2) != 0))
      }
      return folders
    }
  }

  /// A scan of the folder has come to its end.
  package func folderWasScanned(
    _ path: FilePath, now: Int64 = LibraryStore.currentTime
  ) throws(FileError) {
    try write { connection throws(FileError) in
      let statement = try connection.prepare("UPDATE folders SET scanned = ?2 WHERE path = ?1")
      statement.bind(1, path)
      statement.bind(2, now)
      try statement.run()
    }
  }
}
