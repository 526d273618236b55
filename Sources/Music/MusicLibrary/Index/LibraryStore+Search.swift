import MusicQuery
import SystemBase

/// The search for tracks.
extension LibraryStore {
  /// Returns all tracks that match a query, in its order.
  package func search(_ query: SearchQuery) throws(LibraryError) -> TrackList {
    guard let list = try search(query, unless: { false }) else {
      preconditionFailure("a search that cannot be cancelled")
    }
    return list
  }

  /// Returns all tracks that match a query, in its order.
  ///
  /// - Parameter isCancelled: called often, on the calling thread and a second one; returns whether to stop.
  /// - Returns: nil if the search was cancelled.
  package func search(
    _ query: SearchQuery, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let found = try ids(query.condition, limit: nil, unless: isCancelled)
    guard let found else { return nil }
    let list: TrackList? =
      if let range = query.heardRange, let first = query.sort.first, first.field == .played {
        try sorted(found, by: query.sort, playsIn: range, unless: isCancelled)
      } else {
        try sorted(TrackList(ids: found), by: query.sort, unless: isCancelled)
      }
    guard let list else { return nil }
    return TrackList(ids: query.limit.map { Array(list.ids.prefix($0)) } ?? list.ids)
  }

  /// A list of fewer tracks is sorted by itself. For a longer one, the order of all tracks is computed and kept for the
  /// next list, unless the list is a small part of them. In larger libraries, two threads search.
  private static let long = 2_000
  /// The most tracks that are sorted by themselves, whose ids are in one statement.
  private static let longest = 20_000

  private static func isShort(
    _ list: TrackList, _ connection: borrowing Connection
  ) throws(LibraryError) -> Bool {
    guard (long..<longest).contains(list.count) else { return list.count < long }
    let largest = try connection.largestID()
    return Int64(list.count) < largest / smallPart
  }

  /// Sorts a list.
  ///
  /// - Parameter terms: the sort keys; none for the default order.
  /// - Returns: nil if it was cancelled.
  package func sorted(
    _ list: TrackList, by terms: [SearchQuery.SortTerm], unless isCancelled: @escaping () -> Bool = { false }
  ) throws(LibraryError) -> TrackList? {
    if terms.isEmpty, let order = order.current() { return TrackList(ids: order.sorted(list.ids)) }
    let ids = try read(unless: isCancelled) { connection throws(LibraryError) in
      let version = try Counter.order.value(connection)
      if let order = order.order(terms, version: version) { return order.sorted(list.ids) }
      if try LibraryStore.isShort(list, connection) {
        return try LibraryStore.sorted(list.ids, by: terms, connection)
      }
      let order = LibraryOrder(try LibraryStore.allIDs(orderedBy: terms, connection))
      if terms.allSatisfy(\.field.isOfTags) { self.order.replace(terms, order, version: version) }
      return order.sorted(list.ids)
    }
    return ids.map(TrackList.init)
  }

  /// Sorts tracks by their plays that began in an interval; those with equally many by the other sort keys.
  ///
  /// - Parameter terms: the first one is that of the plays.
  private func sorted(
    _ ids: [Int32], by terms: [SearchQuery.SortTerm], playsIn range: NumberRange,
    unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let others = try sorted(TrackList(ids: ids), by: Array(terms.dropFirst()), unless: isCancelled)
    let counts = try read(unless: isCancelled) { connection throws(LibraryError) in
      try connection.playCounts(in: range)
    }
    guard let others, let counts else { return nil }
    let isDescending = terms.first?.isDescending == true
    let keyed = others.ids.enumerated().map { (plays: counts[$1] ?? 0, place: $0, id: $1) }
    let order = keyed.sorted { first, second in
      if first.plays == second.plays { return first.place < second.place }
      return isDescending ? first.plays > second.plays : first.plays < second.plays
    }
    return TrackList(ids: order.map(\.id))
  }

  private static func allIDs(
    orderedBy terms: [SearchQuery.SortTerm], _ connection: borrowing Connection
  ) throws(LibraryError) -> [Int32] {
    if terms.isEmpty { return try DefaultOrder.ids(connection) }
    return try connection.all(
      "SELECT t.id FROM tracks t\(sql: SQLOrder.joins) ORDER BY \(sql: SQLOrder.terms(terms))"
    ) { $0.trackID() }
  }

  private static func sorted(
    _ ids: [Int32], by terms: [SearchQuery.SortTerm], _ connection: borrowing Connection
  ) throws(LibraryError) -> [Int32] {
    let set = ids.map(String.init).joined(separator: ",")
    return try connection.all(
      """
      SELECT t.id FROM tracks t\(sql: SQLOrder.joins) WHERE t.id IN (\(sql: set)) ORDER BY \(sql: SQLOrder.terms(terms))
      """
    ) { $0.trackID() }
  }

  /// From this part of the tracks on, reading all of them takes less time than finding those of a list: 8 is an eighth.
  private static let smallPart: Int64 = 8

  /// Returns tracks in the order of how many of some folded words their titles contain, else in the same order. The title of
  /// a track without one is the name of its file.
  ///
  /// - Returns: nil if it was cancelled.
  func ranked(
    _ list: TrackList, byTitlesWith words: [[UInt8]], unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let few = try read(unless: isCancelled) {
      connection throws(LibraryError) -> (counts: [UInt8]?, largest: Int) in
      let largest = try connection.largestID()
      let isFew = Int64(list.count) < largest / LibraryStore.smallPart
      return (isFew ? try connection.titleCounts(words, of: list.ids) : nil, Int(largest))
    }
    guard let few else { return nil }
    let counts: [UInt8]
    if let known = few.counts {
      counts = known
    } else {
      let all = try readHalves(of: few.largest, unless: isCancelled) { connection, ids throws(LibraryError) in
        try connection.titleCounts(words, within: ids)
      }
      guard let all else { return nil }
      counts = list.ids.map { all.indices.contains(Int($0)) ? all[Int($0)] : 0 }
    }
    var groups = [[Int32]](repeating: [], count: words.count + 1)
    for (id, count) in zip(list.ids, counts) { groups[Int(count)].append(id) }
    return TrackList(ids: groups.reversed().flatMap(\.self))
  }

  /// Returns the first matches of a query, unsorted, for display during typing; nil if the search was cancelled.
  package func firstFound(
    _ query: SearchQuery, limit: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let limit = min(limit, query.limit ?? limit)
    return try ids(query.condition, limit: limit, unless: isCancelled).map(TrackList.init)
  }

  /// Returns the first matches of a query, unsorted.
  package func firstFound(_ query: SearchQuery, limit: Int) throws(LibraryError) -> TrackList {
    try firstFound(query, limit: limit, unless: { false }) ?? TrackList()
  }

  /// Returns the first of all tracks in the default order; nil until it is known.
  func firstInOrder(_ count: Int) -> TrackList? { order.current().map { TrackList(ids: $0.first(count)) } }

  /// Computes the default order of all tracks, so that searches need not sort; less than a second for 1,000,000 tracks.
  ///
  /// Called on a background thread after each change; does nothing if the order is still valid.
  package func prepareOrder(unless isCancelled: @escaping () -> Bool = { false }) throws(LibraryError) {
    let found = try read(unless: isCancelled) {
      connection throws(LibraryError) -> (version: Int64, ids: [Int32])? in
      let version = try Counter.order.value(connection)
      if order.order([], version: version) != nil { return nil }
      return (version, try DefaultOrder.ids(connection))
    }
    if let (version, ids) = found ?? nil { order.replace([], LibraryOrder(ids), version: version) }
  }

  /// Returns the ids of the tracks that meet a condition, unsorted; nil if the search was cancelled.
  private func ids(
    _ condition: SearchQuery.Condition?, limit: Int?, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(LibraryError) -> [Int32]? {
    let found = try read(unless: isCancelled) {
      connection throws(LibraryError) -> (ids: [Int32]?, largest: Int) in
      let condition = SQLCondition(condition, try NGramFrequencies(connection))
      if limit == nil, condition.isFullText {
        let largest = try connection.largestID()
        if largest > LibraryStore.long { return (nil, Int(largest)) }
      }
      return (try connection.ids(condition.statement(limit: limit)), 0)
    }
    guard let found else { return nil }
    if let ids = found.ids { return ids }
    return try readHalves(of: found.largest, unless: isCancelled) { connection, ids throws(LibraryError) in
      let condition = SQLCondition(condition, try NGramFrequencies(connection))
      return try connection.ids(condition.statement(within: ids))
    }
  }

  /// Reads the tracks with ids up to the largest one in two halves at the same time, the second half on another thread. The
  /// halves may be those of different versions of the index.
  ///
  /// - Parameter body: reads the values of the tracks with these ids.
  /// - Returns: the values of both halves; nil if it was cancelled.
  private func readHalves<Value: Sendable>(
    of largest: Int, unless isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (borrowing Connection, Range<Int>) throws(LibraryError) -> [Value]
  ) throws(LibraryError) -> [Value]? {
    let end = min(largest, Int(Int32.max)) + 1
    let middle = end / 2
    let answer = Mailbox<Result<[Value]?, LibraryError>>()
    let helper = WorkerThread(name: "search") {
      answer.post(
        Result { () throws(LibraryError) in
          try self.read(unless: isCancelled) { connection throws(LibraryError) in
            try body(connection, middle..<end)
          }
        })
    }
    defer { helper.join() }
    let first = try read(unless: isCancelled) { connection throws(LibraryError) in
      try body(connection, 0..<middle)
    }
    helper.join()
    guard let first, let second = try answer.receive()[0].get() else { return nil }
    return first + second
  }

  /// Runs `body` in one read transaction. Returns nil if it was cancelled.
  private func read<Result: Sendable>(
    unless isCancelled: @escaping () -> Bool,
    _ body: (borrowing Connection) throws(LibraryError) -> Result
  ) throws(LibraryError) -> Result? {
    do throws(LibraryError) {
      return try read { connection throws(LibraryError) in
        try connection.interruptible(isCancelled) { () throws(LibraryError) in try body(connection) }
      }
    } catch {
      if isCancelled() { return nil }
      throw error
    }
  }
}

extension Connection {
  /// Returns the largest id of a track; 0 without tracks.
  fileprivate func largestID() throws(LibraryError) -> Int64 {
    max(try integer("SELECT max(id) FROM tracks") ?? 0, 0)
  }

  fileprivate func ids(_ sql: SQL) throws(LibraryError) -> [Int32] {
    try all(sql, isTyped: true) { $0.trackID() }
  }

  /// Returns how many of some folded words the title of each track contains, for all ids of an interval; 0 for ids without
  /// track.
  fileprivate func titleCounts(
    _ words: [[UInt8]], within ids: Range<Int>
  ) throws(LibraryError) -> [UInt8] {
    // Copies, since two threads that count the references to the same arrays slow each other down.
    let words = words.map { $0.map(\.self) }
    var counts = [UInt8](repeating: 0, count: ids.count)
    try each(
      "SELECT track, text FROM texts WHERE track >= \(ids.lowerBound) AND track < \(ids.upperBound)"
    ) { row in
      // In a damaged index, any id may follow.
      guard let id = row.trackID(), ids.contains(Int(id)) else { return }
      counts[Int(id) - ids.lowerBound] = row.count(of: words)
    }
    return counts
  }

  /// Returns how many of some folded words the title of each track contains.
  fileprivate func titleCounts(_ words: [[UInt8]], of ids: [Int32]) throws(LibraryError) -> [UInt8] {
    var counts: [UInt8] = []
    let find = try prepare("SELECT text FROM texts WHERE track = ?")
    for id in ids {
      find.bind([.integer(Int64(id))])
      counts.append(try find.first { $0.count(of: words) } ?? 0)
    }
    return counts
  }
}

extension Row {
  /// Returns how many of some folded words the first line of the text in the next column contains: see
  /// `TrackInfo.searchText`.
  fileprivate mutating func count(of words: [[UInt8]]) -> UInt8 {
    withBytes { text in
      let title = UnsafeBufferPointer(rebasing: text.prefix { $0 != 0x0A })
      return UInt8(clamping: words.count { title.contains(run: $0) })
    }
  }
}
