import SystemBase

/// A folder that the user has added to the index.
package struct LibraryFolder: Hashable, Sendable {
  package var path: FilePath
  /// Seconds since 1970; nil if no scan of the folder has finished yet.
  package var lastScan: Int64?
  /// Whether its drive is not mounted.
  package var isAway: Bool
}

/// The folders of the index.
extension LibraryStore {
  /// Adds a folder; does nothing if the index already has it.
  package func addFolder(_ path: FilePath, now: Int64 = Int64(Timestamp.now)) throws(LibraryError) {
    try run("INSERT OR IGNORE INTO folders\(row: ["path": path, "added": now])")
  }

  /// Removes a folder and the files below it, except for those below another folder of the index. Ratings and
  /// play counts are kept in case the tracks are added again.
  ///
  /// - Returns: the number of files removed; nil if the index does not have the folder.
  @discardableResult
  package func removeFolder(_ folder: FilePath) throws(LibraryError) -> Int? {
    let found = try read { connection throws(LibraryError) in try connection.content(ofFolder: folder) }
    guard let found else { return nil }
    // The folder is removed last, so that a removal that fails can be repeated.
    var changes = ChangeBatch(self)
    for file in found.files {
      changes.add([.removed(file)])
      try changes.writeWhenDue()
    }
    changes.add(found.sheets.map { .sheet($0, nil) })
    try changes.write()
    try run("DELETE FROM folders WHERE path = \(folder)")
    try forgetUnused()
    return found.files.count
  }

  /// Returns the folders of the index in the order of their paths' bytes.
  package func folders() throws(LibraryError) -> [LibraryFolder] {
    try read { connection throws(LibraryError) in try connection.folders() }
  }

  func folderWasScanned(_ path: FilePath, now: Int64 = Int64(Timestamp.now)) throws(LibraryError) {
    try run("UPDATE folders SET scanned = \(now) WHERE path = \(path)")
  }
}

extension Connection {
  /// Returns the files and CUE sheets that are below a folder and below no other folder of the index; nil if
  /// the index does not have the folder.
  fileprivate func content(
    ofFolder folder: FilePath
  ) throws(LibraryError) -> (files: [FilePath], sheets: [FilePath])? {
    let folders = try folders().map(\.path)
    guard folders.contains(folder) else { return nil }
    let others = folders.filter { $0 != folder }
    func isOwn(_ path: FilePath) -> Bool { !others.contains { path.isBelow($0) } }
    let known = try stamps(under: folder)
    let files = (0..<known.count).map { known.path(at: $0) }.filter(isOwn)
    return (files, try sheets().map(\.path).filter { $0.isBelow(folder) && isOwn($0) })
  }

  fileprivate func folders() throws(LibraryError) -> [LibraryFolder] {
    try all("SELECT path, scanned, away FROM folders ORDER BY path") { row in
      let folder = LibraryFolder(path: row.value(), lastScan: row.time(), isAway: row.value())
      // Only in a damaged index: an empty path would contain everything.
      return folder.path.isAbsolute ? folder : nil
    }
  }
}
