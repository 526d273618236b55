import AudioBase
import SystemBase

/// What is found by bare words: each track's folded text, and the runs of characters in it.
struct SearchRows: ~Copyable {
  private let find: Statement
  private let put: Statement
  private let remove: Statement
  private let addGrams: Statement
  private let removeGrams: Statement

  init(_ connection: borrowing Connection) {
    find = connection.keep("SELECT text FROM texts WHERE track = ?1")
    put = connection.keep("INSERT OR REPLACE INTO texts(track, text) VALUES (?1, ?2)")
    remove = connection.keep("DELETE FROM texts WHERE track = ?1")
    addGrams = connection.keep("INSERT INTO grams(rowid, text) VALUES (?1, ?2)")
    // A table without content has to be told what it forgets.
    removeGrams = connection.keep(
      "INSERT INTO grams(grams, rowid, text) VALUES ('delete', ?1, ?2)")
  }

  /// - Parameter isNew: the track has no text yet.
  func put(_ track: Int64, _ text: [UInt8], isNew: Bool) throws(LibraryError) {
    if !isNew {
      guard try old(track) != text else { return }
      try removeGrams(of: track)
    }
    put.bind(1, track)
    put.bind(text: text, 2)
    try put.run()
    addGrams.bind(1, track)
    addGrams.bind(text: Grams.words(of: text), 2)
    try addGrams.run()
  }

  /// A track without a title is found by its file's name, which is the text's first line.
  func moved(_ track: Int64, from: IndexName, to: IndexName) throws(LibraryError) {
    guard let text = try old(track) else { return }
    let name = FoldedText.bytes(from.file.stem)
    guard text.starts(with: name), text.count == name.count || text[name.count] == 0x0A else { return }
    try put(track, FoldedText.bytes(to.file.stem) + text[name.count...], isNew: false)
  }

  func remove(_ track: Int64) throws(LibraryError) {
    try removeGrams(of: track)
    remove.bind(1, track)
    try remove.run()
  }

  private func removeGrams(of track: Int64) throws(LibraryError) {
    guard let text = try old(track) else { return }
    removeGrams.bind(1, track)
    removeGrams.bind(text: Grams.words(of: text), 2)
    try removeGrams.run()
  }

  private func old(_ track: Int64) throws(LibraryError) -> [UInt8]? {
    find.bind(1, track)
    return try find.first { $0.withBytes(0) { Array($0) } }
  }
}

extension TrackInfo {
  /// The lines that bare words are looked for in, folded: title (or the file's name), artists, album, its artist,
  /// genres, year.
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
