import AudioBase
import Synchronization
import SystemBase

/// A statement with the values of its parameters: each interpolated value becomes a parameter.
struct SQL: ExpressibleByStringInterpolation {
  fileprivate(set) var text: String
  fileprivate(set) var values: [SQLValue]

  init(text: String, values: [SQLValue] = []) { (self.text, self.values) = (text, values) }

  init(stringLiteral text: String) { self.init(text: text) }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sql = SQL(text: "")

    init(literalCapacity: Int, interpolationCount: Int) {
      sql.text.reserveCapacity(literalCapacity + interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { sql.text += literal }

    mutating func appendInterpolation(_ value: some SQLBindable) {
      sql.text += "?"
      sql.values.append(value.sqlValue)
    }

    /// Appends text of SQL, which contains no input of the user.
    mutating func appendInterpolation(sql text: String) { sql.text += text }

    mutating func appendInterpolation(_ part: SQL) {
      sql.text += part.text
      sql.values += part.values
    }

    /// Appends the columns of a query.
    mutating func appendInterpolation<Columns: SQLColumns>(_: Columns.Type) { sql.text += Columns.list }

    /// Appends the column names and the values of a row to insert.
    mutating func appendInterpolation(row: KeyValuePairs<String, any SQLBindable>) {
      appendInterpolation(row: Array(row))
    }

    mutating func appendInterpolation(row: [(key: String, value: any SQLBindable)]) {
      var separator = "("
      for (column, value) in row {
        sql.text += separator
        sql.text += column
        sql.values.append(value.sqlValue)
        separator = ", "
      }
      sql.text += ") VALUES (?"
      for _ in row.dropFirst() { sql.text += ", ?" }
      sql.text += ")"
    }

    /// Appends the condition that `path` is below a folder; nil for every path.
    mutating func appendInterpolation(below folder: FilePath?) {
      guard let range = folder.map(PathRange.init) else { return appendLiteral("1") }
      appendLiteral("path >= ")
      appendInterpolation(range.from)
      appendLiteral(" AND path < ")
      appendInterpolation(range.to)
    }
  }
}

/// A value of a parameter.
enum SQLValue: SQLBindable {
  case null
  case integer(Int64)
  case number(Double)
  case text(String)
  /// UTF-8, bound as a text.
  case utf8([UInt8])
  case blob([UInt8])

  var sqlValue: SQLValue { self }
}

/// A type whose values are bound to parameters; nil is NULL.
protocol SQLBindable: Sendable {
  var sqlValue: SQLValue { get }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
  var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

extension Int64: SQLBindable { var sqlValue: SQLValue { .integer(self) } }
extension Int: SQLBindable { var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int32: SQLBindable { var sqlValue: SQLValue { .integer(Int64(self)) } }
extension UInt64: SQLBindable { var sqlValue: SQLValue { .integer(Int64(bitPattern: self)) } }
extension Bool: SQLBindable { var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension Double: SQLBindable { var sqlValue: SQLValue { .number(self) } }
extension String: SQLBindable { var sqlValue: SQLValue { .text(self) } }
extension [UInt8]: SQLBindable { var sqlValue: SQLValue { .blob(self) } }
extension FilePath: SQLBindable { var sqlValue: SQLValue { .blob(bytes) } }
extension IndexName: SQLBindable { var sqlValue: SQLValue { .blob(bytes) } }
extension TrackKey: SQLBindable { var sqlValue: SQLValue { .blob(bytes) } }
extension TrackRating: SQLBindable { var sqlValue: SQLValue { .integer(Int64(stars)) } }

/// The columns of a query: the enumeration defines their SQL and their positions.
///
/// A case has the name of its column in camel case: `albumArtist` for `album_artist`.
protocol SQLColumns: RawRepresentable, CaseIterable, Sendable where RawValue == Int32 {
  /// The expression in the column list of a query.
  var sql: String { get }
}

/// The lists of columns by their types: a list is made once, since names of cases are looked up slowly.
private let columnLists = Mutex<[ObjectIdentifier: String]>([:])

extension SQLColumns {
  /// The name of the column.
  var name: String { "\(self)".snakeCase }

  var sql: String { name }

  /// The expressions, separated by commas.
  static var list: String {
    columnLists.withLock { lists in
      if let known = lists[ObjectIdentifier(Self.self)] { return known }
      let list = allCases.map(\.sql).joined(separator: ", ")
      lists[ObjectIdentifier(Self.self)] = list
      return list
    }
  }
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
