import SystemBase
import TrackTags

/// The table of files: their stamps, and their tracks or the reason why there are none.
struct FileRows: ~Copyable {
  private let find: Statement
  private let put: Statement
  private let remove: Statement
  private let parts: Statement
  private let findReader: Statement

  private enum Column: Int32, SQLColumns { case path, size, modified, inode, device, track, reason, reader }
  private enum Found: Int32, SQLColumns {
    case track, isReadable

    var sql: String { self == .isReadable ? "reason IS NULL" : name }
  }
  private enum PartColumn: Int32, SQLColumns {
    case path, track, trackNumber

    var sql: String { self == .trackNumber ? "t.\(name)" : "f.\(name)" }
  }
  private enum PartParameter: Int32, SQLParameters { case from, to }

  init(_ connection: borrowing Connection) {
    find = connection.prepareReusable("SELECT \(Found.list) FROM files WHERE path = \(Column.path.parameter)")
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO files(\(Column.list)) VALUES (\(Column.parameters))")
    remove = connection.prepareReusable("DELETE FROM files WHERE path = \(Column.path.parameter)")
    findReader = connection.prepareReusable("SELECT reader FROM files WHERE path = \(Column.path.parameter)")
    parts = connection.prepareReusable(
      """
      SELECT \(PartColumn.list) FROM files f JOIN tracks t ON t.id = f.track
      WHERE f.path > \(PartParameter.from.parameter) AND f.path < \(PartParameter.to.parameter) ORDER BY t.id
      """)
  }

  /// Returns the track of a name; nil if there is none.
  func track(at name: IndexName) throws(LibraryError) -> Int64? {
    find.bind(Column.path, name)
    return try find.first { $0.optionalInteger(Found.track).map(Int64.init) } ?? nil
  }

  /// The content of a file.
  enum Entry {
    case track(Int64)
    /// The file contains several tracks: see `parts`.
    case parts
    case unreadable
  }

  func entry(at path: FilePath) throws(LibraryError) -> Entry? {
    find.bind(Column.path, path)
    return try find.first { row in
      if let track = row.optionalInteger(Found.track) { return .track(Int64(track)) }
      return row.integer(Found.isReadable) != 0 ? .parts : .unreadable
    }
  }

  struct Part {
    var name: IndexName
    var track: Int64
    var number: Int?
  }

  /// Returns the tracks of a file with several tracks.
  func parts(of path: FilePath) throws(LibraryError) -> [Part] {
    let range = IndexName.parts(of: path)
    parts.bind(PartParameter.from, range.from)
    parts.bind(PartParameter.to, range.to)
    return try parts.all { row in
      Part(
        name: row.name(PartColumn.path), track: row.integer(PartColumn.track),
        number: row.optionalInteger(PartColumn.trackNumber))
    }
  }

  /// Returns the version of the tag reader that has read a file; 0 if it is not known.
  func reader(of path: FilePath) throws(LibraryError) -> Int {
    findReader.bind(Column.path, path)
    return try findReader.first { Int(clamping: $0.integer(OnlyColumn.value)) } ?? 0
  }

  func putPart(_ name: IndexName, track: Int64) throws(LibraryError) {
    try store(name, FileStamp(size: -1, modified: 0, inode: 0, device: 0), track: track)
  }

  /// Stores a file.
  ///
  /// - Parameter reader: the version of the tag reader that has read the file.
  func store(
    _ path: FilePath, _ stamp: FileStamp, track: Int64?, reason: String? = nil,
    reader: Int = TagReader.version
  ) throws(LibraryError) {
    try store(IndexName(path), stamp, track: track, reason: reason, reader: reader)
  }

  private func store(
    _ name: IndexName, _ stamp: FileStamp, track: Int64?, reason: String? = nil,
    reader: Int = TagReader.version
  ) throws(LibraryError) {
    put.bind(Column.path, name)
    put.bind(Column.size, stamp.size)
    put.bind(Column.modified, stamp.modified)
    put.bind(Column.inode, Int64(bitPattern: stamp.inode))
    put.bind(Column.device, Int64(bitPattern: stamp.device))
    put.bind(Column.track, track)
    put.bind(Column.reason, reason)
    put.bind(Column.reader, reader)
    try put.run()
  }

  func remove(_ path: FilePath) throws(LibraryError) { try remove(IndexName(path)) }

  func remove(_ name: IndexName) throws(LibraryError) {
    remove.bind(Column.path, name)
    try remove.run()
  }
}

enum SheetColumn: Int32, SQLColumns { case path, size, modified }

/// The table of CUE sheets, with their stamps when they were read.
struct SheetRows: ~Copyable {
  private let put: Statement
  private let remove: Statement

  init(_ connection: borrowing Connection) {
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO sheets(\(SheetColumn.list)) VALUES (\(SheetColumn.parameters))")
    remove = connection.prepareReusable("DELETE FROM sheets WHERE path = \(SheetColumn.path.parameter)")
  }

  /// Stores the stamp of a CUE sheet.
  ///
  /// - Parameter stamp: nil removes the sheet.
  func store(_ path: FilePath, _ stamp: FileStamp?) throws(LibraryError) {
    guard let stamp else {
      remove.bind(SheetColumn.path, path)
      return try remove.run()
    }
    put.bind(SheetColumn.path, path)
    put.bind(SheetColumn.size, stamp.size)
    put.bind(SheetColumn.modified, stamp.modified)
    try put.run()
  }
}
