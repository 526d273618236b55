import SystemBase

/// What is known of files: their stamps, and the tracks in them or why there are none.
struct FileRows: ~Copyable {
  private let find: Statement
  private let put: Statement
  private let remove: Statement
  private let parts: Statement

  private enum Column: Int32, SQLColumns { case path, size, modified, inode, device, track, reason }

  init(_ connection: borrowing Connection) {
    find = connection.keep("SELECT track, reason IS NULL FROM files WHERE path = ?1")
    put = connection.keep(
      "INSERT OR REPLACE INTO files(\(Column.list)) VALUES (\(Column.parameters))")
    remove = connection.keep("DELETE FROM files WHERE path = ?1")
    parts = connection.keep(
      """
      SELECT f.path, f.track, t.track_number FROM files f JOIN tracks t ON t.id = f.track
      WHERE f.path > ?1 AND f.path < ?2 ORDER BY t.id
      """)
  }

  /// - Returns: the track of a name; nil where there is none.
  func track(at name: IndexName) throws(LibraryError) -> Int64? {
    find.bind(1, name)
    return try find.first { $0.optionalInteger(0).map(Int64.init) } ?? nil
  }

  /// What is known of a file.
  enum Entry {
    case track(Int64)
    /// It holds several tracks: see `parts`.
    case parts
    case unreadable
  }

  func entry(at path: FilePath) throws(LibraryError) -> Entry? {
    find.bind(1, path)
    return try find.first { row in
      if let track = row.optionalInteger(0) { return .track(Int64(track)) }
      return row.integer(1) != 0 ? .parts : .unreadable
    }
  }

  struct Part {
    var name: IndexName
    var track: Int64
    var number: Int?
  }

  /// The tracks that a file holds, where it holds several.
  func parts(of path: FilePath) throws(LibraryError) -> [Part] {
    let range = IndexName.parts(of: path)
    parts.bind(1, range.from)
    parts.bind(2, range.to)
    var found: [Part] = []
    while try parts.step() {
      found.append(
        Part(name: parts.name(0), track: parts.integer(1), number: parts.optionalInteger(2)))
    }
    return found
  }

  func putPart(_ name: IndexName, track: Int64) throws(LibraryError) {
    try put(name, FileStamp(size: -1, modified: 0, inode: 0, device: 0), track: track)
  }

  func put(_ path: FilePath, _ stamp: FileStamp, track: Int64?, reason: String? = nil) throws(LibraryError) {
    try put(IndexName(path), stamp, track: track, reason: reason)
  }

  private func put(
    _ name: IndexName, _ stamp: FileStamp, track: Int64?, reason: String? = nil
  ) throws(LibraryError) {
    put.bind(Column.path.parameter, name)
    put.bind(Column.size.parameter, stamp.size)
    put.bind(Column.modified.parameter, stamp.modified)
    put.bind(Column.inode.parameter, Int64(bitPattern: stamp.inode))
    put.bind(Column.device.parameter, Int64(bitPattern: stamp.device))
    put.bind(Column.track.parameter, track)
    put.bind(Column.reason.parameter, reason)
    try put.run()
  }

  func remove(_ path: FilePath) throws(LibraryError) { try remove(IndexName(path)) }

  func remove(_ name: IndexName) throws(LibraryError) {
    remove.bind(1, name)
    try remove.run()
  }
}

/// The sheets beside the music, as they were when they were read.
struct SheetRows: ~Copyable {
  private let put: Statement
  private let remove: Statement

  init(_ connection: borrowing Connection) {
    put = connection.keep("INSERT OR REPLACE INTO sheets(path, size, modified) VALUES (?1, ?2, ?3)")
    remove = connection.keep("DELETE FROM sheets WHERE path = ?1")
  }

  /// - Parameter stamp: nil where it has gone.
  func put(_ path: FilePath, _ stamp: FileStamp?) throws(LibraryError) {
    guard let stamp else {
      remove.bind(1, path)
      return try remove.run()
    }
    put.bind(1, path)
    put.bind(2, stamp.size)
    put.bind(3, stamp.modified)
    try put.run()
  }
}
