import AudioBase
import MusicQuery
import SystemBase

/// The tables of the full-text search: the folded text of each track, and its runs of characters.
struct SearchRows: ~Copyable {
  private let find: Statement
  private let put: Statement
  private let remove: Statement
  private let addGrams: Statement
  private let removeGrams: Statement

  private enum Column: Int32, SQLColumns { case track, text }

  init(_ connection: borrowing Connection) {
    find = connection.prepareReusable("SELECT text FROM texts WHERE track = \(Column.track.parameter)")
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO texts(\(Column.list)) VALUES (\(Column.parameters))")
    remove = connection.prepareReusable("DELETE FROM texts WHERE track = \(Column.track.parameter)")
    addGrams = connection.prepareReusable("INSERT INTO grams(rowid, text) VALUES (\(Column.parameters))")
    // A contentless FTS5 table needs the old text to delete its entries.
    removeGrams = connection.prepareReusable(
      "INSERT INTO grams(grams, rowid, text) VALUES ('delete', \(Column.parameters))")
  }

  /// Stores the text of a track.
  ///
  /// - Parameter isNew: whether the track has no text yet.
  func store(_ track: Int64, _ text: [UInt8], isNew: Bool) throws(LibraryError) {
    if !isNew {
      guard try old(track) != text else { return }
      try removeGrams(of: track)
    }
    put.bind(Column.track, track)
    put.bind(Column.text, text: text)
    try put.run()
    addGrams.bind(Column.track, track)
    addGrams.bind(Column.text, text: NGrams.words(of: text))
    try addGrams.run()
  }

  /// Updates the text of a track without a title, whose first line is its file name.
  func moved(_ track: Int64, from: IndexName, to: IndexName) throws(LibraryError) {
    guard let text = try old(track) else { return }
    let name = FoldedText.bytes(from.file.stem)
    guard text.starts(with: name), text.count == name.count || text[name.count] == 0x0A else { return }
    try store(track, FoldedText.bytes(to.file.stem) + text[name.count...], isNew: false)
  }

  func remove(_ track: Int64) throws(LibraryError) {
    try removeGrams(of: track)
    remove.bind(Column.track, track)
    try remove.run()
  }

  private func removeGrams(of track: Int64) throws(LibraryError) {
    guard let text = try old(track) else { return }
    removeGrams.bind(Column.track, track)
    removeGrams.bind(Column.text, text: NGrams.words(of: text))
    try removeGrams.run()
  }

  private func old(_ track: Int64) throws(LibraryError) -> [UInt8]? {
    find.bind(Column.track, track)
    return try find.first { $0.withBytes(OnlyColumn.value) { Array($0) } }
  }
}

extension TrackInfo {
  /// The folded text that words are searched in, one line for each field: title (or file name), artists,
  /// album, album artist, genres, year.
  var searchText: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(128)
    FoldedText.append(title ?? path.stem, to: &text)
    add(artist, to: &text)
    for name in artists where name != artist && artist?.contains(name) != true { add(name, to: &text) }
    add(album, to: &text)
    if albumArtist != artist { add(albumArtist, to: &text) }
    add(genre, to: &text)
    add(date.map { String($0.prefix(4)) }, to: &text)
    return text
  }

  private func add(_ field: String?, to text: inout [UInt8]) {
    guard let field else { return }
    text.append(0x0A)
    FoldedText.append(field, to: &text)
  }
}
