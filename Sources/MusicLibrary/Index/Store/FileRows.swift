import AudioBase

/// What is known of files: their stamps, and the tracks in them or why there are none.
struct FileRows: ~Copyable {
  private let find: Statement
  private let put: Statement
  private let remove: Statement

  init(_ connection: borrowing Connection) {
    find = connection.keep("SELECT track FROM files WHERE path = ?1")
    put = connection.keep(
      """
      INSERT OR REPLACE INTO files(path, size, modified, inode, device, track, reason)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    remove = connection.keep("DELETE FROM files WHERE path = ?1")
  }

  /// - Returns: the track at a path; nil where there is none.
  func track(at path: FilePath) throws(AudioError) -> Int64? {
    find.bind(1, path)
    return try find.first { $0.optionalInteger(0).map(Int64.init) } ?? nil
  }

  func put(_ path: FilePath, _ stamp: FileStamp, track: Int64?, reason: String? = nil) throws(AudioError) {
    put.bind(1, path)
    put.bind(2, stamp.size)
    put.bind(3, stamp.modified)
    put.bind(4, Int64(bitPattern: stamp.inode))
    put.bind(5, Int64(bitPattern: stamp.device))
    put.bind(6, track)
    put.bind(7, reason)
    try put.run()
  }

  func remove(_ path: FilePath) throws(AudioError) {
    remove.bind(1, path)
    try remove.run()
  }
}
