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

    /// Appends the column names and the values of a row to insert. Each place in the code has one list of columns, whose
    /// text is made once.
    mutating func appendInterpolation(
      row: KeyValuePairs<String, any SQLBindable>, file: StaticString = #fileID, line: Int = #line
    ) {
      let place = CodePlace(file: UInt(bitPattern: file.utf8Start), line: line)
      sql.text += rowTexts.withLock { texts in
        if let known = texts[place] { return known }
        let text = SQL.row(row.map(\.key))
        texts[place] = text
        return text
      }
      for (_, value) in row { sql.values.append(value.sqlValue) }
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

extension SQL {
  /// Returns the text of a row to insert: its columns, and a parameter for each.
  static func row(_ columns: [String]) -> String {
    let parameters = columns.map { _ in "?" }.joined(separator: ", ")
    return "(\(columns.joined(separator: ", "))) VALUES (\(parameters))"
  }
}

/// A place in the code, by the address of the name of its file.
private struct CodePlace: Hashable {
  var file: UInt
  var line: Int
}

/// The texts of rows by the places where they are written.
private let rowTexts = Mutex<[CodePlace: String]>([:])

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

extension String {
  /// A name in camel case as the name of a column: `album_artist` for `albumArtist`.
  var snakeCase: String {
    reduce(into: "") { name, letter in name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }
}

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
