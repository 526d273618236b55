import SystemBase

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
