import AudioBase
import MusicQuery
import SystemBase

/// The tables of the full-text search: the folded text of each track, and its runs of characters.
extension Connection {
  /// Stores the text of a track, which has no text yet if it is new.
  func storeText(of track: Int64, _ text: [UInt8], isNew: Bool) throws(LibraryError) {
    if !isNew {
      guard try self.text(of: track) != text else { return }
      try removeGrams(of: track)
    }
    try run("INSERT OR REPLACE INTO texts\(row: ["track": track, "text": SQLValue.utf8(text)])")
    try run("INSERT INTO grams\(row: ["rowid": track, "text": SQLValue.utf8(NGrams.words(of: text))])")
  }

  /// Updates the text of a track without a title, whose first line is its file name.
  func moveText(of track: Int64, from: IndexName, to: IndexName) throws(LibraryError) {
    guard let text = try text(of: track) else { return }
    let name = FoldedText.bytes(from.file.stem)
    guard text.starts(with: name), text.count == name.count || text[name.count] == 0x0A else { return }
    try storeText(of: track, FoldedText.bytes(to.file.stem) + text[name.count...], isNew: false)
  }

  func removeText(of track: Int64) throws(LibraryError) {
    try removeGrams(of: track)
    try run("DELETE FROM texts WHERE track = \(track)")
  }

  private func removeGrams(of track: Int64) throws(LibraryError) {
    guard let text = try text(of: track) else { return }
    // A contentless FTS5 table needs the old text to delete its entries.
    let words = SQLValue.utf8(NGrams.words(of: text))
    try run("INSERT INTO grams\(row: ["grams": "delete", "rowid": track, "text": words])")
  }

  private func text(of track: Int64) throws(LibraryError) -> [UInt8]? {
    try first("SELECT text FROM texts WHERE track = \(track)") { $0.value() }
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
