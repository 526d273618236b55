import MusicQuery

/// The condition of a query as SQL, with the values of its parameters.
struct SQLCondition {
  /// The tables of the `FROM` clause.
  private(set) var source = "tracks t"
  /// The column that holds a track's id.
  private(set) var id = "t.id"
  private(set) var sql = ""
  private(set) var values: [SQLValue] = []
  private let frequencies: NGramFrequencies
  /// The runs that all tracks have which the statement looks at.
  private var matchedRuns: Set<String> = []

  /// Converts a condition of a query to SQL.
  init(_ condition: SearchQuery.Condition?, _ frequencies: NGramFrequencies) {
    self.frequencies = frequencies
    guard let condition else {
      sql = "1"
      return
    }
    let parts = if case .all(let parts) = condition { parts } else { [condition] }
    let match = WordMatch(parts.compactMap(\.word), frequencies)
    guard let expression = match.expression else {
      sql = add(condition)
      return
    }
    // `CROSS JOIN` makes the full-text index the outer loop, so that the first matches are returned without a
    // list of all.
    let others = parts.filter { $0.word == nil }
    if others.isEmpty {
      (source, id) = ("grams g", "g.rowid")
    } else {
      source = "grams g CROSS JOIN tracks t ON t.id = g.rowid"
    }
    matchedRuns = match.runs
    if !match.toVerify.isEmpty { source += " CROSS JOIN texts x ON x.track = g.rowid" }
    sql = "g.grams MATCH \(bind(.text(expression)))"
    for word in match.toVerify { sql += " AND instr(x.text, \(bind(.utf8(word))))" }
    for other in others { sql += " AND \(add(other))" }
  }

  /// Whether the statement reads the full-text index in the order of the ids.
  var isFullText: Bool { source.hasPrefix("grams") }

  /// Returns the statement that finds the ids of the tracks which meet the condition, at most this many.
  func statement(limit: Int?) -> SQL {
    let end = limit.map { " LIMIT \($0)" } ?? ""
    return SQL(text: "SELECT \(id) FROM \(source) WHERE \(sql)\(end)", values: values)
  }

  /// Returns the statement that finds those of an interval of ids, in their order, for a statement of the full-text index.
  func statement(within ids: Range<Int>) -> SQL {
    let range = " AND \(id) >= ?\(values.count + 1) AND \(id) < ?\(values.count + 2)"
    return SQL(
      text: "SELECT \(id) FROM \(source) WHERE \(sql)\(range)",
      values: values + [ids.lowerBound.sqlValue, ids.upperBound.sqlValue])
  }

  private mutating func bind(_ value: SQLValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  private mutating func add(_ condition: SearchQuery.Condition) -> String {
    switch condition {
    case .word(let word): words([word])
    case .text(let field, let match): text(field, match)
    case .number(let field, let range): number(field, range)
    case .kind(let kind): "t.kind = \(kind.rawValue)"
    case .away(let isAway): "t.away = \(isAway ? 1 : 0)"
    case .damaged(let isDamaged): "t.damage IS \(isDamaged ? "NOT " : "")NULL"
    case .compilation(let isOne): "t.compilation = \(isOne ? 1 : 0)"
    case .heard(let range): "t.path IN (SELECT path FROM listens WHERE \(within(range, "began")))"
    case .not(let inner): "NOT coalesce(\(add(inner)), 0)"
    case .all(let inner): all(inner)
    case .any(let inner): joined(inner.map { add($0) }, " OR ")
    }
  }

  private func joined(_ parts: [String], _ separator: String) -> String {
    parts.isEmpty ? "1" : "(" + parts.joined(separator: separator) + ")"
  }

  /// Joins conditions by AND; all their words become one full-text search.
  private mutating func all(_ conditions: [SearchQuery.Condition]) -> String {
    let words = conditions.compactMap(\.word)
    var parts = words.isEmpty ? [] : [self.words(words)]
    for condition in conditions where condition.word == nil { parts.append(add(condition)) }
    return joined(parts, " AND ")
  }

  private mutating func words(_ words: [String]) -> String {
    let match = WordMatch(words, frequencies)
    // A word that folds to nothing, such as a single accent, matches everything.
    guard let expression = match.expression else { return "1" }
    let found = "t.id IN (SELECT rowid FROM grams WHERE grams MATCH \(bind(.text(expression))))"
    let verified = match.toVerify.map {
      "(SELECT instr(text, \(bind(.utf8($0)))) FROM texts WHERE track = \(id))"
    }
    return joined([found] + verified, " AND ")
  }

  private mutating func text(_ field: SearchQuery.TextField, _ match: SearchQuery.TextMatch) -> String {
    let columns = SQLCondition.columns(field)
    // In the full-text index, too.
    let isSearched = ![.path, .codec, .date].contains(field)
    switch match {
    case .absent: return "coalesce(\(columns[0]), '') = ''"
    case .contains(let value): return compare(columns, "folded_contains", value, isSearched)
    case .equals(let value):
      // The single values, where `columns` has their joined text alone.
      let lists = field == .genre ? ["t.genres"] : []
      return compare(columns + lists, "folded_equals", value, isSearched)
    }
  }

  /// Compares a text field. If the field is in the full-text index, that limits the tracks that are compared.
  private mutating func compare(
    _ columns: [String], _ function: String, _ value: String, _ isSearched: Bool
  ) -> String {
    let place = bind(.utf8(FoldedText.bytes(value)))
    let tests = columns.map { "\(function)(\($0), \(place))" }
    let test = joined(tests, " OR ")
    let match = WordMatch([value], frequencies)
    guard isSearched, let expression = match.expression, !match.runs.isSubset(of: matchedRuns) else {
      return test
    }
    return "(t.id IN (SELECT rowid FROM grams WHERE grams MATCH \(bind(.text(expression)))) AND \(test))"
  }

  /// The columns whose names differ from those of fields.
  private static let names = [
    "albumartist": "album_artist", "length": "duration", "played": "plays", "track": "track_number",
    "disc": "disc_number", "samplerate": "sample_rate", "lastplayed": "last_played",
  ]

  static func columns(_ field: SearchQuery.TextField) -> [String] {
    field == .artist ? ["t.artist", "t.artists"] : ["t.\(names[field.rawValue] ?? field.rawValue)"]
  }

  private mutating func number(_ field: SearchQuery.NumberField, _ range: NumberRange) -> String {
    within(range, SQLCondition.column(field))
  }

  private mutating func within(_ range: NumberRange, _ column: String) -> String {
    var parts: [String] = []
    if let lower = range.lower {
      parts.append("\(column) \(range.includesLower ? ">=" : ">") \(bind(.number(lower)))")
    }
    if let upper = range.upper {
      parts.append("\(column) \(range.includesUpper ? "<=" : "<") \(bind(.number(upper)))")
    }
    return joined(parts, " AND ")
  }

  static func column(_ field: SearchQuery.NumberField) -> String {
    switch field {
    case .bpm: "coalesce(t.bpm, (SELECT bpm FROM tempi WHERE track = t.id))"
    // Tracks without a rating count as rated 0.
    case .rating: "coalesce(t.rating, 0)"
    default: "t.\(names[field.rawValue] ?? field.rawValue)"
    }
  }
}

extension SearchQuery.Condition {
  fileprivate var word: String? {
    if case .word(let word) = self { word } else { nil }
  }
}
