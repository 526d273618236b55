import Glibc
import SystemBase

/// An opened index, with a notice if it had to be recreated.
package struct LibraryOpening: Sendable {
  package var store: LibraryStore
  package var notice: LibraryNotice?
}

/// A notice about the index for the user.
package enum LibraryNotice: Hashable, Sendable {
  /// The index was damaged and has been recreated.
  ///
  /// - setAside: the new path of the damaged file.
  /// - recovered: what could be read from it; the next scan restores play counts and ratings.
  case recreated(FilePath, setAside: FilePath, recovered: LibraryRecovery)
}

extension LibraryStore {
  /// Opens the index, or creates it. A damaged index is renamed with the date first, and recreated.
  package static func open(_ path: FilePath) throws(LibraryError) -> LibraryOpening {
    do throws(LibraryError) {
      try checkHeader(path)
      let store = try LibraryStore(path)
      try store.probe()
      return LibraryOpening(store: store)
    } catch {
      guard error.code == .damaged else { throw error }
      return try recreate(path)
    }
  }

  /// Opens the index and runs `body`. If the index turns out to be damaged, recreates it and runs `body`
  /// again.
  package static func withIndex<Result>(
    _ path: FilePath, _ body: (LibraryOpening) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result {
    let opening = try open(path)
    do throws(LibraryError) {
      return try body(opening)
    } catch {
      guard error.code == .damaged, error.subject == path.shown else { throw error }
    }
    return try body(try recreate(path))
  }

  /// Throws `damaged` for a file format that SQLite does not know, which SQLite would open for reading only,
  /// without an error (sqlite.org/fileformat2.html, section 1.3).
  private static func checkHeader(_ path: FilePath) throws(LibraryError) {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var versions: [UInt8] = [0, 0]
    guard pread(descriptor, &versions, 2, 18) == 2, versions.contains(where: { $0 > 2 }) else { return }
    throw LibraryError(.damaged, path.shown, detail: "its format is \(versions[0])")
  }

  /// Detects common damage quickly: reads the columns of all tables and their first row.
  private func probe() throws(LibraryError) {
    try read { connection throws(LibraryError) in
      for source in LibraryStore.probes {
        _ = try connection.prepare("SELECT \(sql: source) LIMIT 1").step()
      }
    }
  }

  /// The sources of the queries: all columns of all tables, and a search in the table of grams.
  private static let probes =
    Schema.tables.split(separator: ";").compactMap(probe) + ["rowid FROM grams WHERE grams MATCH '\"a\"'"]

  /// Returns the columns of the table that a statement creates, and the table; nil for another statement.
  private static func probe(_ statement: Substring) -> String? {
    guard let start = statement.firstRange(of: "CREATE TABLE ")?.upperBound,
      let open = statement[start...].firstIndex(of: "("), let close = statement.lastIndex(of: ")")
    else { return nil }
    // Keys of several columns have parentheses.
    let columns = statement[open..<close].dropFirst().split(separator: ",").filter {
      !$0.contains { "()".contains($0) }
    }
    let names = columns.compactMap { $0.split(whereSeparator: \.isWhitespace).first }
    return "\(names.joined(separator: ", ")) FROM \(statement[start..<open]) NOT INDEXED"
  }

  /// Renames a damaged index and creates a new one in its place, with the folders, histories and playlists that
  /// can be recovered.
  package static func recreate(_ path: FilePath) throws(LibraryError) -> LibraryOpening {
    // Fails here if SQLite itself does not work, so that a valid file is not renamed.
    try Schema.prepare(try Connection(FilePath(":memory:"), create: true))
    let aside = try setAside(path)
    let store = try LibraryStore(path)
    let nothing = LibraryRecovery(incomplete: Set(LibraryRecovery.Part.allCases))
    let recovered = (try? store.recover(from: aside)) ?? nothing
    return LibraryOpening(store: store, notice: .recreated(path, setAside: aside, recovered: recovered))
  }

  /// Renames the file with its write-ahead log and its shared memory.
  private static func setAside(_ path: FilePath) throws(LibraryError) -> FilePath {
    var name = FilePath(bytes: path.bytes + Array(".damaged-\(date())".utf8))
    var number = 1
    while name.exists {
      number += 1
      name = FilePath(bytes: path.bytes + Array(".damaged-\(date())-\(number)".utf8))
    }
    for ending in ["", "-wal", "-shm"] {
      let from = FilePath(bytes: path.bytes + Array(ending.utf8))
      let to = FilePath(bytes: name.bytes + Array(ending.utf8))
      let result = from.withCString { from in to.withCString { rename(from, $0) } }
      guard result == 0 || !ending.isEmpty else {
        throw LibraryError(FileError(errno: errno, path.shown, call: "rename", writing: true))
      }
    }
    return name
  }

  /// Returns the local time as `2026-11-20-140509`.
  private static func date() -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d-%H%M%S", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Recovers from a damaged index what no scan can find again.
extension LibraryStore {
  /// Copies the folders, the histories of the tracks and the playlists of a damaged index into this one.
  ///
  /// Histories are stored like those of files that no longer exist: the next scan restores them.
  func recover(from damaged: FilePath) throws(LibraryError) -> LibraryRecovery {
    var source = try DamagedIndex(damaged)
    let (folders, histories, playlists) = (source.folders(), source.histories(), source.playlists())
    let listens = source.listens()
    try write { connection throws(LibraryError) in
      for folder in folders {
        try connection.run("INSERT OR IGNORE INTO folders\(row: ["path": folder, "added": 0])")
      }
      for history in histories { try connection.storeHistory(history) }
      for listen in listens { try connection.store(listen, IndexName(listen.track.location)) }
    }
    var names: Set<String> = []
    for playlist in playlists { try save(playlist, &names) }
    return LibraryRecovery(
      tracks: histories.count { $0.rating != nil || $0.playCount > 0 }, playlists: playlists.count,
      incomplete: source.incomplete)
  }

  /// Saves a playlist under its name, with a number if another one has that name.
  private func save(_ playlist: DamagedIndex.RecoveredPlaylist, _ names: inout Set<String>)
    throws(LibraryError)
  {
    var name = playlist.name
    var number = 1
    while !names.insert(name).inserted {
      number += 1
      name = "\(playlist.name) \(number)"
    }
    try savePlaylist(name, playlist.entries, query: playlist.query)
  }
}
