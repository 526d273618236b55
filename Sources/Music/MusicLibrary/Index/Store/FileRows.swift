import SystemBase
import TrackTags

/// The content of a file.
enum FileEntry {
  case track(Int64)
  /// The file contains several tracks: see `Connection.parts`.
  case parts
  case unreadable
}

/// A track of a file with several tracks.
struct FilePart {
  var name: IndexName
  var track: Int64
  var number: Int?
}

/// The table of files, with their stamps, and their tracks or the reason why there are none; and that of CUE sheets.
extension Connection {
  func entry(at path: FilePath) throws(LibraryError) -> FileEntry? {
    try first("SELECT track, reason IS NULL FROM files WHERE path = \(path)") { row in
      if let track: Int64 = row.optional() { return .track(track) }
      return row.value() ? .parts : .unreadable
    }
  }

  /// Returns the tracks of a file with several tracks.
  func parts(of path: FilePath) throws(LibraryError) -> [FilePart] {
    let range = IndexName.parts(of: path)
    return try all(
      """
      SELECT f.path, f.track, t.track_number FROM files f JOIN tracks t ON t.id = f.track
      WHERE f.path > \(range.from) AND f.path < \(range.to) ORDER BY t.id
      """
    ) { FilePart(name: $0.value(), track: $0.value(), number: $0.optional()) }
  }

  /// Returns the version of the tag reader that has read a file; 0 if it is not known.
  func reader(of path: FilePath) throws(LibraryError) -> Int {
    try integer("SELECT reader FROM files WHERE path = \(path)").map { Int(clamping: $0) } ?? 0
  }

  func storePart(_ name: IndexName, track: Int64) throws(LibraryError) {
    try storeFile(name, FileStamp(size: -1, modified: 0, inode: 0, device: 0), track: track)
  }

  /// Stores a file and the version of the tag reader that has read it.
  func storeFile(
    _ name: IndexName, _ stamp: FileStamp, track: Int64?, reason: String? = nil,
    reader: Int = TagReader.version
  ) throws(LibraryError) {
    try run(
      """
      INSERT OR REPLACE INTO files\(row: [
        "path": name, "size": stamp.size, "modified": stamp.modified, "inode": stamp.inode, "device": stamp.device,
        "track": track, "reason": reason, "reader": reader,
      ])
      """)
  }

  func removeFile(_ name: IndexName) throws(LibraryError) {
    try run("DELETE FROM files WHERE path = \(name)")
  }

  /// Stores the stamp of a CUE sheet at the time when it was read; nil removes the sheet.
  func storeSheet(_ path: FilePath, _ stamp: FileStamp?) throws(LibraryError) {
    guard let stamp else { return try run("DELETE FROM sheets WHERE path = \(path)") }
    try run(
      """
      INSERT OR REPLACE INTO sheets\(row: ["path": path, "size": stamp.size, "modified": stamp.modified])
      """)
  }

  /// Marks the tracks and folders below a folder as away or present.
  func setAway(_ isAway: Bool, below folder: FilePath) throws(LibraryError) {
    try run(
      """
      UPDATE tracks SET away = \(isAway) WHERE away <> \(isAway) AND id IN (
        SELECT track FROM files WHERE \(below: folder) AND track IS NOT NULL)
      """)
    try run("UPDATE folders SET away = \(isAway) WHERE path = \(folder) OR (\(below: folder))")
  }
}
