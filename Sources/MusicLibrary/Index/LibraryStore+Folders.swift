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
  package func addFolder(_ path: FilePath, now: Int64 = LibraryStore.currentTime) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare("INSERT OR IGNORE INTO folders(path, added) VALUES (?1, ?2)")
      statement.bind(1, path)
      statement.bind(2, now)
      try statement.run()
    }
  }

  /// Removes a folder and what is known of the files below it, except for those below another folder of the index.
  /// Ratings and play counts are kept for tracks that come back.
  ///
  /// - Returns: the number of files removed; nil where the index has no such folder.
  @discardableResult
  package func removeFolder(_ folder: FilePath) throws(LibraryError) -> Int? {
    let folders = try folders().map(\.path)
    guard folders.contains(folder) else { return nil }
    let others = folders.filter { $0 != folder }
    func isLeft(_ path: FilePath) -> Bool { !others.contains { path.isBelow($0) } }
    let known = try stamps(under: folder)
    let files = (0..<known.count).map { known.path(at: $0) }.filter(isLeft)
    let sheets = try sheets().map(\.path).filter { $0.isBelow(folder) && isLeft($0) }
    // The folder goes last: where this ends early, it can be done again.
    var changes = ChangeBatch(self)
    for file in files {
      changes.add([.removed(file)])
      try changes.writeWhenDue()
    }
    changes.add(sheets.map { .sheet($0, nil) })
    try changes.write()
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare("DELETE FROM folders WHERE path = ?1")
      statement.bind(1, folder)
      try statement.run()
    }
    try forgetUnused()
    return files.count
  }

  /// In the order of their paths' bytes.
  package func folders() throws(LibraryError) -> [LibraryFolder] {
    try read { connection throws(LibraryError) in
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
  ) throws(LibraryError) {
    try write { connection throws(LibraryError) in
      let statement = try connection.prepare("UPDATE folders SET scanned = ?2 WHERE path = ?1")
      statement.bind(1, path)
      statement.bind(2, now)
      try statement.run()
    }
  }
}
