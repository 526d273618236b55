/// The columns of a query: the enumeration defines their SQL and their positions.
///
/// A case has the name of its column in camel case: `albumArtist` for `album_artist`.
protocol SQLColumns: RawRepresentable, CaseIterable, Sendable where RawValue == Int32 {
  /// The expression in the column list of a query.
  var sql: String { get }
}

extension SQLColumns {
  /// The name of the column.
  var name: String { "\(self)".snakeCase }

  var sql: String { name }

  /// The expressions, separated by commas.
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }
}

extension String {
  /// A name in camel case as the name of a column: `album_artist` for `albumArtist`.
  var snakeCase: String {
    reduce(into: "") { name, letter in name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }
}

/// The column of a query with a single column.
enum OnlyColumn: Int32, SQLColumns { case value }

/// Several values in one column, separated by U+001F.
enum ListText {
  private static let separator: Character = "\u{1F}"

  static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.map { $0.filter { $0 != separator } }.joined(separator: "\u{1F}")
  }

  static func values(_ text: String?) -> [String] {
    text.map { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) } ?? []
  }
}
