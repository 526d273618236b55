import MusicQuery

/// The order of a query as SQL; every order ends with the default order.
enum SQLOrder {
  /// The joins with `tracks AS t` that the default order needs.
  static let joins = """
     LEFT JOIN albums al ON al.id = t.album_id LEFT JOIN artists a ON a.id = coalesce(al.owner, t.owner)
    """

  /// The default order: album artist, date, album, disc, track, path. Unknown values come last.
  static let standard = """
    a.sort IS NULL, a.sort, coalesce(al.date, t.date), al.sort, coalesce(t.disc_number, 1),
    t.track_number IS NULL AND t.side IS NULL, t.side, t.track_number, natural_key(t.path), t.id
    """

  /// Returns the order of a list of albums, of `albums AS al` and their `artists AS a`.
  static func albums(_ sort: [SearchQuery.SortTerm]) -> String {
    let standard = "a.sort IS NULL, a.sort, al.date, al.sort, al.id"
    guard let term = sort.first else { return standard }
    let column: String? =
      switch term.field {
      case .title, .album: "al.sort"
      case .artist, .albumartist: "a.sort"
      case .year, .date: "al.date"
      default: nil
      }
    return column.map { "\($0) IS NULL, \($0)\(term.isDescending ? " DESC" : ""), \(standard)" } ?? standard
  }

  static func terms(_ sort: [SearchQuery.SortTerm]) -> String {
    (sort.map(term) + [standard]).joined(separator: ", ")
  }

  private static func term(_ term: SearchQuery.SortTerm) -> String {
    if term.field == .random { return "random()" }
    let column = column(term.field)
    let direction = term.isDescending ? " DESC" : ""
    // Unknown values come last in both directions.
    guard term.field == .track else { return "\(column) IS NULL, \(column)\(direction)" }
    return "\(column) IS NULL AND t.side IS NULL, t.side\(direction), \(column)\(direction)"
  }

  private static func column(_ field: SearchQuery.SortField) -> String {
    if let number = SearchQuery.NumberField(rawValue: field.rawValue) { return SQLCondition.column(number) }
    guard let text = SearchQuery.TextField(rawValue: field.rawValue) else { return "random()" }
    switch text {
    case .albumartist: return "a.sort"
    case .date, .codec: return SQLCondition.columns(text)[0]
    // A track without a title is shown by its file name, which is the end of its path.
    default: return "natural_key(\(SQLCondition.columns(text)[0]))"
    }
  }
}
