import SystemBase

/// Artists, genres and albums by their ids; those of a batch are remembered.
struct NameRows: ~Copyable {
  private let findArtist: Statement
  private let addArtist: Statement
  private let findGenre: Statement
  private let addGenre: Statement
  private let findAlbum: Statement
  private let addAlbum: Statement
  private var artists: [String: Int64] = [:]
  private var genres: [String: Int64] = [:]
  private var albums: [AlbumName: Int64] = [:]

  private struct AlbumName: Hashable {
    var title: String
    var owner: Int64
  }

  init(_ connection: borrowing Connection) {
    findArtist = connection.keep("SELECT id FROM artists WHERE folded = ?1")
    addArtist = connection.keep(
      "INSERT INTO artists(name, folded, sort) VALUES (?1, ?2, ?3)")
    findGenre = connection.keep("SELECT id FROM genres WHERE folded = ?1")
    addGenre = connection.keep("INSERT INTO genres(name, folded) VALUES (?1, ?2)")
    findAlbum = connection.keep("SELECT id FROM albums WHERE folded = ?1 AND owner = ?2")
    addAlbum = connection.keep(
      "INSERT INTO albums(title, owner, folded, compilation, sort) VALUES (?1, ?2, ?3, ?4, ?5)")
  }

  /// Forgets the ids: another program may have changed them, or the batch was taken back.
  mutating func forget() {
    artists.removeAll()
    genres.removeAll()
    albums.removeAll()
  }

  mutating func artist(_ name: String) throws(LibraryError) -> Int64 {
    if let id = artists[name] { return id }
    let folded = NameRows.key(name)
    findArtist.bind(text: folded, 1)
    let id: Int64
    if let found = try findArtist.first({ $0.integer(0) }) {
      id = found
    } else {
      addArtist.bind(1, name)
      addArtist.bind(text: folded, 2)
      addArtist.bind(3, SortKey.bytes(folded: folded))
      id = try addArtist.insert()
    }
    artists[name] = id
    return id
  }

  mutating func genre(_ name: String) throws(LibraryError) -> Int64 {
    if let id = genres[name] { return id }
    let folded = NameRows.key(name)
    findGenre.bind(text: folded, 1)
    let id: Int64
    if let found = try findGenre.first({ $0.integer(0) }) {
      id = found
    } else {
      addGenre.bind(1, name)
      addGenre.bind(text: folded, 2)
      id = try addGenre.insert()
    }
    genres[name] = id
    return id
  }

  /// - Parameter owner: the artist under whom it is listed; 0 for a compilation of many.
  mutating func album(_ title: String, owner: Int64, isCompilation: Bool) throws(LibraryError) -> Int64 {
    let name = AlbumName(title: title, owner: owner)
    if let id = albums[name] { return id }
    let folded = NameRows.key(title)
    findAlbum.bind(text: folded, 1)
    findAlbum.bind(2, owner)
    let id: Int64
    if let found = try findAlbum.first({ $0.integer(0) }) {
      id = found
    } else {
      addAlbum.bind(1, title)
      addAlbum.bind(2, owner)
      addAlbum.bind(text: folded, 3)
      addAlbum.bind(4, isCompilation ? 1 : 0)
      addAlbum.bind(5, SortKey.bytes(folded: folded))
      id = try addAlbum.insert()
    }
    albums[name] = id
    return id
  }

  /// What makes names the same; one of marks alone stands for itself.
  private static func key(_ name: String) -> [UInt8] {
    let folded = FoldedText.bytes(name)
    return folded.isEmpty ? Array(name.utf8) : folded
  }
}

/// A name as bytes whose order is the natural one: without case and accents, numbers by their value.
enum SortKey {
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
      // A number stands where digits stand; the longer one is the larger.
      key += [0x30, UInt8(min(digits.count, 255))]
      key += digits
      place = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
