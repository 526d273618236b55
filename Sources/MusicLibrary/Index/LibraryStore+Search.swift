import SystemBase

/// Finding tracks.
extension LibraryStore {
  /// All tracks that a query asks for, in its order.
  package func search(_ query: SearchQuery) throws(LibraryError) -> TrackList {
    guard let list = try search(query, unless: { false }) else { preconditionFailure("nobody cancelled it") }
    return list
  }

  /// - Parameter isCancelled: asked often, on the calling thread.
  /// - Returns: nil where it was cancelled before the end.
  package func search(
    _ query: SearchQuery, unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> TrackList? {
    if query.sort.isEmpty, let order = order.current() {
      let found = try ids(query.condition, orderedBy: nil, limit: nil, unless: isCancelled)
      guard let ids = found.map(order.sorted) else { return nil }
      return TrackList(ids: query.limit.map { Array(ids.prefix($0)) } ?? ids)
    }
    let terms = SQLOrder.terms(query.sort)
    return try ids(query.condition, orderedBy: terms, limit: query.limit, unless: isCancelled).map(
      TrackList.init)
  }

  /// The first tracks of a query as they come, in no order: what can be shown while one types.
  ///
  /// - Returns: nil where it was cancelled.
  package func firstFound(
    _ query: SearchQuery, limit: Int, unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> TrackList? {
    let limit = min(limit, query.limit ?? limit)
    return try ids(query.condition, orderedBy: nil, limit: limit, unless: isCancelled).map(TrackList.init)
  }

  package func firstFound(_ query: SearchQuery, limit: Int) throws(LibraryError) -> TrackList {
    try firstFound(query, limit: limit, unless: { false }) ?? TrackList()
  }

  /// Works out the default order of all tracks, so that queries need not sort: a second for 300,000. For a thread
  /// that has time; called again behind each change, it does nothing where the order is still right.
  package func prepareOrder(unless isCancelled: @escaping () -> Bool = { false }) throws(LibraryError) {
    let version = try orderVersion()
    if order.isCurrent(version) { return }
    let ids = try ids(nil, orderedBy: SQLOrder.standard, limit: nil, unless: isCancelled)
    if let ids { order.replace(LibraryOrder(ids), version: version) }
  }

  private func orderVersion() throws(LibraryError) -> Int64 {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT value FROM counters WHERE name = 'order'")
      return try statement.first { $0.integer(0) } ?? 0
    }
  }

  /// - Returns: nil where it was cancelled.
  private func ids(
    _ condition: SearchQuery.Condition?, orderedBy terms: String?, limit: Int?,
    unless isCancelled: @escaping () -> Bool
  ) throws(LibraryError) -> [Int32]? {
    do throws(LibraryError) {
      return try read { connection throws(LibraryError) in
        try connection.interruptible(isCancelled) { () throws(LibraryError) in
          let condition = SQLCondition(condition, needsTracks: terms != nil, try RunRarity(connection))
          return try condition.ids(connection, orderedBy: terms, limit: limit)
        }
      }
    } catch {
      if isCancelled() { return nil }
      throw error
    }
  }
}

extension SQLCondition {
  fileprivate func ids(
    _ connection: borrowing Connection, orderedBy terms: String?, limit: Int?
  ) throws(LibraryError) -> [Int32] {
    var sql = "SELECT \(id) FROM \(source)"
    if terms != nil { sql += SQLOrder.joins }
    sql += " WHERE \(self.sql)"
    if let terms { sql += " ORDER BY \(terms)" }
    if let limit { sql += " LIMIT \(limit)" }
    let statement = try connection.prepare(typed: sql)
    statement.bind(values)
    return try statement.trackIDs()
  }
}

extension Statement {
  /// The first column of all rows.
  func trackIDs() throws(LibraryError) -> [Int32] {
    var ids: [Int32] = []
    while try step() {
      if let id = trackID(0) { ids.append(id) }
    }
    return ids
  }

  func bind(_ values: [SQLCondition.Value]) {
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .text(let text): bind(index, text)
      case .bytes(let bytes): bind(text: bytes, index)
      case .number(let number): bind(index, number)
      }
    }
  }
}
