import AudioBase

/// The columns of `playlist_entries`.
enum EntryColumn: Int32, SQLColumns {
  case playlist, position, path, url, title, artist, duration, start, stop
}

/// Reads the entries of saved playlists, and updates them when files and parts move.
struct PlaylistRows: ~Copyable {
  private let moveFile: Statement
  private let movePart: Statement

  private enum Parameter: Int32, SQLParameters { case from, to, oldStart, newStart, name }

  init(_ connection: borrowing Connection) {
    moveFile = connection.prepareReusable(
      "UPDATE playlist_entries SET path = \(Parameter.to.parameter) WHERE path = \(Parameter.from.parameter)")
    // The start of an entry is stored in seconds, 75 disc frames each; the end of a part is stored with its
    // track.
    movePart = connection.prepareReusable(
      """
      UPDATE playlist_entries SET path = \(Parameter.to.parameter), start = \(Parameter.newStart.parameter) / 75.0,
        stop = (
          SELECT t.stop / 75.0 FROM files f JOIN tracks t ON t.id = f.track
          WHERE f.path = \(Parameter.name.parameter))
      WHERE path = \(Parameter.from.parameter)
        AND CAST(round(start * 75) AS INTEGER) = \(Parameter.oldStart.parameter)
      """)
  }

  /// Updates the entries of a file, including those of its parts; or the entries that begin where a part
  /// does.
  ///
  /// - Parameters:
  ///   - from: the former name of a track or of a file with several tracks.
  ///   - to: the new name.
  func follow(from: IndexName, to: IndexName) throws(LibraryError) {
    guard let old = from.startOfPart, let new = to.startOfPart else {
      moveFile.bind(Parameter.from, from.file)
      moveFile.bind(Parameter.to, to.file)
      return try moveFile.run()
    }
    movePart.bind(Parameter.from, from.file)
    movePart.bind(Parameter.to, to.file)
    movePart.bind(Parameter.oldStart, old)
    movePart.bind(Parameter.newStart, new)
    movePart.bind(Parameter.name, to)
    try movePart.run()
  }

  /// Returns the entry in a row of `EntryColumn`.
  static func entry(_ row: borrowing Statement) -> PlaylistEntry {
    var entry = PlaylistEntry(
      row.isNull(EntryColumn.path)
        ? .url(row.text(EntryColumn.url) ?? "") : .file(row.path(EntryColumn.path)))
    entry.title = row.text(EntryColumn.title)
    entry.artist = row.text(EntryColumn.artist)
    entry.duration = PlausibleRange.length(row.optionalDouble(EntryColumn.duration))
    entry.section = TrackSection(
      startSeconds: row.optionalDouble(EntryColumn.start),
      endSeconds: row.optionalDouble(EntryColumn.stop))
    return entry
  }
}
