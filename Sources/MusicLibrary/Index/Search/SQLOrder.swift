/// A query's order as SQL; every order ends in the natural one of names.
enum SQLOrder {
  /// What the default order needs beside `tracks AS t`.
  static let joins = " LEFT JOIN artists a ON a.id = t.owner LEFT JOIN albums al ON al.id = t.album_id"

  /// Album artist, date, album, disc, track, names. What has none comes last.
  static let standard = """
    a.sort IS NULL, a.sort, coalesce(al.date, t.date), al.sort, coalesce(t.disc_number, 1),
    t.track_number IS NULL AND t.side IS NULL, t.side, t.track_number, natural_key(t.path), t.id
    """

  static func terms(_ sort: [SearchQuery.SortTerm]) -> String {
    (sort.map(term) + [standard]).joined(separator: ", ")
  }

  private static func term(_ term: SearchQuery.SortTerm) -> String {
    if term.field == .random { return "random()" }
    let column = column(term.field)
    let direction = term.isDescending ? " DESC" : ""
    // What is not known comes last either way.
    guard term.field == .track else { return "\(column) IS NULL, \(column)\(direction)" }
    return "\(column) IS NULL AND t.side IS NULL, t.side\(direction), \(column)\(direction)"
  }

  private static func column(_ field: SearchQuery.SortField) -> String {
    if let number = SearchQuery.NumberField(rawValue: field.rawValue) { return SQLCondition.column(number) }
    guard let text = SearchQuery.TextField(rawValue: field.rawValue) else { return "random()" }
    switch text {
    case .albumartist: return "a.sort"
    case .date, .codec: return SQLCondition.columns(text)[0]
    // A track without a title is shown by its file's name, which ends its path.
    default: return "natural_key(\(SQLCondition.columns(text)[0]))"
    }
  }
}
