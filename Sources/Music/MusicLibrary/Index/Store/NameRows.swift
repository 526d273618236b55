import MusicQuery

/// The tables of artists and genres, with a cache of the ids of the batch.
struct NameRows: ~Copyable {
  private var artists: NameTable
  private var genres: NameTable

  init(_ connection: borrowing Connection) {
    artists = NameTable("artists", isSorted: true, connection)
    genres = NameTable("genres", isSorted: false, connection)
  }

  /// Clears the cache: another program may have changed the tables, or the batch was rolled back.
  mutating func forget() {
    artists.forget()
    genres.forget()
  }

  mutating func artist(_ name: String) throws(LibraryError) -> Int64 { try artists.id(of: name) }

  mutating func genre(_ name: String) throws(LibraryError) -> Int64 { try genres.id(of: name) }
}

/// A table of names: names that fold to the same text have one row.
struct NameTable: ~Copyable {
  private let find: Statement
  private let add: Statement
  private let isSorted: Bool
  private var ids: [String: Int64] = [:]

  private enum Column: Int32, SQLColumns { case name, folded }
  private enum SortedColumn: Int32, SQLColumns { case name, folded, sort }

  /// Prepares the statements of a table of names.
  ///
  /// - Parameter isSorted: whether the table has a column for the sort key.
  init(_ table: String, isSorted: Bool, _ connection: borrowing Connection) {
    self.isSorted = isSorted
    find = connection.prepareReusable("SELECT id FROM \(table) WHERE folded = \(Column.folded.parameter)")
    let (columns, parameters) =
      isSorted ? (SortedColumn.list, SortedColumn.parameters) : (Column.list, Column.parameters)
    add = connection.prepareReusable("INSERT INTO \(table)(\(columns)) VALUES (\(parameters))")
  }

  mutating func forget() { ids.removeAll() }

  /// Returns the id of a name; adds it if it does not exist.
  mutating func id(of name: String) throws(LibraryError) -> Int64 {
    if let id = ids[name] { return id }
    let folded = NameTable.key(name)
    find.bind(Column.folded, text: folded)
    let id: Int64
    if let found = try find.firstInteger() { id = found } else { id = try insert(name, folded) }
    ids[name] = id
    return id
  }

  private func insert(_ name: String, _ folded: [UInt8]) throws(LibraryError) -> Int64 {
    add.bind(SortedColumn.name, name)
    add.bind(SortedColumn.folded, text: folded)
    if isSorted { add.bind(SortedColumn.sort, SortKey.bytes(folded: folded)) }
    return try add.insert()
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
