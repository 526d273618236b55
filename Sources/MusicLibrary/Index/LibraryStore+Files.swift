import AudioBase
import SystemBase

private enum StampColumn: Int32, SQLColumns {
  case path, size, modified, inode, device, isReadable

  var sql: String { self == .isReadable ? "reason IS NULL" : name }
}

private enum UnmeasuredColumn: Int32, SQLColumns {
  case path, album, trackCount, stop

  var sql: String {
    switch self {
    case .album: "coalesce(album_id, -id)"
    case .trackCount: "(SELECT count(*) FROM tracks o WHERE o.album_id = t.album_id)"
    case .path, .stop: name
    }
  }
}

/// What a scan asks before it reads.
extension LibraryStore {
  /// The stamps of all files below a folder, those that could not be read included.
  ///
  /// - Parameter folder: nil: of all files there are.
  package func stamps(under folder: FilePath? = nil) throws(LibraryError) -> StampTable {
    try read { connection throws(LibraryError) in
      let range = folder.map(PathRange.init)
      let statement = try connection.prepare(
        "SELECT \(StampColumn.list) FROM files WHERE size >= 0"
          + (range == nil ? "" : " AND path >= ?1 AND path < ?2") + " ORDER BY path")
      if let range {
        statement.bind(1, range.from)
        statement.bind(2, range.to)
      }
      var table = StampTable()
      while try statement.step() {
        let stamp = FileStamp(
          size: statement.integer(StampColumn.size), modified: statement.integer(StampColumn.modified),
          inode: UInt64(bitPattern: statement.integer(StampColumn.inode)),
          device: UInt64(bitPattern: statement.integer(StampColumn.device)))
        let entry = StampTable.Entry(
          stamp: stamp, isReadable: statement.integer(StampColumn.isReadable) != 0)
        statement.withBytes(StampColumn.path.rawValue) { table.append($0, entry) }
      }
      table.index()
      return table
    }
  }

  /// A file that could not be read, and why.
  package struct UnreadableFile: Hashable, Sendable {
    package var path: FilePath
    package var reason: String
  }

  /// - Parameter folder: nil: of all files there are.
  package func unreadable(under folder: FilePath? = nil) throws(LibraryError) -> [UnreadableFile] {
    try read { connection throws(LibraryError) in
      let range = folder.map(PathRange.init)
      let statement = try connection.prepare(
        "SELECT path, reason FROM files WHERE track IS NULL AND reason IS NOT NULL"
          + (range == nil ? "" : " AND path >= ?1 AND path < ?2") + " ORDER BY path")
      if let range {
        statement.bind(1, range.from)
        statement.bind(2, range.to)
      }
      var files: [UnreadableFile] = []
      while try statement.step() {
        files.append(UnreadableFile(path: statement.path(0), reason: statement.text(1) ?? ""))
      }
      return files
    }
  }

  /// The sheets beside the music, as they were when they were read.
  func sheets() throws(LibraryError) -> [(path: FilePath, stamp: FileStamp)] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT path, size, modified FROM sheets ORDER BY path")
      var sheets: [(path: FilePath, stamp: FileStamp)] = []
      while try statement.step() {
        let stamp = FileStamp(
          size: statement.integer(1), modified: statement.integer(2), inode: 0, device: 0)
        sheets.append((statement.path(0), stamp))
      }
      return sheets
    }
  }

  /// The files below a folder that hold several tracks.
  func filesWithParts(under folder: FilePath) throws(LibraryError) -> [FilePath] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT path FROM files WHERE track IS NULL AND reason IS NULL AND path >= ?1 AND path < ?2")
      let range = PathRange(below: folder)
      statement.bind(1, range.from)
      statement.bind(2, range.to)
      return try statement.paths()
    }
  }

  /// Returns tracks whose sound has no key yet, in the order of their ids; their sections have no end.
  package func tracksWithoutKey(limit: Int) throws(LibraryError) -> [TrackLocation] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT path FROM tracks WHERE key IS NULL AND away = 0 ORDER BY id LIMIT ?1")
      statement.bind(1, limit)
      var tracks: [TrackLocation] = []
      while try statement.step() { tracks.append(statement.name(0).location) }
      return tracks
    }
  }

  /// Tracks of an album, or one that belongs to none, whose loudness is not known.
  package struct UnmeasuredAlbum: Hashable, Sendable {
    package struct Track: Hashable, Sendable {
      package var path: FilePath
      /// The part of the file; nil is all of it.
      package var section: TrackSection?
    }

    package var tracks: [Track]
    /// These are all of the album's: they have a level together.
    package var isWhole: Bool
  }

  /// In the order of the albums' ids.
  package func albumsWithoutLoudness() throws(LibraryError) -> [UnmeasuredAlbum] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        SELECT \(UnmeasuredColumn.list)
        FROM tracks t WHERE track_gain IS NULL AND away = 0
          AND NOT EXISTS (SELECT 1 FROM loudness WHERE track = id) ORDER BY \(UnmeasuredColumn.album.sql), id
        """)
      var albums: [UnmeasuredAlbum] = []
      var last: (id: Int64, count: Int64)?
      while try statement.step() {
        let (name, id) = (
          statement.name(UnmeasuredColumn.path), statement.integer(UnmeasuredColumn.album)
        )
        if last?.id != id { albums.append(UnmeasuredAlbum(tracks: [], isWhole: false)) }
        let count = statement.integer(UnmeasuredColumn.trackCount)
        last = (id, count)
        let section = name.section(end: statement.optionalInteger(UnmeasuredColumn.stop))
        albums[albums.count - 1].tracks.append(.init(path: name.file, section: section))
        albums[albums.count - 1].isWhole = count == albums[albums.count - 1].tracks.count
      }
      return albums
    }
  }

  /// The files of a sound, those included that hold it as several tracks: where one that is new may have come from.
  package func files(of key: TrackKey) throws(LibraryError) -> [FilePath] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT path, key FROM tracks WHERE key BETWEEN ?1 AND ?2 ORDER BY id")
      // A part's name begins as its recording's: see `TrackKey.of`.
      statement.bind(1, TrackKey(high: key.high, low: 0).bytes)
      statement.bind(2, TrackKey(high: key.high, low: .max).bytes)
      var files: [FilePath] = []
      while try statement.step() {
        let name = statement.name(0)
        guard statement.bytes(1) == key.of(name.section()).bytes else { continue }
        if !files.contains(name.file) { files.append(name.file) }
      }
      return files
    }
  }

}

extension Statement {
  /// The first column of all rows.
  func paths() throws(LibraryError) -> [FilePath] {
    var paths: [FilePath] = []
    while try step() { paths.append(path(0)) }
    return paths
  }
}
