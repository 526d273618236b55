import SystemBase

/// What keeps the index fast; nothing depends on it.
extension LibraryStore {
  /// Merges some of the search table's parts, for a moment of rest behind a scan; writers wait for a few
  /// milliseconds at most.
  ///
  /// - Returns: whether there is more to merge.
  package func mergeSearch() throws(LibraryError) -> Bool {
    let hasMore = try write { connection throws(LibraryError) in
      let before = connection.totalChanges
      // A negative number merges parts of all sizes (sqlite.org/fts5.html, section 6.9).
      try connection.execute("INSERT INTO grams(grams, rank) VALUES ('merge', -200)")
      return connection.totalChanges - before >= 2
    }
    if !hasMore { try countRuns() }
    return hasMore
  }

  /// Counts how many tracks hold each run, where that has changed by a quarter or more: a second for 500,000 tracks.
  /// It reads for that long; writers wait for some milliseconds.
  private func countRuns() throws(LibraryError) {
    let (tracks, counted) = (try trackCount(), try countedRuns())
    guard abs(tracks - counted) * 4 > counted else { return }
    let counts = try runCounts(atLeast: tracks / RunRarity.finest)
    try write { connection throws(LibraryError) in
      try connection.execute("DELETE FROM gram_counts")
      let put = connection.keep("INSERT INTO gram_counts(gram, count) VALUES (?1, ?2)")
      for (run, count) in counts {
        put.bind(1, run)
        put.bind(2, count)
        try put.run()
      }
      let done = try connection.prepare("UPDATE counters SET value = ?2 WHERE name = ?1")
      done.bind(1, RunRarity.total)
      done.bind(2, tracks)
      try done.run()
    }
  }

  private func countedRuns() throws(LibraryError) -> Int {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT value FROM counters WHERE name = ?1")
      statement.bind(1, RunRarity.total)
      return try statement.first { $0.integer(0, in: 0...Int(Int32.max)) ?? 0 } ?? 0
    }
  }

  private func runCounts(atLeast least: Int) throws(LibraryError) -> [(run: String, count: Int64)] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT term, doc FROM gram_words WHERE doc > ?1")
      statement.bind(1, least)
      var counts: [(run: String, count: Int64)] = []
      while try statement.step() { counts.append((statement.text(0) ?? "", statement.integer(1))) }
      return counts
    }
  }

  /// Writes the log back into the index, as far as no reader needs it.
  package func checkpoint() throws(LibraryError) {
    try unguarded { connection throws(LibraryError) in
      _ = try connection.prepare("PRAGMA wal_checkpoint(PASSIVE)").first { $0.integer(0) }
    }
  }

  /// Whether every page of the index is as it should be: a second for some hundred megabytes.
  package func isSound() throws(LibraryError) -> Bool {
    try read { connection throws(LibraryError) in
      try connection.prepare("PRAGMA integrity_check").first { $0.text(0) == "ok" } ?? false
    }
  }

  /// Forgets artists, albums and genres that no track has any more.
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
    }
  }
}
