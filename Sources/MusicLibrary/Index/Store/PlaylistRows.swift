import SystemBase

/// The entries of saved playlists, as they follow what they name.
struct PlaylistRows: ~Copyable {
  private let moveFile: Statement
  private let movePart: Statement

  init(_ connection: borrowing Connection) {
    moveFile = connection.keep("UPDATE playlist_entries SET path = ?2 WHERE path = ?1")
    // Where entries begin is kept in seconds, 75 disc frames each; where a part ends, by its track.
    movePart = connection.keep(
      """
      UPDATE playlist_entries SET path = ?2, start = ?4 / 75.0,
        stop = (SELECT t.stop / 75.0 FROM files f JOIN tracks t ON t.id = f.track WHERE f.path = ?5)
      WHERE path = ?1 AND CAST(round(start * 75) AS INTEGER) = ?3
      """)
  }

  /// Of a file the entries that name a part of it too; of a part those that begin where it does.
  ///
  /// - Parameters:
  ///   - from: the former name of a track, or of a file with several.
  ///   - to: its name now.
  func follow(from: IndexName, to: IndexName) throws(LibraryError) {
    guard let old = from.startOfPart, let new = to.startOfPart else {
      moveFile.bind(1, from.file)
      moveFile.bind(2, to.file)
      return try moveFile.run()
    }
    movePart.bind(1, from.file)
    movePart.bind(2, to.file)
    movePart.bind(3, old)
    movePart.bind(4, new)
    movePart.bind(5, to)
    try movePart.run()
  }
}
