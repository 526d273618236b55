import AudioBase
import MusicQuery
import SystemBase

/// The table of albums.
///
/// An album is identified by its MusicBrainz release, else by title and album artist, else by title and folder: the
/// tracks of a compilation have different artists but one folder. Dates do not matter.
extension Connection {
  /// Returns the id of a track's album, which is added if it does not exist; nil for a track without album.
  ///
  /// - Parameter owner: the album artist, else the first artist; 0 for a compilation without album artist.
  func album(of track: TrackInfo, owner: Int64) throws(LibraryError) -> Int64? {
    guard let title = track.album else { return nil }
    let folded = NameTable.key(title)
    if let release = track.musicBrainz.release, !release.isEmpty {
      return try album("r", Array(release.utf8), title, folded, owner, track.isCompilation).id
    }
    if track.albumArtist == nil {
      let folder = albumFolder(of: track.path).bytes
      let found = try album("f", folder + [0x1F] + folded, title, folded, owner, track.isCompilation)
      if !found.isSplit || track.isCompilation { return found.id }
    }
    return try album(title, folded, by: owner)
  }

  private func album(_ title: String, _ folded: [UInt8], by owner: Int64) throws(LibraryError) -> Int64 {
    try album("a", Array("\(owner)\u{1F}".utf8) + folded, title, folded, owner, false).id
  }

  /// Returns the id of an album, which is created if it is new.
  ///
  /// - Parameter kind: the first letter of the identity: `r` a release, `f` title and folder, `a` title and artist.
  private func album(
    _ kind: Unicode.Scalar, _ rest: [UInt8], _ title: String, _ folded: [UInt8], _ owner: Int64,
    _ isCompilation: Bool
  ) throws(LibraryError) -> FoundAlbum {
    let identity = [UInt8(ascii: kind)] + rest
    if let found = known.albums[identity] { return found }
    let found = try first("SELECT id, split FROM albums WHERE identity = \(identity)") {
      FoundAlbum(id: $0.value(), isSplit: $0.value())
    }
    if let found {
      known.albums[identity] = found
      return found
    }
    let id = try insert(
      """
      INSERT INTO albums\(row: [
        "title": title, "owner": owner, "folded": SQLValue.utf8(folded), "compilation": isCompilation,
        "sort": SortKey.bytes(folded: folded), "identity": identity,
      ])
      """)
    let new = FoundAlbum(id: id, isSplit: false)
    known.albums[identity] = new
    return new
  }

  /// Brings dates and artists of albums up to date whose tracks have changed; separates albums of the same title in
  /// one folder.
  func finishAlbums(_ changed: Set<Int64>) throws(LibraryError) {
    var changed = changed
    for album in changed { changed.formUnion(try separated(album)) }
    // An album is listed under the artist of most of its tracks; 0: there is no such artist.
    for album in changed {
      try run(
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
  private func separated(_ album: Int64) throws(LibraryError) -> [Int64] {
    // Two artists with the same track number: albums of the same title in one folder.
    let found = try first(
      """
      SELECT al.title, al.folded FROM albums al JOIN tracks t ON t.album_id = al.id
      WHERE al.id = \(album) AND substr(al.identity, 1, 1) = x'66' AND t.compilation = 0
        AND t.track_number IS NOT NULL
      GROUP BY coalesce(t.disc_number, 1), t.track_number HAVING count(DISTINCT t.owner) > 1 LIMIT 1
      """
    ) { row -> (String, [UInt8])? in (row.value(), row.value()) }
    guard let (title, folded) = found else { return [] }
    let owners = try all(
      "SELECT DISTINCT coalesce(owner, 0) FROM tracks WHERE album_id = \(album) AND compilation = 0"
    ) { $0.value() as Int64 }
    try run("UPDATE albums SET split = 1 WHERE id = \(album)")
    known.albums.removeAll()
    var others: [Int64] = []
    for owner in owners {
      let other = try self.album(title, folded, by: owner)
      try run(
        """
        UPDATE tracks SET album_id = \(other)
        WHERE album_id = \(album) AND coalesce(owner, 0) = \(owner) AND compilation = 0
        """)
      others.append(other)
    }
    return others
  }
}

/// Returns the folder of an album: that of the file, or the one above a folder of a disc, such as `CD 2`.
private func albumFolder(of file: FilePath) -> FilePath {
  let folder = file.directory
  let name = FoldedText.bytes(folder.lastComponent.shown)
  for word in ["cd", "disc", "disk"] where name.starts(with: word.utf8) {
    let rest = name.dropFirst(word.utf8.count).drop { [0x20, 0x2D, 0x5F, 0x2E].contains($0) }
    if let first = rest.first, (0x30...0x39).contains(first) { return folder.directory }
  }
  return folder
}

/// An album with its id, and whether its title and folder are those of several albums.
struct FoundAlbum {
  var id: Int64
  var isSplit: Bool
}
