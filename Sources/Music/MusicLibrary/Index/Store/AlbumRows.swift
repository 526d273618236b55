import AudioBase
import MusicQuery
import SystemBase

/// The table of albums, with a cache of their ids.
///
/// An album is identified by its MusicBrainz release, else by title and album artist, else by title and folder: the
/// tracks of a compilation have different artists but one folder. Dates do not matter.
struct AlbumTable {
  private var ids: [[UInt8]: Found] = [:]

  private struct Found {
    var id: Int64
    var isSplit: Bool
  }

  /// Returns the id of a track's album, which is added if it does not exist; nil for a track without album.
  ///
  /// - Parameter owner: the album artist, else the first artist; 0 for a compilation without album artist.
  mutating func album(
    of track: TrackInfo, owner: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) -> Int64? {
    guard let title = track.album else { return nil }
    let folded = NameTable.key(title)
    if let release = track.musicBrainz.release, !release.isEmpty {
      return try id("r", Array(release.utf8), title, folded, owner, track.isCompilation, connection).id
    }
    if track.albumArtist == nil {
      let folder = AlbumTable.folder(of: track.path).bytes
      let found = try id("f", folder + [0x1F] + folded, title, folded, owner, track.isCompilation, connection)
      if !found.isSplit || track.isCompilation { return found.id }
    }
    return try album(title, folded, by: owner, connection)
  }

  private mutating func album(
    _ title: String, _ folded: [UInt8], by owner: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) -> Int64 {
    try id("a", Array("\(owner)\u{1F}".utf8) + folded, title, folded, owner, false, connection).id
  }

  /// Returns the id of an album, which is created if it is new.
  ///
  /// - Parameter kind: the first letter of the identity: `r` a release, `f` title and folder, `a` title and artist.
  private mutating func id(
    _ kind: Unicode.Scalar, _ rest: [UInt8], _ title: String, _ folded: [UInt8], _ owner: Int64,
    _ isCompilation: Bool, _ connection: borrowing Connection
  ) throws(LibraryError) -> Found {
    let identity = [UInt8(ascii: kind)] + rest
    if let found = ids[identity] { return found }
    let known = try connection.first("SELECT id, split FROM albums WHERE identity = \(identity)") {
      Found(id: $0.value(), isSplit: $0.value())
    }
    if let known {
      ids[identity] = known
      return known
    }
    let id = try connection.insert(
      """
      INSERT INTO albums\(row: [
        "title": title, "owner": owner, "folded": SQLValue.utf8(folded), "compilation": isCompilation,
        "sort": SortKey.bytes(folded: folded), "identity": identity,
      ])
      """)
    let new = Found(id: id, isSplit: false)
    ids[identity] = new
    return new
  }

  /// Returns the folder of an album: that of the file, or the one above a folder of a disc, such as `CD 2`.
  static func folder(of file: FilePath) -> FilePath {
    let folder = file.directory
    let name = FoldedText.bytes(folder.lastComponent.shown)
    for word in ["cd", "disc", "disk"] where name.starts(with: word.utf8) {
      let rest = name.dropFirst(word.utf8.count).drop { [0x20, 0x2D, 0x5F, 0x2E].contains($0) }
      if let first = rest.first, (0x30...0x39).contains(first) { return folder.directory }
    }
    return folder
  }

  /// Brings dates and artists of albums up to date whose tracks have changed; separates albums of the same title in
  /// one folder.
  mutating func finish(_ changed: Set<Int64>, _ connection: borrowing Connection) throws(LibraryError) {
    var changed = changed
    for album in changed { changed.formUnion(try separated(album, connection)) }
    // An album is listed under the artist of most of its tracks; 0: there is no such artist.
    for album in changed {
      try connection.run(
        """
        UPDATE albums SET date = (SELECT min(date) FROM tracks WHERE album_id = \(album)),
          owner = coalesce((
            SELECT owner FROM tracks WHERE album_id = \(album) GROUP BY owner
            HAVING count(*) * 2 > (SELECT count(*) FROM tracks WHERE album_id = \(album))), 0)
        WHERE id = \(album)
        """)
    }
  }

  /// Separates the tracks of an album that belong to different ones. Returns the albums to which tracks were moved.
  private mutating func separated(
    _ album: Int64, _ connection: borrowing Connection
  ) throws(LibraryError) -> [Int64] {
    // Two artists with the same track number: albums of the same title in one folder.
    let found = try connection.first(
      """
      SELECT al.title, al.folded FROM albums al JOIN tracks t ON t.album_id = al.id
      WHERE al.id = \(album) AND substr(al.identity, 1, 1) = x'66' AND t.compilation = 0
        AND t.track_number IS NOT NULL
      GROUP BY coalesce(t.disc_number, 1), t.track_number HAVING count(DISTINCT t.owner) > 1 LIMIT 1
      """
    ) { row -> (String, [UInt8])? in (row.value(), row.value()) }
    guard let (title, folded) = found else { return [] }
    let owners = try connection.all(
      "SELECT DISTINCT coalesce(owner, 0) FROM tracks WHERE album_id = \(album) AND compilation = 0"
    ) { $0.value() as Int64 }
    try connection.run("UPDATE albums SET split = 1 WHERE id = \(album)")
    ids.removeAll()
    var others: [Int64] = []
    for owner in owners {
      let other = try self.album(title, folded, by: owner, connection)
      try connection.run(
        """
        UPDATE tracks SET album_id = \(other)
        WHERE album_id = \(album) AND coalesce(owner, 0) = \(owner) AND compilation = 0
        """)
      others.append(other)
    }
    return others
  }
}
