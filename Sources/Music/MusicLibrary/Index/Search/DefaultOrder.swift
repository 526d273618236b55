import MusicQuery

/// The default order of all tracks, which `SQLOrder.standard` states, without a sort by SQLite.
///
/// Albums are ranked once. Then the tracks of each album are sorted by numbers, and a path is read only where two tracks
/// have the same place. Takes 40 bytes a track while it is computed.
struct DefaultOrder {
  /// What tracks that stand together have in common: the ranks of artist and album, and a date.
  private struct Group: Hashable {
    /// `Int32.max` without an artist.
    var artist: Int32
    /// The index in `dates`.
    var date: Int32
    /// 0 without an album.
    var album: Int32
  }

  private struct Album {
    var artist: Int32
    var album: Int32
    var date: [UInt8]?
    /// The index in `groups` once a track of a dated album was read.
    var group: Int32?
  }

  private struct Entry {
    var id: Int32
    var group: Int32
    /// Larger numbers than 32 bits hold are equal to each other.
    var disc: Int32
    /// 0 without a side, `Int32.max` without side and number; else the index in `sides`, and later its rank, from 1.
    var side: Int32
    /// Of those with a side, those without a number come first.
    var number: Int64

    func isAt(_ other: Entry) -> Bool {
      (group, disc, side, number) == (other.group, other.disc, other.side, other.number)
    }

    /// Returns whether it precedes another track of its group.
    func precedes(_ other: Entry) -> Bool {
      (disc, side, number) < (other.disc, other.side, other.number)
    }
  }

  private var artists: [Int64: Int32] = [:]
  private var albums: [Album] = []
  private var albumIndices: [Int64: Int] = [:]
  private var groups = Interned<Group>()
  /// The dates; the first one is that of tracks without a date.
  private var dates = Interned<[UInt8]>()
  /// The sides without case, of ASCII letters; the first one is none.
  private var sides = Interned<[UInt8]>()
  private var entries: [Entry] = []
  /// The album of the last track whose group is that of its album: most tracks follow others of their album.
  private var last: (album: Int64, group: Int32)?

  private init() {
    _ = dates.index(of: [])
    _ = sides.index(of: [])
  }

  /// Returns the ids of all tracks in the default order.
  static func ids(_ connection: borrowing Connection) throws(LibraryError) -> [Int32] {
    var order = DefaultOrder()
    try order.readNames(connection)
    try order.readTracks(connection)
    return try order.sorted(connection)
  }

  // MARK: Reading

  private mutating func readNames(_ connection: borrowing Connection) throws(LibraryError) {
    var ranks = Ranks()
    try connection.each("SELECT id, sort FROM artists ORDER BY sort") { row in
      let id: Int64 = row.value()
      artists[id] = ranks.next(row.value())
    }
    ranks = Ranks()
    try connection.each("SELECT id, sort, owner, date FROM albums ORDER BY sort") { row in
      albumIndices[row.value()] = albums.count
      let (rank, owner): (Int32, Int64) = (ranks.next(row.value()), row.value())
      albums.append(Album(artist: artists[owner] ?? .max, album: rank, date: row.optional()))
    }
  }

  private mutating func readTracks(_ connection: borrowing Connection) throws(LibraryError) {
    entries.reserveCapacity(try connection.trackCount())
    // The last columns are read only for tracks whose album does not have them.
    try connection.each(
      "SELECT id, album_id, disc_number, side, track_number, owner, date FROM tracks"
    ) { row in
      guard let id = row.trackID() else { return }
      let album: Int64? = row.optional()
      let disc: Int64 = row.optional() ?? 1
      let (side, number): ([UInt8]?, Int64?) = (row.optional(), row.optional())
      let sideIndex = side.map { sides.index(of: [1] + $0.map(DefaultOrder.withoutCase)) }
      let group = group(album, &row)
      entries.append(
        Entry(
          id: id, group: group, disc: Int32(clamping: disc), side: sideIndex ?? (number == nil ? .max : 0),
          number: number ?? .min))
    }
  }

  /// Returns a byte as `COLLATE NOCASE` compares it.
  private static func withoutCase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }

  /// - Parameter row: a row whose next columns are the owner and the date of the track.
  private mutating func group(_ id: Int64?, _ row: inout Row) -> Int32 {
    if let id, let last, last.album == id { return last.group }
    let index = id.flatMap { albumIndices[$0] }
    if let id, let index, let known = albums[index].group {
      last = (id, known)
      return known
    }
    let album = index.map { albums[$0] }
    let owner: Int64? = row.optional()
    let own: [UInt8]? = row.optional()
    let date = (album?.date ?? own).map { dates.index(of: [1] + $0) }
    let artist = album?.artist ?? owner.flatMap { artists[$0] }
    let group = groups.index(of: Group(artist: artist ?? .max, date: date ?? 0, album: album?.album ?? 0))
    if let index, album?.date != nil { albums[index].group = group }
    return group
  }

  // MARK: Sorting

  private mutating func sorted(_ connection: borrowing Connection) throws(LibraryError) -> [Int32] {
    rankSides()
    var order = orderedByGroup()
    let find = try connection.prepare("SELECT path FROM tracks WHERE id = ?")
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, entries[order[end]].isAt(entries[order[start]]) { end += 1 }
      if end - start > 1 { try sortByPath(&order, start..<end, find) }
      start = end
    }
    return order.map { entries[$0].id }
  }

  private mutating func rankSides() {
    guard sides.values.count > 1 else { return }
    let ranks = sides.ranks { $0.lexicographicallyPrecedes($1) }
    for index in entries.indices where entries[index].side != .max {
      entries[index].side = ranks[Int(entries[index].side)]
    }
  }

  /// Returns the indices of the entries in the order of their groups, and in each by their numbers.
  private func orderedByGroup() -> [Int] {
    let dateRanks = dates.ranks { $0.lexicographicallyPrecedes($1) }
    let ranks = groups.ranks { left, right in
      (left.artist, dateRanks[Int(left.date)], left.album)
        < (right.artist, dateRanks[Int(right.date)], right.album)
    }
    var ends = [Int](repeating: 0, count: ranks.count + 1)
    for entry in entries { ends[Int(ranks[Int(entry.group)]) + 1] += 1 }
    for rank in ranks.indices { ends[rank + 1] += ends[rank] }
    let starts = ends
    var order = [Int](repeating: 0, count: entries.count)
    for (index, entry) in entries.enumerated() {
      let rank = Int(ranks[Int(entry.group)])
      order[ends[rank]] = index
      ends[rank] += 1
    }
    order.withUnsafeMutableBufferPointer { order in
      for rank in ranks.indices {
        order[starts[rank]..<starts[rank + 1]].sort { entries[$0].precedes(entries[$1]) }
      }
    }
    return order
  }

  /// Sorts tracks that have the same place by their paths, then by their ids.
  private func sortByPath(
    _ order: inout [Int], _ range: Range<Int>, _ find: borrowing Statement
  ) throws(LibraryError) {
    var keys: [(key: [UInt8], index: Int)] = []
    for index in order[range] {
      find.bind([.integer(Int64(entries[index].id))])
      let path: [UInt8] = try find.first { $0.value() } ?? []
      let folded = FoldedText.bytes(String(decoding: path, as: UTF8.self))
      keys.append((SortKey.bytes(folded: folded), index))
    }
    keys.sort { left, right in
      left.key == right.key
        ? entries[left.index].id < entries[right.index].id : left.key.lexicographicallyPrecedes(right.key)
    }
    for (place, key) in zip(range, keys) { order[place] = key.index }
  }
}

/// Numbers sorted keys from 1; equal keys have the same number.
private struct Ranks {
  private var last: [UInt8]?
  private var rank: Int32 = 0

  mutating func next(_ key: [UInt8]) -> Int32 {
    if key != last { (last, rank) = (key, rank + 1) }
    return rank
  }
}

/// Values, each of which is stored once and known by its index.
private struct Interned<Value: Hashable> {
  private(set) var values: [Value] = []
  private var indices: [Value: Int32] = [:]

  mutating func index(of value: Value) -> Int32 {
    if let index = indices[value] { return index }
    let index = Int32(values.count)
    values.append(value)
    indices[value] = index
    return index
  }

  /// Returns the rank of each value, from 0.
  func ranks(_ precedes: (Value, Value) -> Bool) -> [Int32] {
    var ranks = [Int32](repeating: 0, count: values.count)
    let order = values.indices.sorted { precedes(values[$0], values[$1]) }
    for (rank, index) in order.enumerated() { ranks[index] = Int32(rank) }
    return ranks
  }
}
