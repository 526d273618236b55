import AudioBase

/// Finding tracks.
extension LibraryStore {
  /// All tracks that a query asks for, in its order.
  package func search(_ query: SearchQuery) throws(AudioError) -> TrackList {
    if query.sort.isEmpty, let order = order.current() {
      let found = try ids(query.condition, orderedBy: nil, limit: nil)
      let ids = order.sorted(found)
      return TrackList(ids: query.limit.map { Array(ids.prefix($0)) } ?? ids)
    }
    return TrackList(
      ids: try ids(query.condition, orderedBy: SQLOrder.terms(query.sort), limit: query.limit))
  }

  /// The first tracks of a query as they come, in no order: what can be shown while one types.
  package func firstFound(_ query: SearchQuery, limit: Int) throws(AudioError) -> TrackList {
    TrackList(ids: try ids(query.condition, orderedBy: nil, limit: min(limit, query.limit ?? limit)))
  }

  /// Works out the default order of all tracks, so that queries need not sort: a second for 300,000. For a thread
  /// that has time; called again behind each change, it does nothing where the order is still right.
  package func prepareOrder() throws(AudioError) {
    let version = try orderVersion()
    if order.isCurrent(version) { return }
    let ids = try ids(nil, orderedBy: SQLOrder.standard, limit: nil)
    order.replace(LibraryOrder(ids), version: version)
  }

  private func orderVersion() throws(AudioError) -> Int64 {
    try read { connection throws(AudioError) in
      let statement = try connection.prepare("SELECT value FROM counters WHERE name = 'order'")
      return try statement.first { $0.integer(0) } ?? 0
    }
  }

  private func ids(
    _ condition: SearchQuery.Condition?, orderedBy terms: String?, limit: Int?
  ) throws(AudioError) -> [Int32] {
    let condition = SQLCondition(condition, needsTracks: terms != nil)
    var sql = "SELECT \(condition.id) FROM \(condition.source)"
    if terms != nil { sql += SQLOrder.joins }
    sql += " WHERE \(condition.sql)"
    if let terms { sql += " ORDER BY \(terms)" }
    if let limit { sql += " LIMIT \(limit)" }
    return try read { connection throws(AudioError) in
      let statement = try connection.prepare(sql)
      statement.bind(condition.values)
      var ids: [Int32] = []
      while try statement.step() { ids.append(Int32(truncatingIfNeeded: statement.integer(0))) }
      return ids
    }
  }
}

extension Statement {
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
