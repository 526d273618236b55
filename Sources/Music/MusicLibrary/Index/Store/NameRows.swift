import MusicQuery

/// The tables of artists and genres, with a cache of their ids.
struct NameTables {
  var artists = NameTable("artists", isSorted: true)
  var genres = NameTable("genres", isSorted: false)
}

/// A table of names: names that fold to the same text have one row.
struct NameTable {
  private let table: String
  /// Whether the table has a column for the sort key.
  private let isSorted: Bool
  private var ids: [String: Int64] = [:]

  fileprivate init(_ table: String, isSorted: Bool) { (self.table, self.isSorted) = (table, isSorted) }

  /// Returns the id of a name; adds it if it does not exist.
  mutating func id(of name: String, _ connection: borrowing Connection) throws(LibraryError) -> Int64 {
    if let id = ids[name] { return id }
    let folded = NameTable.key(name)
    let text = SQLValue.utf8(folded)
    if let id = try connection.integer("SELECT id FROM \(sql: table) WHERE folded = \(text)") {
      ids[name] = id
      return id
    }
    var row: [(key: String, value: any SQLBindable)] = [("name", name), ("folded", text)]
    if isSorted { row.append(("sort", SortKey.bytes(folded: folded))) }
    let id = try connection.insert("INSERT INTO \(sql: table)\(row: row)")
    ids[name] = id
    return id
  }

  /// Returns the folded name; a name that folds to nothing is its own key.
  static func key(_ name: String) -> [UInt8] {
    let folded = FoldedText.bytes(name)
    return folded.isEmpty ? Array(name.utf8) : folded
  }
}

/// A key whose byte order is the natural order of folded names, with numbers compared by value.
enum SortKey {
  /// Returns the sort key of a folded name.
  ///
  /// - Parameter folded: see `FoldedText`.
  static func bytes(folded: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(folded.count + 4)
    var place = 0
    while place < folded.count {
      guard isDigit(folded[place]) else {
        key.append(folded[place])
        place += 1
        continue
      }
      let end = folded[place...].firstIndex { !isDigit($0) } ?? folded.count
      let digits = folded[place..<end].drop { $0 == 0x30 }
      // Numbers sort where digits do; a number with more digits is larger.
      key += [0x30, UInt8(min(digits.count, 255))]
      key += digits
      place = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
