import AudioBase
import SystemBase

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

extension Row {
  /// The columns of an entry in the order in which `playlistEntry` reads them.
  static var playlistColumns: String { "path, url, title, artist, duration, start, stop" }

  /// The entry in a row of `playlistColumns`.
  mutating func playlistEntry() -> PlaylistEntry {
    let (path, url): (FilePath?, String) = (optional(), value())
    var entry = PlaylistEntry(path.map { .file($0) } ?? .url(url))
    entry.title = optional()
    entry.artist = optional()
    entry.duration = PlausibleRange.length(optional())
    entry.section = TrackSection(startSeconds: optional(), endSeconds: optional())
    return entry
  }
}
