import MusicQuery

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
  /// - Parameter isCancelled: called often on the calling thread; returns whether to stop.
  /// - Returns: nil if the search was cancelled.
  package func search(
    _ query: SearchQuery, unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> TrackList? {
    if query.sort.isEmpty, order.current() == nil {
      let standard = SQLOrder.terms([])
      return try ids(query.condition, orderedBy: standard, limit: query.limit, unless: isCancelled).map(
        TrackList.init)
    }
    let found = try ids(query.condition, orderedBy: nil, limit: nil, unless: isCancelled)
    guard let found, let list = try sorted(TrackList(ids: found), by: query.sort, unless: isCancelled) else {
      return nil
    }
    return TrackList(ids: query.limit.map { Array(list.ids.prefix($0)) } ?? list.ids)
  }

  /// The length of a list from which the order of all tracks is computed and kept for the next list.
  private static let long = 2_000

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
      if list.count < LibraryStore.long { return try LibraryStore.sorted(list.ids, by: terms, connection) }
      let all = try LibraryStore.ids(nil, orderedBy: SQLOrder.terms(terms), limit: nil, connection)
      let order = LibraryOrder(all)
      if terms.allSatisfy(\.field.isOfTags) { self.order.replace(terms, order, version: version) }
      return order.sorted(list.ids)
    }
    return ids.map(TrackList.init)
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

  /// Returns the first matches of a query, unsorted, for display during typing; nil if the search was cancelled.
  package func firstFound(
    _ query: SearchQuery, limit: Int, unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let limit = min(limit, query.limit ?? limit)
    return try ids(query.condition, orderedBy: nil, limit: limit, unless: isCancelled).map(TrackList.init)
  }

  /// Returns the first matches of a query, unsorted.
  package func firstFound(_ query: SearchQuery, limit: Int) throws(LibraryError) -> TrackList {
    try firstFound(query, limit: limit, unless: { false }) ?? TrackList()
  }

  /// Computes the default order of all tracks, so that searches need not sort; a second for 300,000 tracks.
  ///
  /// Called on a background thread after each change; does nothing if the order is still valid.
  package func prepareOrder(unless isCancelled: @escaping () -> Bool = { false }) throws(LibraryError) {
    let found = try read(unless: isCancelled) {
      connection throws(LibraryError) -> (version: Int64, ids: [Int32])? in
      let version = try Counter.order.value(connection)
      if order.order([], version: version) != nil { return nil }
      return (version, try LibraryStore.ids(nil, orderedBy: SQLOrder.standard, limit: nil, connection))
    }
    if let (version, ids) = found ?? nil { order.replace([], LibraryOrder(ids), version: version) }
  }

  /// Returns the ids of the tracks that a statement finds; nil if the search was cancelled.
  private func ids(
    _ condition: SearchQuery.Condition?, orderedBy terms: String?, limit: Int?,
    unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> [Int32]? {
    try read(unless: isCancelled) { connection throws(LibraryError) in
      try LibraryStore.ids(condition, orderedBy: terms, limit: limit, connection)
    }
  }

  private static func ids(
    _ condition: SearchQuery.Condition?, orderedBy terms: String?, limit: Int?,
    _ connection: borrowing Connection
  ) throws(LibraryError) -> [Int32] {
    let condition = SQLCondition(condition, needsTracks: terms != nil, try NGramFrequencies(connection))
    var sql = "SELECT \(condition.id) FROM \(condition.source)"
    if terms != nil { sql += SQLOrder.joins }
    sql += " WHERE \(condition.sql)"
    if let terms { sql += " ORDER BY \(terms)" }
    if let limit { sql += " LIMIT \(limit)" }
    return try connection.all(SQL(text: sql, values: condition.values), isTyped: true) { $0.trackID() }
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
