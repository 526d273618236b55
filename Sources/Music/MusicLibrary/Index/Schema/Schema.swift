/// The tables of the index.
///
/// Paths are BLOBs, since they are bytes and not text. Times are seconds since 1970. Lists in a text are
/// separated by U+001F.
enum Schema {
  /// The version that `user_version` states. Version 11 had the folder first in identities of albums; version 10 had no listens,
  /// groups and choices of albums either; lower ones belong to programs that were never released.
  static let version = 12

  static let tables =
    files + tracks + albumGroups + otherTags + names + lists + search + counts + history + listens

  /// `files` has the stamps by which a scan detects changes, ordered by path so that the files of a folder
  /// are adjacent. A row has either a track or the reason why the file cannot be read; `reader` is the version of the tag
  /// reader. The parts of a file have rows with size −1; the row of the file itself then has neither track nor reason.
  /// `sheets` has the CUE sheets that were read.
  private static let files = """
    CREATE TABLE files(
      path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL,
      device INTEGER NOT NULL, track INTEGER, reason TEXT, reader INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX files_unreadable ON files(path) WHERE track IS NULL;
    CREATE INDEX files_reason ON files(path) WHERE reason IS NOT NULL;
    CREATE TABLE sheets(path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE folders(
      path BLOB PRIMARY KEY, added INTEGER NOT NULL, scanned INTEGER, away INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """

  /// Tags are stored as in the file; `owner`, `album_id` and the tables of `names` are for browsing.
  ///
  /// - `stop`: the end of a part of a file in disc frames; see `IndexName` for its start.
  /// - `side`: the side of a record in the track's number, compared without case.
  /// - `damage`: what is wrong with the sound of the file.
  /// - `file_rating`: the rating of the file when it was last read: 0 if it had none.
  /// - `album_group`: see `AlbumGroup`.
  /// - `album_choice`: see `AlbumChoice`; NULL for an album by the rule. It is kept when the file is read again.
  /// - `loudness`: measured gains of files without gains in their tags.
  /// - `tempi`: found tempi of files without a tempo in their tags; NULL where the sound has no regular beat.
  /// - The counter `order` is increased by each change that may affect the default order.
  private static let tracks = """
    CREATE TABLE tracks(
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, title TEXT, artist TEXT, artists TEXT, album TEXT,
      album_artist TEXT, track_number INTEGER, track_total INTEGER, disc_number INTEGER, disc_total INTEGER,
      date TEXT, year INTEGER, genre TEXT, genres TEXT, bpm REAL, compilation INTEGER NOT NULL,
      duration REAL, sample_rate INTEGER, channels INTEGER, bits INTEGER, codec TEXT, bitrate INTEGER,
      track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL,
      pictures TEXT, kind INTEGER NOT NULL, owner INTEGER, album_id INTEGER, key BLOB,
      away INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL, rating INTEGER, plays INTEGER NOT NULL DEFAULT 0,
      last_played INTEGER, stop INTEGER, side TEXT COLLATE NOCASE, damage TEXT, file_rating INTEGER,
      album_group INTEGER, album_choice TEXT
    );
    CREATE INDEX tracks_album ON tracks(album_id);
    CREATE INDEX tracks_added ON tracks(added);
    CREATE INDEX tracks_key ON tracks(key) WHERE key IS NOT NULL;
    CREATE INDEX tracks_plays ON tracks(plays) WHERE plays > 0;
    CREATE INDEX tracks_damage ON tracks(id) WHERE damage IS NOT NULL;
    CREATE INDEX tracks_kind ON tracks(kind) WHERE kind > 0;
    CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counters VALUES ('order', 0);
    CREATE TABLE musicbrainz(
      track INTEGER PRIMARY KEY, recording TEXT, release_track TEXT, release TEXT, release_group TEXT, artists TEXT,
      album_artists TEXT
    );
    CREATE TABLE loudness(
      track INTEGER PRIMARY KEY, track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL
    );
    CREATE TABLE tempi(track INTEGER PRIMARY KEY, bpm REAL, confidence REAL);
    CREATE TABLE pictures(
      id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, bytes INTEGER NOT NULL, mime TEXT, width INTEGER, height INTEGER,
      UNIQUE(hash, bytes)
    );
    """

  private static let albumGroups = "CREATE INDEX tracks_group ON tracks(album_group);"

  /// The columns that version 10 did not have, with the groups of its tracks.
  private static let albumColumns = """
    ALTER TABLE tracks ADD COLUMN album_group INTEGER;
    ALTER TABLE tracks ADD COLUMN album_choice TEXT;
    ALTER TABLE former ADD COLUMN album_choice TEXT;
    UPDATE tracks SET album_group = album_group(path, album);
    """

  /// Moves the title of an album of a folder before the folder, as in `AlbumRows.swift`.
  private static let albumIdentities = """
    UPDATE OR IGNORE albums SET identity = CAST('f' || folded || x'1F'
      || substr(identity, 2, length(identity) - 2 - length(CAST(folded AS BLOB))) AS BLOB)
    WHERE substr(identity, 1, 2) = CAST('f/' AS BLOB)
      AND substr(identity, -1 - length(CAST(folded AS BLOB))) = CAST(x'1F' || folded AS BLOB);
    """

  /// `tags`: see `OtherTagText`.
  private static let otherTags = "CREATE TABLE other_tags(track INTEGER PRIMARY KEY, tags TEXT);"

  /// Names that fold to the same text have one row. `sort` is a key in natural order, compared byte by byte.
  /// `albums.identity`: see `AlbumRows.swift`.
  private static let names = """
    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, sort BLOB NOT NULL);
    CREATE TABLE genres(id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
    CREATE TABLE albums(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, owner INTEGER NOT NULL, folded TEXT NOT NULL, date TEXT,
      sort BLOB NOT NULL, identity BLOB NOT NULL UNIQUE
    );
    CREATE INDEX albums_owner ON albums(owner);
    CREATE TABLE track_artists(artist INTEGER, track INTEGER, PRIMARY KEY(artist, track)) WITHOUT ROWID;
    CREATE TABLE track_genres(genre INTEGER, track INTEGER, PRIMARY KEY(genre, track)) WITHOUT ROWID;
    """

  /// `playlists.query` is the query whose results are the playlist, in place of entries.
  private static let lists = """
    CREATE TABLE playlists(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL, query TEXT);
    CREATE TABLE playlist_entries(
      playlist INTEGER, position INTEGER, path BLOB, url TEXT, title TEXT, artist TEXT, duration REAL, start REAL,
      stop REAL, PRIMARY KEY(playlist, position)
    ) WITHOUT ROWID;
    CREATE INDEX playlist_paths ON playlist_entries(path) WHERE path IS NOT NULL;
    """

  /// `texts` has the folded text of each track, one line for each field; `grams` is the index of runs of one
  /// to three characters in it. A word of `grams` is a run: see `NGrams`.
  private static let search = """
    CREATE TABLE texts(track INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE grams USING fts5(
      text, content='', detail=none, columnsize=0, tokenize='ascii'
    );
    INSERT INTO grams(grams, rank) VALUES ('automerge', 0);
    INSERT INTO grams(grams, rank) VALUES ('crisismerge', 64);
    INSERT INTO grams(grams, rank) VALUES ('hashsize', 33554432);
    """

  /// The number of tracks that contain each run, without rare runs; the search uses it to choose runs.
  private static let counts = """
    CREATE VIRTUAL TABLE gram_words USING fts5vocab(grams, row);
    CREATE TABLE gram_counts(gram TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counters VALUES ('runs counted', 0);
    """

  /// The statements for `former`, the history of tracks whose files no longer exist, in case they return.
  private static let history = """
    CREATE TABLE former(
      path BLOB PRIMARY KEY, key BLOB, added INTEGER NOT NULL, rating INTEGER, plays INTEGER NOT NULL,
      last_played INTEGER, gone INTEGER NOT NULL, file_rating INTEGER, album_choice TEXT
    ) WITHOUT ROWID;
    CREATE INDEX former_key ON former(key) WHERE key IS NOT NULL;
    """

  /// `listens` has a row for each play, also of files that the index does not have; rows are only added. `path` follows the
  /// track; the other columns stay as they were.
  private static let listens = """
    CREATE TABLE listens(
      id INTEGER PRIMARY KEY, began INTEGER NOT NULL, path BLOB NOT NULL, title TEXT, artist TEXT, album TEXT,
      album_artist TEXT, track_number INTEGER, duration REAL, recording TEXT, release TEXT
    );
    CREATE INDEX listens_began ON listens(began, path);
    CREATE INDEX listens_path ON listens(path);
    """
}

// MARK: Setting up

extension Schema {
  /// Creates the tables of a new index, or the tables and columns that an earlier version did not have. Columns are computed from
  /// the others.
  ///
  /// - Throws: `newer` for a higher version than that of this program; `damaged` for a version that is too low or invalid,
  ///   or tables that do not belong to the version.
  static func prepare(_ connection: borrowing Connection) throws(LibraryError) {
    if try version(of: connection) == version { return }
    // This setting is stored in the file. It fails if another instance has the file open, which has set it
    // then.
    try? connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction(writes: true) { connection throws(LibraryError) in
      // Checked again within the transaction: another instance may have created the tables.
      let found = try version(of: connection)
      if found == version { return }
      if found == 0 {
        try connection.execute(tables)
      } else {
        try connection.addFunctions()
        if found < version - 1 { try connection.execute(albumColumns + albumGroups + listens) }
        try connection.execute(albumIdentities)
        try connection.finishAllAlbums()
      }
      try connection.execute("PRAGMA user_version = \(version)")
    }
  }

  /// Returns the version of the index, one from which it can be brought to the current one; 0 if it has no tables yet.
  private static func version(of connection: borrowing Connection) throws(LibraryError) -> Int {
    let found = Int(try connection.prepare("PRAGMA user_version").firstInteger() ?? 0)
    if [0, version - 2, version - 1, version].contains(found) { return found }
    throw found > version
      ? LibraryError(
        .newer, connection.subject, detail: "it has version \(found), this drumdub reads up to \(version)")
      : LibraryError(.damaged, connection.subject, detail: "its version is \(found)")
  }
}
