import AudioBase
import SystemBase
import TrackTags

private enum StampColumn: Int32, SQLColumns {
  case path, size, modified, inode, device, isReadable, reader

  var sql: String { self == .isReadable ? "reason IS NULL" : name }
}

private enum UnreadableColumn: Int32, SQLColumns { case path, reason }

private enum DamagedColumn: Int32, SQLColumns { case path, damage }

private enum KeyColumn: Int32, SQLColumns { case path, key }

private enum LocationColumn: Int32, SQLColumns { case path, stop }

private enum FileParameter: Int32, SQLParameters { case from, to, limit }

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

/// Queries of a scan about files.
extension LibraryStore {
  /// Returns the stamps of all files below a folder, including those that could not be read.
  ///
  /// - Parameter folder: nil for all files.
  package func stamps(under folder: FilePath? = nil) throws(LibraryError) -> StampTable {
    try read { connection throws(LibraryError) in try LibraryStore.stamps(under: folder, connection) }
  }

  static func stamps(
    under folder: FilePath?, _ connection: borrowing Connection
  ) throws(LibraryError) -> StampTable {
    let statement = try files(StampColumn.list, where: "size >= 0", under: folder, connection)
    var table = StampTable()
    while try statement.step() {
      let stamp = FileStamp(
        size: statement.integer(StampColumn.size), modified: statement.integer(StampColumn.modified),
        inode: UInt64(bitPattern: statement.integer(StampColumn.inode)),
        device: UInt64(bitPattern: statement.integer(StampColumn.device)))
      let entry = StampTable.Entry(
        stamp: stamp, isReadable: statement.integer(StampColumn.isReadable) != 0,
        isOutdated: statement.integer(StampColumn.reader) != Int64(TagReader.version))
      statement.withBytes(StampColumn.path) { table.append($0, entry) }
    }
    table.index()
    return table
  }

  /// Prepares a query of the table of files, in the order of their paths.
  ///
  /// - Parameter folder: limits the query to the files below it; nil for all files.
  private static func files(
    _ columns: String, where condition: String, under folder: FilePath?, _ connection: borrowing Connection
  ) throws(LibraryError) -> Statement {
    let range = folder.map(PathRange.init)
    let limit =
      range == nil
      ? "" : " AND path >= \(FileParameter.from.parameter) AND path < \(FileParameter.to.parameter)"
    let statement = try connection.prepare(
      "SELECT \(columns) FROM files WHERE \(condition)\(limit) ORDER BY path")
    if let range {
      statement.bind(FileParameter.from, range.from)
      statement.bind(FileParameter.to, range.to)
    }
    return statement
  }

  /// Returns the files below a folder that could not be read, with the reasons.
  ///
  /// - Parameter folder: nil for all files.
  package func unreadable(under folder: FilePath? = nil) throws(LibraryError) -> [ScanReport.Unreadable] {
    try read { connection throws(LibraryError) in
      let statement = try LibraryStore.files(
        UnreadableColumn.list, where: "reason IS NOT NULL", under: folder, connection)
      return try statement.all { row in
        ScanReport.Unreadable(
          path: row.path(UnreadableColumn.path), reason: row.text(UnreadableColumn.reason) ?? "")
      }
    }
  }

  /// Returns the files below a folder whose sound is damaged, in the order of their paths.
  ///
  /// - Parameter folder: nil for all files.
  package func damaged(under folder: FilePath? = nil) throws(LibraryError) -> [ScanReport.Unreadable] {
    let tracks = try read { connection throws(LibraryError) in
      try connection.prepare(
        "SELECT \(DamagedColumn.list) FROM tracks WHERE damage IS NOT NULL ORDER BY path"
      ).all { row in
        ScanReport.Unreadable(
          path: row.name(DamagedColumn.path).file, reason: row.text(DamagedColumn.damage) ?? "")
      }
    }
    var files: [ScanReport.Unreadable] = []
    // The parts of a file are adjacent.
    for track in tracks where folder.map({ track.path.isBelow($0) }) ?? true && files.last != track {
      files.append(track)
    }
    return files
  }

  /// Returns the CUE sheets that were read, with their stamps at that time. Inode and device are 0.
  func sheets() throws(LibraryError) -> [(path: FilePath, stamp: FileStamp)] {
    try read { connection throws(LibraryError) in try LibraryStore.sheets(connection) }
  }

  static func sheets(
    _ connection: borrowing Connection
  ) throws(LibraryError) -> [(path: FilePath, stamp: FileStamp)] {
    try connection.prepare("SELECT \(SheetColumn.list) FROM sheets ORDER BY path").all { row in
      let stamp = FileStamp(
        size: row.integer(SheetColumn.size), modified: row.integer(SheetColumn.modified), inode: 0, device: 0)
      return (row.path(SheetColumn.path), stamp)
    }
  }

  /// Returns the files below a folder that contain several tracks.
  func filesWithParts(under folder: FilePath) throws(LibraryError) -> [FilePath] {
    try read { connection throws(LibraryError) in
      try LibraryStore.files("path", where: "track IS NULL AND reason IS NULL", under: folder, connection)
        .paths()
    }
  }

  /// Returns tracks without a key, in the order of their ids. Their sections have no end.
  package func tracksWithoutKey(limit: Int) throws(LibraryError) -> [TrackLocation] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT path FROM tracks WHERE key IS NULL AND away = 0 ORDER BY id LIMIT \(FileParameter.limit.parameter)"
      )
      statement.bind(FileParameter.limit, limit)
      return try statement.all { $0.name(OnlyColumn.value).location() }
    }
  }

  /// The tracks of an album, or a track without album, whose loudness is unknown.
  package struct UnmeasuredAlbum: Hashable, Sendable {
    package var tracks: [TrackLocation]
    /// Whether these are all tracks of the album, so that an album gain can be measured.
    package var isWhole: Bool
  }

  /// Returns the tracks whose loudness is unknown, in the order of their albums' ids.
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
        let location = name.location(end: statement.optionalInteger(UnmeasuredColumn.stop))
        albums[albums.count - 1].tracks.append(location)
        albums[albums.count - 1].isWhole = count == albums[albums.count - 1].tracks.count
      }
      return albums
    }
  }

  /// Returns the tracks whose tags state no tempo and whose tempo was not searched, in the order of their ids.
  package func tracksWithoutTempo() throws(LibraryError) -> [TrackLocation] {
    try read { connection throws(LibraryError) in
      try connection.prepare(
        """
        SELECT \(LocationColumn.list) FROM tracks WHERE bpm IS NULL AND away = 0
          AND NOT EXISTS (SELECT 1 FROM tempi WHERE track = id) ORDER BY id
        """
      ).all { $0.name(LocationColumn.path).location(end: $0.optionalInteger(LocationColumn.stop)) }
    }
  }

  /// Returns the files with this key, including those that contain it as several tracks.
  package func files(of key: TrackKey) throws(LibraryError) -> [FilePath] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        """
        SELECT \(KeyColumn.list) FROM tracks
        WHERE key BETWEEN \(FileParameter.from.parameter) AND \(FileParameter.to.parameter) ORDER BY id
        """)
      // The high half of the key of a part is that of its file: see `TrackKey.of`.
      statement.bind(FileParameter.from, TrackKey(high: key.high, low: 0).bytes)
      statement.bind(FileParameter.to, TrackKey(high: key.high, low: .max).bytes)
      var files: [FilePath] = []
      while try statement.step() {
        let name = statement.name(KeyColumn.path)
        guard statement.bytes(KeyColumn.key) == key.of(name.section()).bytes else { continue }
        if !files.contains(name.file) { files.append(name.file) }
      }
      return files
    }
  }
}
