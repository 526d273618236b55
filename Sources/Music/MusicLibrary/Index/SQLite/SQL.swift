import AudioBase
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
      let parameters = row.map { _ in "?" }.joined(separator: ", ")
      sql.text += "(\(row.map(\.key).joined(separator: ", "))) VALUES (\(parameters))"
      sql.values += row.map(\.value.sqlValue)
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
