/// Maintenance that keeps the index fast; results do not depend on it.
extension LibraryStore {
  /// Merges some segments of the full-text index, meant for idle time after a scan; writers wait for a few
  /// milliseconds at most.
  ///
  /// - Returns: whether there is more to merge.
  package func mergeSearch() throws(LibraryError) -> Bool {
    let hasMore = try write { connection throws(LibraryError) in
      let before = connection.totalChanges
      // A negative number merges segments of all sizes (sqlite.org/fts5.html, section 6.9).
      try connection.execute("INSERT INTO grams(grams, rank) VALUES ('merge', -200)")
      return connection.totalChanges - before >= 2
    }
    if !hasMore { try countRuns() }
    return hasMore
  }

  /// Updates the number of tracks that contain each run, if the number of tracks has changed by a quarter or more.
  /// Takes a second for 500,000 tracks; writers wait for some milliseconds.
  private func countRuns() throws(LibraryError) {
    guard let (tracks, counts) = try changedRunCounts() else { return }
    try write { connection throws(LibraryError) in
      try connection.execute("DELETE FROM gram_counts")
      for (run, count) in counts {
        try connection.run("INSERT INTO gram_counts\(row: ["gram": run, "count": count])")
      }
      try Counter.runsCounted.set(tracks, connection)
    }
  }

  /// Counts the tracks that contain each run. Returns nil if the last count is still accurate enough.
  private func changedRunCounts() throws(LibraryError) -> (
    tracks: Int, counts: [(run: String, count: Int64)]
  )? {
    try read { connection throws(LibraryError) in
      let tracks = try connection.trackCount()
      // A damaged index may hold any number.
      let last = try Counter.runsCounted.value(connection)
      let counted = (0...Int64(Int32.max)).contains(last) ? Int(last) : 0
      guard abs(tracks - counted) * 4 > counted else { return nil }
      let least = tracks / NGramFrequencies.finest
      let counts = try connection.all("SELECT term, doc FROM gram_words WHERE doc > \(least)") {
        row -> (run: String, count: Int64)? in (row.value(), row.value())
      }
      return (tracks, counts)
    }
  }

  /// Copies the write-ahead log into the index, as far as no reader needs it.
  package func checkpoint() throws(LibraryError) {
    try withoutTransaction { connection throws(LibraryError) in
      _ = try connection.prepare("PRAGMA wal_checkpoint(PASSIVE)").firstInteger()
    }
  }

  /// Checks every page of the index; takes a second for some hundred megabytes.
  package func isSound() throws(LibraryError) -> Bool {
    try read { connection throws(LibraryError) in
      try connection.first("PRAGMA integrity_check") { $0.value() == "ok" } ?? false
    }
  }

  /// Deletes artists, albums and genres without tracks.
  package func forgetUnused() throws(LibraryError) {
    try write { connection throws(LibraryError) in
      try connection.execute(
        """
        DELETE FROM albums WHERE NOT EXISTS (SELECT 1 FROM tracks WHERE album_id = albums.id);
        DELETE FROM genres WHERE NOT EXISTS (SELECT 1 FROM track_genres WHERE genre = genres.id);
        DELETE FROM artists WHERE id NOT IN (SELECT artist FROM track_artists)
          AND id NOT IN (SELECT owner FROM tracks WHERE owner IS NOT NULL)
          AND id NOT IN (SELECT owner FROM albums)
        """)
      connection.known.forget()
    }
  }
}
