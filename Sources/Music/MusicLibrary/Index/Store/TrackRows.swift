import AudioBase
import SystemBase

extension TrackMember {
  /// The tags and the properties of the sound with their columns in the table of tracks.
  static let columns = all.map { member in
    (
      member: member,
      column: ["bitsPerSample": "bits", "trackSide": "side"][member.name] ?? member.name.snakeCase
    )
  }

  fileprivate func value(of track: TrackInfo) -> SQLValue {
    switch value {
    case .text(let access): track[access].sqlValue
    case .number(let access): track[access].sqlValue
    case .decimal(let access): track[access].sqlValue
    case .texts(let access):
      // Usually a single value, the displayed one.
      track[access] == [name == "artists" ? track.artist : track.genre]
        ? .null : ListText.joined(track[access]).sqlValue
    }
  }
}

/// The table of tracks.
extension Connection {
  /// Stores a track.
  ///
  /// - Parameters:
  ///   - id: nil for a new track.
  ///   - added: the date of adding of a new track, in seconds since 1970.
  ///   - pictures: as `reference` returns them.
  ///   - damage: what is wrong with the sound; nil if nothing is.
  ///   - keepsKey: whether the sound has not changed since its key was computed.
  /// - Returns: the id of the track.
  /// - Throws: `damaged` if the new id is out of range.
  func storeTrack(
    _ track: TrackInfo, id: Int64?, added: Int64, links: TrackLinks, pictures: String?, damage: String?,
    keepsKey: Bool
  ) throws(LibraryError) -> Int64 {
    var values: [SQLValue] = []
    values.reserveCapacity(48)
    values += [id.sqlValue, added.sqlValue]
    Connection.forEachColumn(of: track, links, pictures: pictures, damage: damage) { values.append($1) }
    values.append(keepsKey.sqlValue)
    let new = try insert(SQL(text: Connection.insertion, values: values))
    let stored = id ?? new
    // SQLite continues after the largest id, which may be any number in a damaged index.
    guard id != nil || (1...Int64(Int32.max)).contains(new) else {
      throw LibraryError(.damaged, subject, detail: "its tracks have ids up to \(new)")
    }
    if id != nil || !track.musicBrainz.isEmpty { try storeIdentifiers(of: stored, track.musicBrainz) }
    if id != nil || !track.otherTags.isEmpty { try storeOtherTags(of: stored, track.otherTags) }
    return stored
  }

  /// Calls `body` with each column of a track, except its id and the date of adding, and its value.
  private static func forEachColumn(
    of track: TrackInfo, _ links: TrackLinks, pictures: String?, damage: String?,
    _ body: (_ column: String, SQLValue) -> Void
  ) {
    let gain = track.replayGain
    body("path", IndexName(track.location).sqlValue)
    body("year", track.year.sqlValue)
    body("compilation", track.isCompilation.sqlValue)
    body("rating", track.rating.sqlValue)
    body("file_rating", (track.rating?.stars ?? 0).sqlValue)
    body("track_gain", (gain?.track?.gain.value).sqlValue)
    body("track_peak", (gain?.track?.peak).sqlValue)
    body("album_gain", (gain?.album?.gain.value).sqlValue)
    body("album_peak", (gain?.album?.peak).sqlValue)
    body("pictures", pictures.sqlValue)
    body("kind", track.kind.rawValue.sqlValue)
    body("owner", links.owner.sqlValue)
    body("album_id", links.album.sqlValue)
    body("album_group", links.albumGroup.sqlValue)
    body("stop", (track.section?.end?.frames).sqlValue)
    body("damage", damage.sqlValue)
    for (member, column) in TrackMember.columns { body(column, member.value(of: track)) }
  }

  /// The statement that stores a track: its parameters are the id, the date of adding, those of the row, and whether the
  /// key is kept. Its text is the same for all tracks.
  private static let insertion: String = {
    var columns: [String] = []
    let track = TrackInfo(path: FilePath(bytes: []))
    forEachColumn(of: track, TrackLinks(), pictures: nil, damage: nil) { column, _ in columns.append(column) }
    let updates = columns.map { "\($0) = \(update($0))" }.joined(separator: ", ")
    return """
      INSERT INTO tracks\(SQL.row(["id", "added"] + columns))
      ON CONFLICT(id) DO UPDATE SET key = iif(?, key, NULL), away = 0, \(updates)
      """
  }()

  /// Returns the new value of a column of a track that is read again.
  private static func update(_ column: String) -> String {
    guard column == "rating" else { return "excluded.\(column)" }
    // See `LibraryTrack.rating`.
    return """
      CASE WHEN tracks.file_rating IS NULL THEN coalesce(tracks.rating, excluded.rating)
        WHEN tracks.file_rating = excluded.file_rating THEN tracks.rating ELSE excluded.rating END
      """
  }

  private func storeIdentifiers(of track: Int64, _ ids: MusicBrainzIDs) throws(LibraryError) {
    if ids.isEmpty { return try run("DELETE FROM musicbrainz WHERE track = \(track)") }
    try run(
      """
      INSERT OR REPLACE INTO musicbrainz\(row: [
        "track": track, "recording": ids.recording, "release_track": ids.releaseTrack, "release": ids.release,
        "release_group": ids.releaseGroup, "artists": ListText.joined(ids.artists),
        "album_artists": ListText.joined(ids.albumArtists),
      ])
      """)
  }

  func removeTrack(_ id: Int64) throws(LibraryError) {
    try run("DELETE FROM tracks WHERE id = \(id)")
    try run("DELETE FROM musicbrainz WHERE track = \(id)")
    try run("DELETE FROM other_tags WHERE track = \(id)")
  }

  /// Returns the groups of albums that the track has left and joined.
  func moveTrack(_ id: Int64, from: IndexName, to: IndexName) throws(LibraryError) -> [Int64] {
    let title = try first("SELECT album FROM tracks WHERE id = \(id)") { $0.optional() as String? }
    let (old, new) = (try albumGroup(ofTrack: id), AlbumGroup.id(of: to.file, title: title))
    try run("UPDATE tracks SET path = \(to), away = 0, album_group = \(new) WHERE id = \(id)")
    try moveText(of: id, from: from, to: to)
    try moveListens(from: from, to: to)
    return [old, new]
  }

  /// Returns the track with the same sound that was added last; nil if there is no other.
  func duplicate(of id: Int64) throws(LibraryError) -> (id: Int64, name: IndexName)? {
    try first(
      """
      SELECT id, path FROM tracks
      WHERE key = (SELECT key FROM tracks WHERE id = \(id)) AND id <> \(id) AND away = 0
      ORDER BY added DESC, id DESC LIMIT 1
      """
    ) { ($0.value(), $0.value()) }
  }
}

extension TrackInfo {
  /// The year at the beginning of the date.
  var year: Int? {
    guard let date, date.utf8.count >= 4 else { return nil }
    return Int(date.prefix(4)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension TrackKey {
  /// The key as 16 big-endian bytes.
  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - $0 * 8)) } }
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    let words = [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(high: words[0], low: words[1])
  }
}
