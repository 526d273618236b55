import SystemBase

/// Marks what lies below a folder as away, or as back.
struct AwayRows: ~Copyable {
  private let tracks: Statement
  private let folders: Statement

  init(_ connection: borrowing Connection) {
    tracks = connection.keep(
      """
      UPDATE tracks SET away = ?3 WHERE away <> ?3 AND id IN (
        SELECT track FROM files WHERE path >= ?1 AND path < ?2 AND track IS NOT NULL)
      """)
    folders = connection.keep(
      "UPDATE folders SET away = ?3 WHERE path = ?4 OR (path >= ?1 AND path < ?2)")
  }

  func set(_ folder: FilePath, _ isAway: Bool) throws(LibraryError) {
    try run(tracks, below: folder, isAway)
    folders.bind(4, folder)
    try run(folders, below: folder, isAway)
  }

  private func run(
    _ statement: borrowing Statement, below folder: FilePath, _ isAway: Bool
  ) throws(LibraryError) {
    let range = PathRange(below: folder)
    statement.bind(1, range.from)
    statement.bind(2, range.to)
    statement.bind(3, isAway ? 1 : 0)
    try statement.run()
  }
}
