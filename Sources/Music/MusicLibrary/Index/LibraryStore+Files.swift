import AudioBase
import SystemBase
import TrackTags

/// Queries of a scan about files.
extension LibraryStore {
  /// Returns the stamps of all files below a folder, or of all files, including those that could not be read.
  package func stamps(under folder: FilePath? = nil) throws(LibraryError) -> StampTable {
    try read { connection throws(LibraryError) in try connection.stamps(under: folder) }
  }

  /// Returns the files below a folder, or of all files, that could not be read, with the reasons.
  package func unreadable(under folder: FilePath? = nil) throws(LibraryError) -> [ScanReport.Unreadable] {
    try all(
      """
      SELECT path, reason FROM files WHERE reason IS NOT NULL AND \(below: folder) ORDER BY path
      """
    ) { ScanReport.Unreadable(path: $0.value(), reason: $0.value()) }
  }

  /// Returns the files below a folder, or of all files, whose sound is damaged, in the order of their paths.
  package func damaged(under folder: FilePath? = nil) throws(LibraryError) -> [ScanReport.Unreadable] {
    let tracks = try all("SELECT path, damage FROM tracks WHERE damage IS NOT NULL ORDER BY path") {
      ScanReport.Unreadable(path: ($0.value() as IndexName).file, reason: $0.value())
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
    try read { connection throws(LibraryError) in try connection.sheets() }
  }

  /// Returns the files below a folder that contain several tracks.
  func filesWithParts(under folder: FilePath) throws(LibraryError) -> [FilePath] {
    try all(
      "SELECT path FROM files WHERE track IS NULL AND reason IS NULL AND \(below: folder) ORDER BY path"
    ) { $0.value() }
  }

  /// Returns tracks without a key after an id, in the order of their ids. Their sections have no end.
  package func tracksWithoutKey(
    after id: Int32 = 0, limit: Int
  ) throws(LibraryError) -> [(id: Int32, location: TrackLocation)] {
    try all(
      "SELECT id, path FROM tracks WHERE id > \(id) AND key IS NULL AND away = 0 ORDER BY id LIMIT \(limit)"
    ) { row in
      let (id, name): (Int32?, IndexName) = (row.trackID(), row.value())
      return id.map { ($0, name.location()) }
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
      var albums: [UnmeasuredAlbum] = []
      var last: (id: Int64, count: Int)?
      try connection.each(
        """
        SELECT path, coalesce(album_id, -id), (SELECT count(*) FROM tracks o WHERE o.album_id = t.album_id), stop
        FROM tracks t WHERE track_gain IS NULL AND away = 0
          AND NOT EXISTS (SELECT 1 FROM loudness WHERE track = id) ORDER BY coalesce(album_id, -id), id
        """
      ) { row in
        let (name, id, count): (IndexName, Int64, Int) = (row.value(), row.value(), row.value())
        if last?.id != id { albums.append(UnmeasuredAlbum(tracks: [], isWhole: false)) }
        last = (id, count)
        albums[albums.count - 1].tracks.append(name.location(end: row.optional()))
        albums[albums.count - 1].isWhole = count == albums[albums.count - 1].tracks.count
      }
      return albums
    }
  }

  /// Returns the tracks whose tags state no tempo and whose tempo was not searched, in the order of their ids.
  package func tracksWithoutTempo() throws(LibraryError) -> [TrackLocation] {
    try all(
      """
      SELECT path, stop FROM tracks WHERE bpm IS NULL AND away = 0
        AND NOT EXISTS (SELECT 1 FROM tempi WHERE track = id) ORDER BY id
      """
    ) { ($0.value() as IndexName).location(end: $0.optional()) }
  }

  /// Returns the tracks below one of some folders, or all tracks, with their keys as far as they are known, in the order of
  /// their ids.
  package func tracks(
    below folders: [FilePath]
  ) throws(LibraryError) -> [(location: TrackLocation, key: TrackKey?)] {
    try all("SELECT path, stop, key FROM tracks WHERE away = 0 ORDER BY id") { row in
      let name: IndexName = row.value()
      let location = name.location(end: row.optional())
      let isWanted = folders.isEmpty || folders.contains { location.path.isBelow($0) }
      return isWanted ? (location, row.trackKey()) : nil
    }
  }

  /// Returns the files with this key, including those that contain it as several tracks.
  package func files(of key: TrackKey) throws(LibraryError) -> [FilePath] {
    // The high half of the key of a part is that of its file: see `TrackKey.of`.
    let (first, last) = (TrackKey(high: key.high, low: 0), TrackKey(high: key.high, low: .max))
    let found = try all(
      "SELECT path, key FROM tracks WHERE key BETWEEN \(first) AND \(last) ORDER BY id"
    ) { row -> FilePath? in
      let name: IndexName = row.value()
      return row.trackKey() == key.of(name.section()) ? name.file : nil
    }
    return found.reduce(into: []) { files, file in
      if !files.contains(file) { files.append(file) }
    }
  }
}

extension Connection {
  func stamps(under folder: FilePath?) throws(LibraryError) -> StampTable {
    var table = StampTable()
    try each(
      """
      SELECT size, modified, inode, device, reason IS NULL, reader, path FROM files
      WHERE size >= 0 AND \(below: folder) ORDER BY path
      """
    ) { row in
      let stamp = FileStamp(
        size: row.value(), modified: row.value(), inode: row.value(), device: row.value())
      let entry = StampTable.Entry(
        stamp: stamp, isReadable: row.value(), isOutdated: row.value() != TagReader.version)
      row.withBytes { table.append($0, entry) }
    }
    return table
  }

  func sheets() throws(LibraryError) -> [(path: FilePath, stamp: FileStamp)] {
    try all("SELECT path, size, modified FROM sheets ORDER BY path") {
      ($0.value(), FileStamp(size: $0.value(), modified: $0.value(), inode: 0, device: 0))
    }
  }
}
