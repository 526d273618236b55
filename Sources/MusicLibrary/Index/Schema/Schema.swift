/// The tables of the index.
///
/// Paths are BLOBs: bytes, not text. Times are seconds since 1970. Lists within a text are parted by U+001F.
enum Schema {
  static let first = files + tracks + names + lists + search + history

  /// Tracks that are parts of a file: `stop` is where one ends, in disc frames; `IndexName` tells the rest. Each has a
  /// row of its own in `files`, of size −1; the file's own row then names neither track nor reason. `sheets` are the
  /// files beside the music that say so.
  static let parts = """
    ALTER TABLE tracks ADD COLUMN stop INTEGER;
    CREATE TABLE sheets(path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL) WITHOUT ROWID;
    """

  /// Of a track's number; sides compare without their case.
  static let sides = "ALTER TABLE tracks ADD COLUMN side TEXT COLLATE NOCASE;"

  /// By what a scan sees that a file has changed. Ordered by path, so that a folder's files lie together. A row
  /// names its track, or says why there is none.
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

  /// What a file says is kept in its own spelling; `owner`, `album_id` and the links of `names` are for
  /// browsing. `loudness` is what was measured here, for files that say nothing of it.
  /// The counter `order` counts the changes that may put tracks into another order.
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

  /// Two spellings that fold to the same are one name. `sort` compares byte by byte in natural order.
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

  /// `texts` holds each track's folded text, a line a field; `grams` which runs of one to three characters stand in
  /// it. One word of `grams` is one run: see `Grams`.
  private static let search = """
    CREATE TABLE texts(track INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE grams USING fts5(
      text, content='', detail=none, columnsize=0, tokenize='ascii'
    );
    INSERT INTO grams(grams, rank) VALUES ('automerge', 0);
    INSERT INTO grams(grams, rank) VALUES ('crisismerge', 64);
    INSERT INTO grams(grams, rank) VALUES ('hashsize', 33554432);
    """

  /// How many tracks hold a run, of those that are not rare: by which the search chooses what to look for.
  static let counts = """
    CREATE VIRTUAL TABLE gram_words USING fts5vocab(grams, row);
    CREATE TABLE gram_counts(gram TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO counters VALUES ('runs counted', 0);
    """

  /// What was known of files that are gone, for when they come back.
  private static let history = """
    CREATE TABLE former(
      path BLOB PRIMARY KEY, key BLOB, added INTEGER NOT NULL, rating INTEGER, plays INTEGER NOT NULL,
      last_played INTEGER, gone INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX former_key ON former(key) WHERE key IS NOT NULL;
    """
}
