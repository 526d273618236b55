/// The tables of the index.
///
/// Paths are BLOBs, since they are bytes and not text. Times are seconds since 1970. Lists in a text are
/// separated by U+001F.
enum Schema {
  static let first = files + tracks + names + lists + search + history

  /// Tracks that are parts of a file: `stop` is the end of the part in disc frames; see `IndexName` for the
  /// start. Each part has a row in `files` with size −1; the row of the file itself then has neither track
  /// nor reason. `sheets` has the CUE sheets that were read.
  static let parts = """
    ALTER TABLE tracks ADD COLUMN stop INTEGER;
    CREATE TABLE sheets(path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// The side of a record in a track's number, compared without case.
  static let sides = "ALTER TABLE tracks ADD COLUMN side TEXT COLLATE NOCASE;"

  /// `files_reason` finds files that could not be read.
  static let damage = "CREATE INDEX files_reason ON files(path) WHERE reason IS NOT NULL;"

  /// What the redesigned library needs.
  ///
  /// - `tracks.damage`: what is wrong with the sound of a track's file. `files.reason` is then only for files that could
  ///   not be read.
  /// - `files.reader`: the version of the tag reader that has read the file.
  /// - `playlists.query`: the query whose results are the playlist, in place of entries.
  /// - `albums.identity`: see `AlbumRows`; `split` marks a folder with several albums of the same title. Albums keep
  ///   their rows until their files are read again.
  static let identities = """
    ALTER TABLE tracks ADD COLUMN damage TEXT;
    UPDATE tracks SET damage = (SELECT reason FROM files WHERE track = tracks.id)
      WHERE id IN (SELECT track FROM files WHERE reason IS NOT NULL);
    UPDATE files SET reason = NULL WHERE track IS NOT NULL;
    CREATE INDEX tracks_damage ON tracks(id) WHERE damage IS NOT NULL;
    ALTER TABLE files ADD COLUMN reader INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE playlists ADD COLUMN query TEXT;
    CREATE TABLE identified_albums(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, owner INTEGER NOT NULL, folded TEXT NOT NULL, date TEXT,
      compilation INTEGER NOT NULL DEFAULT 0, sort BLOB NOT NULL, identity BLOB NOT NULL UNIQUE,
      split INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO identified_albums(id, title, owner, folded, date, compilation, sort, identity)
      SELECT id, title, owner, folded, date, compilation, sort, CAST('a' || owner || char(31) || folded AS BLOB)
      FROM albums;
    DROP TABLE albums;
    ALTER TABLE identified_albums RENAME TO albums;
    CREATE INDEX albums_owner ON albums(owner);
    """

  /// The rating of the file when it was last read: 0 if it had none, NULL if the reader did not read ratings yet.
  static let ratings = """
    ALTER TABLE tracks ADD COLUMN file_rating INTEGER;
    ALTER TABLE former ADD COLUMN file_rating INTEGER;
    """

  /// `files` has the stamps by which a scan detects changes, ordered by path so that the files of a folder
  /// are adjacent. A row has either a track or the reason why there is none.
  private static let files = """
    CREATE TABLE files(
      path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, inode INTEGER NOT NULL,
      device INTEGER NOT NULL, track INTEGER, reason TEXT
    ) WITHOUT ROWID;
    CREATE INDEX files_unreadable ON files(path) WHERE track IS NULL;
    CREATE TABLE folders(
      path BLOB PRIMARY KEY, added INTEGER NOT NULL, scanned INTEGER, away INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    """

  /// Tags are stored as in the file; `owner`, `album_id` and the tables of `names` are for browsing.
  /// `loudness` has measured gains of files without gains in their tags. The counter `order` is increased by
  /// each change that may affect the default order.
  private static let tracks = """
    CREATE TABLE tracks(
      id INTEGER PRIMARY KEY, path BLOB NOT NULL, title TEXT, artist TEXT, artists TEXT, album TEXT,
      album_artist TEXT, track_number INTEGER, track_total INTEGER, disc_number INTEGER, disc_total INTEGER,
      date TEXT, year INTEGER, genre TEXT, genres TEXT, bpm REAL, compilation INTEGER NOT NULL,
      duration REAL, sample_rate INTEGER, channels INTEGER, bits INTEGER, codec TEXT, bitrate INTEGER,
      track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL,
      pictures TEXT, kind INTEGER NOT NULL, owner INTEGER, album_id INTEGER, key BLOB,
      away INTEGER NOT NULL DEFAULT 0, added INTEGER NOT NULL, rating INTEGER, plays INTEGER NOT NULL DEFAULT 0,
      last_played INTEGER
    );
    CREATE INDEX tracks_album ON tracks(album_id);
    CREATE INDEX tracks_added ON tracks(added);
    CREATE INDEX tracks_key ON tracks(key) WHERE key IS NOT NULL;
    CREATE INDEX tracks_plays ON tracks(plays) WHERE plays > 0;
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
    CREATE TABLE pictures(
      id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, bytes INTEGER NOT NULL, mime TEXT, width INTEGER, height INTEGER,
      UNIQUE(hash, bytes)
    );
    """

  /// Names that fold to the same text have one row. `sort` is a key in natural order, compared byte by byte.
  private static let names = """
    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, sort BLOB NOT NULL);
    CREATE TABLE genres(id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
    CREATE TABLE albums(
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, owner INTEGER NOT NULL, folded TEXT NOT NULL, date TEXT,
      compilation INTEGER NOT NULL DEFAULT 0, sort BLOB NOT NULL, UNIQUE(folded, owner)
    );
    CREATE INDEX albums_owner ON albums(owner);
    CREATE TABLE track_artists(artist INTEGER, track INTEGER, PRIMARY KEY(artist, track)) WITHOUT ROWID;
    CREATE TABLE track_genres(genre INTEGER, track INTEGER, PRIMARY KEY(genre, track)) WITHOUT ROWID;
    """

  private static let lists = """
    CREATE TABLE playlists(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL);
    CREATE TABLE playlist_entries(
      playlist INTEGER, position INTEGER, path BLOB, url TEXT, title TEXT, artist TEXT, duration REAL, start REAL,
      stop REAL, PRIMARY KEY(playlist, position)
    ) WITHOUT ROWID;
    CREATE INDEX playlist_paths ON playlist_entries(path) WHERE path IS NOT NULL;
    """

  /// `texts` has the folded text of each track, one line for each field; `grams` is the index of runs of one
  /// to three characters in it. A word of `grams` is a run: see `Grams`.
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
  static let counts = """
    CREATE VIRTUAL TABLE gram_words USING fts5vocab(grams, row);
    CREATE TABLE gram_counts(gram TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO counters VALUES ('runs counted', 0);
    """

  /// `former` has the history of tracks whose files are gone, in case they come back.
  private static let history = """
    CREATE TABLE former(
      path BLOB PRIMARY KEY, key BLOB, added INTEGER NOT NULL, rating INTEGER, plays INTEGER NOT NULL,
      last_played INTEGER, gone INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX former_key ON former(key) WHERE key IS NOT NULL;
    """
}
