import AudioBase

/// The columns of `playlist_entries`.
enum EntryColumn: Int32, SQLColumns {
  case playlist, position, path, url, title, artist, duration, start, stop
}

extension Connection {
  /// Updates the playlist entries of a file, including those of its parts; or the entries that begin where a part
  /// does.
  ///
  /// - Parameters:
  ///   - from: the former name of a track or of a file with several tracks.
  ///   - to: the new name.
  func updateEntries(from: IndexName, to: IndexName) throws(LibraryError) {
    guard let old = from.startOfPart, let new = to.startOfPart else {
      return try run("UPDATE playlist_entries SET path = \(to.file) WHERE path = \(from.file)")
    }
    // The start of an entry is stored in seconds, 75 disc frames each; the end of a part is stored with its
    // track.
    try run(
      """
      UPDATE playlist_entries SET path = \(to.file), start = \(new) / 75.0,
        stop = (SELECT t.stop / 75.0 FROM files f JOIN tracks t ON t.id = f.track WHERE f.path = \(to))
      WHERE path = \(from.file) AND CAST(round(start * 75) AS INTEGER) = \(old)
      """)
  }
}

extension Statement {
  /// The entry in a row of `EntryColumn`.
  var playlistEntry: PlaylistEntry {
    var entry = PlaylistEntry(
      isNull(EntryColumn.path) ? .url(text(EntryColumn.url) ?? "") : .file(path(EntryColumn.path)))
    entry.title = text(EntryColumn.title)
    entry.artist = text(EntryColumn.artist)
    entry.duration = PlausibleRange.length(optionalDouble(EntryColumn.duration))
    entry.section = TrackSection(
      startSeconds: optionalDouble(EntryColumn.start), endSeconds: optionalDouble(EntryColumn.stop))
    return entry
  }
}
