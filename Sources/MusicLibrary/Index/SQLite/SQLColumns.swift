import SystemBase

/// The columns of a query or an insertion: one list gives their SQL and their positions.
///
/// A case is named as its column is, in camel case: `albumArtist` stands for `album_artist`.
protocol SQLColumns: CaseIterable, RawRepresentable, Sendable where RawValue == Int32 {
  /// The expression that a query asks for.
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

  /// The number of the parameter that an insertion takes the column from.
  var parameter: Int32 { rawValue + 1 }

  /// The expressions, parted by commas.
  static var list: String { allCases.map(\.sql).joined(separator: ", ") }

  /// The parameters of an insertion, parted by commas.
  static var parameters: String { allCases.map { "?\($0.parameter)" }.joined(separator: ", ") }
}

/// Reads the columns of a row by name.
extension Statement {
  func isNull(_ column: some SQLColumns) -> Bool { isNull(column.rawValue) }
  func integer(_ column: some SQLColumns) -> Int64 { integer(column.rawValue) }
  func optionalInteger(_ column: some SQLColumns) -> Int? { optionalInteger(column.rawValue) }
  func integer(_ column: some SQLColumns, in range: ClosedRange<Int>) -> Int? {
    integer(column.rawValue, in: range)
  }
  func optionalDouble(_ column: some SQLColumns) -> Double? { optionalDouble(column.rawValue) }
  func text(_ column: some SQLColumns) -> String? { text(column.rawValue) }
  func bytes(_ column: some SQLColumns) -> [UInt8]? { bytes(column.rawValue) }
  func path(_ column: some SQLColumns) -> FilePath { path(column.rawValue) }
  func name(_ column: some SQLColumns) -> IndexName { name(column.rawValue) }
}
