import AudioBase
import MusicQuery
import SystemBase

/// The table of albums, with a cache of the ids of the batch.
///
/// An album is identified by its MusicBrainz release, else by title and album artist, else by title and folder: the
/// tracks of a compilation have different artists but one folder. Dates do not matter.
struct AlbumRows: ~Copyable {
  private let find: Statement
  private let add: Statement
  private let update: Statement
  private let findMixed: Statement
  private let findOwners: Statement
  private let split: Statement
  private let move: Statement
  private var ids: [[UInt8]: Found] = [:]

  private struct Found {
    var id: Int64
    var isSplit: Bool
  }

  private enum Column: Int32, SQLColumns { case title, owner, folded, compilation, sort, identity }
  private enum FoundColumn: Int32, SQLColumns { case id, split }
  private enum Parameter: Int32, SQLParameters { case album, owner, other }
  private enum MixedColumn: Int32, SQLColumns { case title, folded }

  init(_ connection: borrowing Connection) {
    find = connection.prepareReusable(
      "SELECT \(FoundColumn.list) FROM albums WHERE identity = \(Column.identity.parameter)")
    add = connection.prepareReusable("INSERT INTO albums(\(Column.list)) VALUES (\(Column.parameters))")
    // An album is listed under the artist of most of its tracks; 0: there is no such artist.
    update = connection.prepareReusable(
      """
      UPDATE albums SET date = (SELECT min(date) FROM tracks WHERE album_id = \(Parameter.album.parameter)),
        owner = coalesce((
          SELECT owner FROM tracks WHERE album_id = \(Parameter.album.parameter) GROUP BY owner
          HAVING count(*) * 2 > (SELECT count(*) FROM tracks WHERE album_id = \(Parameter.album.parameter))), 0)
      WHERE id = \(Parameter.album.parameter)
      """)
    // Two artists with the same track number: albums of the same title in one folder.
    findMixed = connection.prepareReusable(
      """
      SELECT al.title, al.folded FROM albums al JOIN tracks t ON t.album_id = al.id
      WHERE al.id = \(Parameter.album.parameter) AND substr(al.identity, 1, 1) = x'66' AND t.compilation = 0
        AND t.track_number IS NOT NULL
      GROUP BY coalesce(t.disc_number, 1), t.track_number HAVING count(DISTINCT t.owner) > 1 LIMIT 1
      """)
    findOwners = connection.prepareReusable(
      """
      SELECT DISTINCT coalesce(owner, 0) FROM tracks
      WHERE album_id = \(Parameter.album.parameter) AND compilation = 0
      """)
    split = connection.prepareReusable(
      "UPDATE albums SET split = 1 WHERE id = \(Parameter.album.parameter)")
    move = connection.prepareReusable(
      """
      UPDATE tracks SET album_id = \(Parameter.other.parameter)
      WHERE album_id = \(Parameter.album.parameter) AND coalesce(owner, 0) = \(Parameter.owner.parameter)
        AND compilation = 0
      """)
  }

  /// Clears the cache: another program may have changed the table, or the batch was rolled back.
  mutating func forget() { ids.removeAll() }

  /// Returns the id of a track's album, which is added if it does not exist; nil for a track without album.
  ///
  /// - Parameter owner: the album artist, else the first artist; 0 for a compilation without album artist.
  mutating func album(of track: TrackInfo, owner: Int64) throws(LibraryError) -> Int64? {
    guard let title = track.album else { return nil }
    let folded = NameTable.key(title)
    if let release = track.musicBrainz.release, !release.isEmpty {
      return try id("r", Array(release.utf8), title, folded, owner, track.isCompilation).id
    }
    if track.albumArtist == nil {
      let folder = AlbumRows.folder(of: track.path).bytes
      let found = try id("f", folder + [0x1F] + folded, title, folded, owner, track.isCompilation)
      if !found.isSplit || track.isCompilation { return found.id }
    }
    return try album(title, folded, by: owner)
  }

  private mutating func album(
    _ title: String, _ folded: [UInt8], by owner: Int64
  ) throws(LibraryError) -> Int64 {
    try id("a", Array("\(owner)\u{1F}".utf8) + folded, title, folded, owner, false).id
  }

  /// Returns the id of an album, which is created if it is new.
  ///
  /// - Parameter kind: the first letter of the identity: `r` a release, `f` title and folder, `a` title and artist.
  private mutating func id(
    _ kind: Unicode.Scalar, _ rest: [UInt8], _ title: String, _ folded: [UInt8], _ owner: Int64,
    _ isCompilation: Bool
  ) throws(LibraryError) -> Found {
    let identity = [UInt8(ascii: kind)] + rest
    if let found = ids[identity] { return found }
    find.bind(Column.identity, identity)
    var found = try find.first {
      Found(id: $0.integer(FoundColumn.id), isSplit: $0.integer(FoundColumn.split) != 0)
    }
    if found == nil {
      add.bind(Column.title, title)
      add.bind(Column.owner, owner)
      add.bind(Column.folded, text: folded)
      add.bind(Column.compilation, isCompilation ? 1 : 0)
      add.bind(Column.sort, SortKey.bytes(folded: folded))
      add.bind(Column.identity, identity)
      found = Found(id: try add.insert(), isSplit: false)
    }
    let known = found ?? Found(id: 0, isSplit: false)
    ids[identity] = known
    return known
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
  mutating func finish(_ changed: Set<Int64>) throws(LibraryError) {
    var changed = changed
    for album in changed { changed.formUnion(try separated(album)) }
    for album in changed {
      update.bind(Parameter.album, album)
      try update.run()
    }
  }

  /// Separates the tracks of an album that belong to different ones.
  ///
  /// - Returns: the albums to which tracks were moved.
  private mutating func separated(_ album: Int64) throws(LibraryError) -> [Int64] {
    findMixed.bind(Parameter.album, album)
    let found = try findMixed.first { row in
      (row.text(MixedColumn.title) ?? "", Array((row.text(MixedColumn.folded) ?? "").utf8))
    }
    guard let (title, folded) = found else { return [] }
    findOwners.bind(Parameter.album, album)
    let owners = try findOwners.all { $0.integer(OnlyColumn.value) }
    split.bind(Parameter.album, album)
    try split.run()
    forget()
    var others: [Int64] = []
    for owner in owners {
      let other = try self.album(title, folded, by: owner)
      move.bind(Parameter.album, album)
      move.bind(Parameter.owner, owner)
      move.bind(Parameter.other, other)
      try move.run()
      others.append(other)
    }
    return others
  }
}
