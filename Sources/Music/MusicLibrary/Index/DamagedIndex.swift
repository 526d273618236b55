import AudioBase
import SystemBase

/// Reads from a damaged index what no scan can find again: folders, histories of tracks, playlists.
///
/// Each table is read by itself, row by row, around the damaged pages.
struct DamagedIndex: ~Copyable {
  /// A playlist of the damaged index, which has either entries or a query.
  struct RecoveredPlaylist {
    var name: String
    var query: String?
    var entries: [PlaylistEntry] = []
  }

  private let source: Connection
  /// The parts of which rows could not be read.
  private(set) var incomplete: Set<LibraryRecovery.Part> = []

  /// The longest name in bytes, that of a part included. Damaged pages may contain rows that no program wrote.
  private static let longestName = 8_192
  /// The ids that rows may have.
  private static let ids = Int64(Int32.min)...Int64(Int32.max)
  /// The largest number of queries for the rows of a table.
  private static let mostQueries = 400

  /// Opens a damaged index for reading.
  ///
  /// - Throws: the error of opening the file.
  init(_ path: FilePath) throws(LibraryError) {
    source = try Connection(path, create: false)
    // Reads tables whose definition is valid even if others are not (sqlite.org/pragma.html).
    try? source.execute("PRAGMA writable_schema = 1; PRAGMA query_only = 1")
  }

  /// Reads the folders of music.
  mutating func folders() -> [FilePath] {
    var found: [FilePath] = []
    let isComplete = rows("SELECT path FROM folders ORDER BY path") { found.append($0.value()) }
    if !isComplete { incomplete.insert(.folders) }
    return found.filter(\.isAbsolute)
  }

  // MARK: - Histories

  /// Reads the histories of tracks, also of those whose files no longer exist.
  mutating func histories() -> [TrackHistory] {
    var found: [IndexName: TrackHistory] = [:]
    // Older indexes have no choices of albums.
    let hasChoices = rows("SELECT album_choice FROM former LIMIT 0") { _ in }
    let columns =
      hasChoices
      ? Connection.historyColumns : Connection.historyColumns.replacing("album_choice", with: "NULL")
    let former = "SELECT \(columns) FROM former ORDER BY path"
    var isComplete = rows(former) { DamagedIndex.add(&$0, to: &found) }
    if !isComplete { _ = rows(former + " DESC") { DamagedIndex.add(&$0, to: &found) } }
    let tracks = rows("SELECT \(columns), id FROM tracks NOT INDEXED", by: "id") { row in
      DamagedIndex.add(&row, to: &found)
      return row.value()
    }
    isComplete = isComplete && tracks
    if !isComplete { incomplete.insert(.histories) }
    return Array(found.values)
  }

  /// Reads the plays. An index of an earlier version has none.
  mutating func listens() -> [Listen] {
    let query = "SELECT \(Connection.listenColumns), id FROM listens NOT INDEXED"
    var found: [Int64: Listen] = [:]
    guard rows(query + " LIMIT 0", { _ in }) else { return [] }
    let isComplete = rows(query, by: "id") { row in
      let listen = row.listen()
      let id: Int64 = row.value()
      let path = listen.track.path
      if path.isAbsolute, path.bytes.count <= DamagedIndex.longestName { found[id] = listen }
      return id
    }
    if !isComplete { incomplete.insert(.histories) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func add(_ row: inout Row, to found: inout [IndexName: TrackHistory]) {
    let (name, key): (IndexName, TrackKey?) = (row.value(), row.trackKey())
    let (added, rating): (Int?, TrackRating?) = (row.optional(), row.rating())
    let (plays, lastPlayed): (Int?, Int64?) = (row.optional(), row.time())
    let fileRating = row.integer(in: 0...TrackRating.range.upperBound)
    let choice: String? = row.optional()
    guard name.file.isAbsolute, name.bytes.count <= longestName, let added, let plays else { return }
    found[name] = TrackHistory(
      name: name, key: key, added: LibraryTrack.times.contains(added) ? Int64(added) : 0, rating: rating,
      fileRating: fileRating, playCount: LibraryTrack.playCounts.contains(plays) ? plays : 0,
      lastPlayed: lastPlayed, albumChoice: choice.flatMap { $0.utf8.count <= longestName ? $0 : nil })
  }

  // MARK: - Playlists

  /// Reads the playlists; entries whose playlist cannot be read become a playlist with the name "recovered".
  mutating func playlists() -> [RecoveredPlaylist] {
    var found: [Int64: RecoveredPlaylist] = [:]
    // Older indexes have no queries.
    var isComplete = false
    for query in ["query", "NULL"] where !isComplete {
      isComplete = rows("SELECT id, name, \(query) FROM playlists NOT INDEXED", by: "id") { row in
        let (id, name): (Int64, String) = (row.value(), row.value())
        if (1...DamagedIndex.longestName).contains(name.utf8.count) {
          found[id] = RecoveredPlaylist(name: name, query: row.optional())
        }
        return id
      }
      if !found.isEmpty { break }
    }
    if !readEntries(into: &found) || !isComplete { incomplete.insert(.playlists) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Reads the entries of the playlists. Returns whether all rows were read.
  private func readEntries(into found: inout [Int64: RecoveredPlaylist]) -> Bool {
    var isComplete = true
    var lists = Set(found.keys)
    let places = "SELECT DISTINCT playlist FROM playlist_entries NOT INDEXED"
    for order in [" ORDER BY playlist", " ORDER BY playlist DESC"] {
      let isWhole = rows(places + order) { lists.insert($0.value()) }
      isComplete = isComplete && isWhole
      if isWhole { break }
    }
    for list in lists.sorted() {
      var entries: [(position: Int64, entry: PlaylistEntry)] = []
      let sql = """
        SELECT position, \(Row.playlistColumns) FROM playlist_entries NOT INDEXED WHERE playlist = \(list)
        """
      let isWhole = rows(sql, by: "position") { row in
        let position: Int64 = row.value()
        if let entry = DamagedIndex.entry(&row) { entries.append((position, entry)) }
        return position
      }
      isComplete = isComplete && isWhole
      if entries.isEmpty { continue }
      let sorted = entries.sorted { $0.position < $1.position }.map(\.entry)
      found[list, default: RecoveredPlaylist(name: "recovered")].entries = sorted
    }
    return isComplete
  }

  private static func entry(_ row: inout Row) -> PlaylistEntry? {
    let entry = row.playlistEntry()
    switch entry.location {
    case .file(let path): return path.isAbsolute && path.bytes.count <= longestName ? entry : nil
    case .url(let address): return address.isEmpty || address.utf8.count > longestName ? nil : entry
    }
  }
}

// MARK: - Rows around damage

extension DamagedIndex {
  /// Reads the rows of a query up to the damage. Returns whether all rows were read.
  private func rows(_ sql: String, _ receive: (inout Row) -> Void) -> Bool {
    do throws(LibraryError) {
      let statement = try source.prepare(SQL(text: sql))
      while try statement.step() { statement.row(receive) }
      return true
    } catch {
      return false
    }
  }

  /// Reads the rows of a table by an integer key: from both ends up to the damage, then from the middle of the gap,
  /// and so on.
  ///
  /// - Parameter receive: returns the key of a row.
  /// - Returns: whether all rows were read.
  private func rows(_ sql: String, by key: String, _ receive: (inout Row) -> Int64) -> Bool {
    // A query that cannot be prepared finds nothing in any range.
    guard rows(sql + " LIMIT 0", { _ in }) else { return false }
    let word = sql.contains(" WHERE ") ? "AND" : "WHERE"
    var gaps = [DamagedIndex.ids]
    var (next, isComplete) = (0, true)
    while next < min(gaps.count, DamagedIndex.mostQueries) {
      let range = gaps[next]
      next += 1
      var (first, last) = (range.lowerBound, range.upperBound)
      let isWhole = rows(
        "\(sql) \(word) \(key) BETWEEN \(first) AND \(last) ORDER BY \(key)"
      ) { row in
        let found = receive(&row)
        if range.contains(found) { first = max(first, found + 1) }
      }
      if isWhole { continue }
      let meets = rows("\(sql) \(word) \(key) BETWEEN \(first) AND \(last) ORDER BY \(key) DESC") { row in
        let found = receive(&row)
        if range.contains(found) { last = min(last, found - 1) }
      }
      if meets || first > last { continue }
      isComplete = false
      if first == last { continue }
      let middle = first + (last - first) / 2
      gaps += [first...middle, (middle + 1)...last]
    }
    return isComplete
  }
}

/// The data of a damaged index that the recreated index has.
package struct LibraryRecovery: Hashable, Sendable {
  /// A part of an index that no scan can find again.
  package enum Part: Hashable, Sendable, CaseIterable { case folders, histories, playlists }

  /// The number of tracks with plays or a rating.
  package var tracks = 0
  /// The number of playlists, saved queries included.
  package var playlists = 0
  /// The parts of which rows could not be read.
  package var incomplete: Set<Part> = []
}
