import AudioBase
import MusicQuery
import SystemBase

/// The ids of rows that a connection has found, which are valid until another program writes or a batch fails.
final class KnownRows {
  var artists = NameTable("artists", isSorted: true)
  var genres = NameTable("genres", isSorted: false)
  var albums: [[UInt8]: Int64] = [:]
  var pictures: [TrackPicture: Int64] = [:]

  func forget() { (artists.ids, genres.ids, albums, pictures) = ([:], [:], [:], [:]) }
}

/// A table of names: names that fold to the same text have one row.
struct NameTable {
  private let table: String
  /// Whether the table has a column for the sort key.
  private let isSorted: Bool
  fileprivate var ids: [String: Int64] = [:]

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
    let row: SQL =
      if isSorted {
        "\(row: ["name": name, "folded": text, "sort": SortKey.bytes(folded: folded)])"
      } else {
        "\(row: ["name": name, "folded": text])"
      }
    let id = try connection.insert("INSERT INTO \(sql: table)\(row)")
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
  /// Returns the sort key of a name that `FoldedText` has folded.
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

/// The artists, album and genres under which a track is listed.
struct TrackLinks: Equatable {
  /// The album artist, else the first artist; 0 for a compilation without album artist; nil for a track without
  /// artists.
  var owner: Int64?
  var album: Int64?
  /// What the user has chosen; nil for an album by the rule.
  var albumChoice: String?
  /// See `AlbumGroup`.
  var albumGroup: Int64 = 0
  var artists: [Int64] = []
  var genres: [Int64] = []
}

/// The tables that link tracks to artists and genres.
extension Connection {
  /// Returns the rows that a track belongs to; adds those that do not exist.
  ///
  /// - Parameter old: the links of the track before. Without another folder or title, the album stays until the rule is
  ///   applied to its group.
  func links(of track: TrackInfo, old: TrackLinks) throws(LibraryError) -> TrackLinks {
    var links = try names(of: track)
    if let owner = track.albumArtist {
      links.owner = try known.artists.id(of: owner, self)
    } else if track.isCompilation, track.album != nil {
      links.owner = 0
    } else {
      links.owner = links.artists.first
    }
    links.albumChoice = old.albumChoice
    links.albumGroup = AlbumGroup.id(of: track.path, title: track.album)
    links.album = old.albumGroup == links.albumGroup ? old.album : nil
    if links.album == nil {
      links.album = try album(of: track, owner: links.owner, choice: links.albumChoice)
    }
    return links
  }

  /// Returns the rows that a stored track belongs to.
  func links(ofTrack id: Int64) throws(LibraryError) -> TrackLinks {
    let old = try first(
      """
      SELECT artist, artists, genre, genres, owner, album_id, album_choice, album_group FROM tracks WHERE id = \(id)
      """
    ) { row -> (TrackInfo, TrackLinks)? in
      var track = TrackInfo(path: FilePath(bytes: []))
      track.artist = row.optional()
      track.artists = ListText.values(row.optional())
      let (genre, genres): (String?, String?) = (row.optional(), row.optional())
      track.genres = genres == nil ? [genre].compactMap(\.self) : ListText.values(genres)
      var links = TrackLinks(owner: row.optional(), album: row.optional(), albumChoice: row.optional())
      links.albumGroup = row.value()
      return (track, links)
    }
    guard let (track, stored) = old else { return TrackLinks() }
    var links = try names(of: track)
    (links.owner, links.album) = (stored.owner, stored.album)
    (links.albumChoice, links.albumGroup) = (stored.albumChoice, stored.albumGroup)
    return links
  }

  /// Finds the artists and genres of a track, and adds those that do not exist.
  private func names(of track: TrackInfo) throws(LibraryError) -> TrackLinks {
    var links = TrackLinks()
    let artists = track.artists.isEmpty ? [track.artist].compactMap(\.self) : track.artists
    for name in artists { links.artists.append(try known.artists.id(of: name, self)) }
    for name in track.genres { links.genres.append(try known.genres.id(of: name, self)) }
    return links
  }

  func changeLinks(of track: Int64, from old: TrackLinks, to new: TrackLinks) throws(LibraryError) {
    try changeLinks("artist", of: track, from: old.artists, to: new.artists)
    try changeLinks("genre", of: track, from: old.genres, to: new.genres)
  }

  private func changeLinks(
    _ kind: String, of track: Int64, from old: [Int64], to new: [Int64]
  ) throws(LibraryError) {
    for name in old where !new.contains(name) {
      try run("DELETE FROM track_\(sql: kind)s WHERE \(sql: kind) = \(name) AND track = \(track)")
    }
    for name in new where !old.contains(name) {
      try run("INSERT OR IGNORE INTO track_\(sql: kind)s(\(sql: kind), track) VALUES (\(name), \(track))")
    }
  }
}
