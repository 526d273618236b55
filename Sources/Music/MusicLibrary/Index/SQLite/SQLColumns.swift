import AudioBase

/// The parameters of a statement: one list gives their SQL and their positions.
///
/// Statements that share a list need not have all its parameters.
protocol SQLParameters: RawRepresentable, Sendable where RawValue == Int32 {}

extension SQLParameters {
  /// The parameter in SQL, such as `?1`.
  var parameter: String { "?\(position)" }

  /// The position for SQLite, counted from 1.
  var position: Int32 { rawValue + 1 }
}

/// A single parameter by its position, counted from 0.
struct SQLPosition: SQLParameters {
  let rawValue: Int32

  init(_ position: Int32) { rawValue = position }

  init?(rawValue: Int32) { self.init(rawValue) }
}

/// The columns of a query or an insertion: the enumeration defines their SQL and their positions.
///
/// A case has the name of its column in camel case: `albumArtist` for `album_artist`.
protocol SQLColumns: SQLParameters, CaseIterable {
  /// The expression in the column list of a query.
  var sql: String { get }
}

extension SQLColumns {
  /// The name of the column.
  var name: String {
    "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  var sql: String { name }

  /// The expressions, separated by commas.
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }

  /// The parameters of an insertion, separated by commas.
  static var parameters: String { allCases.map(\.parameter).joined(separator: ", ") }
}

extension SQLColumns {
  /// Returns the members of tracks with their columns, most of which have the same name.
  static func ofMembers() -> [(TrackMember, Self)] {
    let names = ["bitsPerSample": "bits", "trackSide": "side"]
    return (TrackMember.tags + TrackMember.sound).map { member in
      let name = names[member.name] ?? member.name
      guard let column = allCases.first(where: { "\($0)" == name }) else { preconditionFailure(name) }
      return (member, column)
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
