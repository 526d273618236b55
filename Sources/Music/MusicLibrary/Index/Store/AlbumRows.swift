import AudioBase
import SystemBase

/// The table of albums. `AlbumRule` decides which tracks they have.
extension Connection {
  /// Returns the id of a track's album as far as it is known without other tracks; nil for a track without album.
  ///
  /// - Parameters:
  ///   - owner: the album artist, else the first artist; 0 for a compilation without album artist; nil without artists.
  ///   - choice: what the user has chosen; nil for an album by the rule.
  func album(of track: TrackInfo, owner: Int64?, choice: String?) throws(LibraryError) -> Int64? {
    let member = AlbumMember(
      isTitled: track.album != nil, choice: choice, release: track.musicBrainz.release, owner: owner,
      hasAlbumArtist: track.albumArtist != nil, file: track.path)
    guard let identity = member.ownIdentity else { return nil }
    return try album(identity, titled: track.album ?? "", of: track.path, owner: owner)
  }

  /// Returns the id of an album, which is added if it does not exist.
  private func album(
    _ identity: AlbumIdentity, titled title: String, of file: FilePath, owner: Int64?
  ) throws(LibraryError) -> Int64 {
    var title = title
    let bytes: [UInt8]
    switch identity {
    case .chosen(let choice):
      title = AlbumChoice.name(choice)
      bytes = Array("j\(choice)".utf8)
    case .release(let release): bytes = Array("r\(release)".utf8)
    case .artist(let artist): bytes = Array("a\(artist)\u{1F}".utf8) + NameTable.key(title)
    case .folder: bytes = Connection.identity(ofTitle: title) + AlbumGroup.folder(of: file).bytes
    }
    if let id = known.albums[bytes] { return id }
    if let id = try integer("SELECT id FROM albums WHERE identity = \(bytes)") {
      known.albums[bytes] = id
      return id
    }
    let folded = NameTable.key(title)
    let id = try insert(
      """
      INSERT INTO albums\(row: [
        "title": title, "owner": owner ?? 0, "folded": SQLValue.utf8(folded), "sort": SortKey.bytes(folded: folded),
        "identity": bytes,
      ])
      """)
    known.albums[bytes] = id
    return id
  }

  /// Returns the identity of an album of a folder without the folder, which is last: the albums of a title below a folder are
  /// adjacent.
  private static func identity(ofTitle title: String) -> [UInt8] {
    [UInt8(ascii: "f")] + NameTable.key(title) + [0x1F]
  }

  /// Decides again which tracks of changed groups are one album, and updates the dates and artists of albums. Decides, too, about
  /// the groups of the folders below, and those that shared an album with a changed group.
  ///
  /// - Parameter changed: the albums whose tracks have changed.
  func finishAlbums(_ changed: Set<Int64>, groups: Set<Int64>) throws(LibraryError) {
    var (changed, waiting) = (changed, groups)
    var (decided, followed): (Set<Int64>, Set<Int64>) = ([], [])
    while true {
      for album in changed.subtracting(followed) { waiting.formUnion(try self.groups(ofAlbum: album)) }
      followed = changed
      waiting.subtract(decided)
      if waiting.isEmpty { break }
      decided.formUnion(waiting)
      var below: Set<Int64> = []
      for group in waiting { changed.formUnion(try applyRule(to: group, below: &below)) }
      waiting = below
    }
    for album in changed { try finish(album) }
  }

  /// Updates the date of an album, the earliest of its tracks, and its artist: the album artist of most tracks that have one,
  /// else the artist of most tracks; 0: there is none.
  private func finish(_ album: Int64) throws(LibraryError) {
    var date: String?
    var (named, all): ([Int64?], [Int64?]) = ([], [])
    try each("SELECT date, owner, album_artist IS NOT NULL FROM tracks WHERE album_id = \(album)") { row in
      let (found, owner): (String?, Int64?) = (row.optional(), row.optional())
      if let found, date.map({ found.utf8.lexicographicallyPrecedes($0.utf8) }) ?? true { date = found }
      all.append(owner)
      if row.value() { named.append(owner) }
    }
    let owner = Connection.majority(of: named) ?? Connection.majority(of: all) ?? 0
    try run("UPDATE albums SET date = \(date.sqlValue), owner = \(owner) WHERE id = \(album)")
  }

  /// Returns the artist that more than half of some tracks have; nil if there is none.
  private static func majority(of owners: [Int64?]) -> Int64? {
    // Only this one is left when different ones are cancelled in pairs (Boyer and Moore, "MJRTY", 1991).
    var (candidate, lead): (Int64?, Int) = (nil, 0)
    for owner in owners {
      if lead == 0 { candidate = owner }
      lead += owner == candidate ? 1 : -1
    }
    return owners.count { $0 == candidate } * 2 > owners.count ? candidate : nil
  }

  /// A track of a group, with its album as it is stored.
  private struct GroupedTrack {
    var id: Int64
    var album: Int64?
    var title: String
    var member: AlbumMember
  }

  /// Moves the tracks of a group to the albums that the rule gives them. Returns the albums whose tracks have changed.
  ///
  /// - Parameter below: gets the groups of the same title in the folders below, which may belong to this one.
  private func applyRule(to group: Int64, below: inout Set<Int64>) throws(LibraryError) -> Set<Int64> {
    let tracks = try tracks(ofGroup: group)
    guard let first = tracks.first else { return [] }
    let above = try tracksAbove(tracks)
    if first.member.isTitled {
      below.formUnion(try groups(below: AlbumGroup.folder(of: first.member.file), title: first.title))
    }
    let file = (above.last ?? first).member.file
    var (changed, albums): (Set<Int64>, [AlbumIdentity: Int64]) = ([], [:])
    // Those of the group are first, and the result has more than these.
    for (track, identity) in zip(tracks, AlbumRule.identities(of: (tracks + above).map(\.member))) {
      var album: Int64?
      if let identity {
        album = albums[identity]
        if album == nil {
          album = try self.album(identity, titled: track.title, of: file, owner: track.member.owner)
        }
        albums[identity] = album
      }
      if album == track.album { continue }
      try run("UPDATE tracks SET album_id = \(album.sqlValue) WHERE id = \(track.id)")
      changed.formUnion([album, track.album].compactMap(\.self))
    }
    return changed
  }

  /// Returns the tracks of the groups in the folders above that a group belongs to, those of the highest folder last.
  private func tracksAbove(_ group: [GroupedTrack]) throws(LibraryError) -> [GroupedTrack] {
    var (lower, all) = (group, [GroupedTrack]())
    while let first = lower.first, AlbumRule.isOfFolder(lower.map(\.member)),
      let folder = AlbumGroup.folder(above: AlbumGroup.folder(of: first.member.file))
    {
      let above = try tracks(ofGroup: AlbumGroup.id(in: folder, title: first.title))
      guard AlbumRule.isPart(lower.map(\.member), of: above.map(\.member)) else { break }
      all += above
      lower = above
    }
    return all
  }

  /// Returns the groups of the tracks of albums that have a title and a folder below another one.
  private func groups(below folder: FilePath, title: String) throws(LibraryError) -> [Int64] {
    let (start, range) = (Connection.identity(ofTitle: title), PathRange(below: folder))
    return try all(
      """
      SELECT album_group FROM tracks WHERE album_id IN (
        SELECT id FROM albums WHERE identity >= \(start + range.from) AND identity < \(start + range.to))
      """
    ) { $0.value() as Int64 }
  }

  /// Returns the groups of the tracks of an album that may be in it by their folder.
  private func groups(ofAlbum album: Int64) throws(LibraryError) -> [Int64] {
    try all("SELECT album_group FROM tracks WHERE album_id = \(album) AND album_artist IS NULL") {
      $0.value() as Int64
    }
  }

  private func tracks(ofGroup group: Int64) throws(LibraryError) -> [GroupedTrack] {
    try all(
      """
      SELECT t.id, t.album_id, t.path, t.album, t.album_choice, m.release, t.owner, t.album_artist IS NOT NULL,
        t.compilation, t.disc_number, t.track_number
      FROM tracks t LEFT JOIN musicbrainz m ON m.track = t.id WHERE t.album_group = \(group) ORDER BY t.id
      """
    ) { row in
      let (id, album, name): (Int64, Int64?, IndexName) = (row.value(), row.optional(), row.value())
      let title: String? = row.optional()
      var member = AlbumMember(
        isTitled: title != nil, choice: row.optional(), release: row.optional(), owner: row.optional(),
        hasAlbumArtist: row.value(), isCompilation: row.value(), file: name.file)
      (member.disc, member.number) = (row.optional(), row.optional())
      return GroupedTrack(id: id, album: album, title: title ?? "", member: member)
    }
  }

  /// Returns the group of a track; 0 for one that does not exist.
  func albumGroup(ofTrack id: Int64) throws(LibraryError) -> Int64 {
    try integer("SELECT album_group FROM tracks WHERE id = \(id)") ?? 0
  }

  /// Applies the rule to all groups of titles that have several albums.
  func finishAllAlbums() throws(LibraryError) {
    let groups = try all(
      """
      SELECT DISTINCT album_group FROM tracks WHERE album_id IN (
        SELECT id FROM albums WHERE folded IN (SELECT folded FROM albums GROUP BY folded HAVING count(*) > 1))
      """
    ) { $0.value() as Int64 }
    try finishAlbums([], groups: Set(groups))
  }
}
