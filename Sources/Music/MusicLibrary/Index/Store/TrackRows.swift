import AudioBase

/// The table of tracks.
struct TrackRows: ~Copyable {
  private let put: Statement
  private let remove: Statement
  private let move: Statement
  private let key: Statement
  private let identify: Statement
  private let forget: Statement
  private let duplicate: Statement
  private let subject: String

  private enum Column: Int32, SQLColumns {
    case id, added
    case path, title, artist, artists, album, albumArtist, trackNumber, trackTotal, discNumber, discTotal
    case date, year, genre, genres, bpm, compilation, duration, sampleRate, channels, bits, codec, bitrate
    case trackGain, trackPeak, albumGain, albumPeak, pictures, kind, owner, albumId, stop, side, damage
    case rating, fileRating

    /// The assignments that update a track that is read again.
    static var updates: String {
      allCases.filter { $0 != .id && $0 != .added }.map { "\($0.name) = \($0.update)" }
        .joined(separator: ", ")
    }

    private var update: String {
      guard self == .rating else { return "excluded.\(name)" }
      // See `LibraryTrack.rating`.
      return """
        CASE WHEN tracks.file_rating IS NULL THEN coalesce(tracks.rating, excluded.rating)
          WHEN tracks.file_rating = excluded.file_rating THEN tracks.rating ELSE excluded.rating END
        """
    }
  }

  private static let members = Column.ofMembers()

  private enum Parameter: Int32, SQLParameters { case id, name, key }
  /// The parameter after those of the columns.
  private static let keepsKey = SQLPosition(Int32(Column.allCases.count))
  private enum Duplicate: Int32, SQLColumns { case id, path }
  private enum Identifier: Int32, SQLColumns {
    case track, recording, releaseTrack, release, releaseGroup, artists, albumArtists
  }

  init(_ connection: borrowing Connection) {
    subject = connection.subject
    put = connection.prepareReusable(
      """
      INSERT INTO tracks(\(Column.list)) VALUES (\(Column.parameters))
      ON CONFLICT(id) DO UPDATE SET key = iif(\(TrackRows.keepsKey.parameter), key, NULL), away = 0, \(Column.updates)
      """)
    remove = connection.prepareReusable("DELETE FROM tracks WHERE id = \(Parameter.id.parameter)")
    move = connection.prepareReusable(
      "UPDATE tracks SET path = \(Parameter.name.parameter), away = 0 WHERE id = \(Parameter.id.parameter)")
    key = connection.prepareReusable(
      "UPDATE tracks SET key = \(Parameter.key.parameter) WHERE id = \(Parameter.id.parameter)")
    identify = connection.prepareReusable(
      "INSERT OR REPLACE INTO musicbrainz(\(Identifier.list)) VALUES (\(Identifier.parameters))")
    forget = connection.prepareReusable("DELETE FROM musicbrainz WHERE track = \(Parameter.id.parameter)")
    duplicate = connection.prepareReusable(
      """
      SELECT \(Duplicate.list) FROM tracks
      WHERE key = (SELECT key FROM tracks WHERE id = \(Parameter.id.parameter))
        AND id <> \(Parameter.id.parameter) AND away = 0
      ORDER BY added DESC, id DESC LIMIT 1
      """)
  }

  /// Stores a track.
  ///
  /// - Parameters:
  ///   - id: nil for a new track.
  ///   - added: the date of adding of a new track, in seconds since 1970.
  ///   - pictures: as `PictureRows.reference` returns them.
  ///   - damage: what is wrong with the sound; nil if nothing is.
  ///   - keepsKey: whether the sound has not changed since its key was computed.
  /// - Returns: the id of the track.
  /// - Throws: `damaged` if the new id is out of range.
  func store(
    _ track: TrackInfo, id: Int64?, added: Int64, links: TrackLinks, pictures: String?, damage: String?,
    keepsKey: Bool
  ) throws(LibraryError) -> Int64 {
    put.bind(Column.id, id)
    put.bind(Column.added, added)
    put.bind(Column.path, IndexName(track.location))
    for (member, column) in TrackRows.members { bind(column, member, of: track) }
    put.bind(Column.year, track.year)
    put.bind(Column.compilation, track.isCompilation ? 1 : 0)
    put.bind(Column.rating, track.rating?.stars)
    put.bind(Column.fileRating, track.rating?.stars ?? 0)
    put.bind(Column.trackGain, track.replayGain?.track?.gain.value)
    put.bind(Column.trackPeak, track.replayGain?.track?.peak)
    put.bind(Column.albumGain, track.replayGain?.album?.gain.value)
    put.bind(Column.albumPeak, track.replayGain?.album?.peak)
    put.bind(Column.pictures, pictures)
    put.bind(Column.kind, track.kind.rawValue)
    put.bind(Column.owner, links.owner)
    put.bind(Column.albumId, links.album)
    put.bind(Column.stop, track.section?.end?.frames)
    put.bind(Column.damage, damage)
    put.bind(TrackRows.keepsKey, keepsKey ? 1 : 0)
    let row: Int64
    if let id {
      try put.run()
      row = id
    } else {
      row = try put.insert()
      // SQLite continues after the largest id, which may be any number in a damaged index.
      guard row > 0, row <= Int32.max else {
        throw LibraryError(.damaged, subject, detail: "its tracks have ids up to \(row)")
      }
    }
    if id != nil || !track.musicBrainz.isEmpty { try identify(row, track.musicBrainz) }
    return row
  }

  private func bind(_ column: Column, _ member: TrackMember, of track: TrackInfo) {
    switch member.value {
    case .text(let path): put.bind(column, track[keyPath: path])
    case .number(let path): put.bind(column, track[keyPath: path])
    case .decimal(let path): put.bind(column, track[keyPath: path])
    case .texts(let path):
      // Usually a single value, the displayed one.
      let only = column == .artists ? track.artist : track.genre
      put.bind(column, track[keyPath: path] == [only] ? nil : ListText.joined(track[keyPath: path]))
    }
  }

  private func identify(_ id: Int64, _ ids: MusicBrainzIDs) throws(LibraryError) {
    if ids.isEmpty {
      forget.bind(Parameter.id, id)
      return try forget.run()
    }
    identify.bind(Identifier.track, id)
    identify.bind(Identifier.recording, ids.recording)
    identify.bind(Identifier.releaseTrack, ids.releaseTrack)
    identify.bind(Identifier.release, ids.release)
    identify.bind(Identifier.releaseGroup, ids.releaseGroup)
    identify.bind(Identifier.artists, ListText.joined(ids.artists))
    identify.bind(Identifier.albumArtists, ListText.joined(ids.albumArtists))
    try identify.run()
  }

  func remove(_ id: Int64) throws(LibraryError) {
    remove.bind(Parameter.id, id)
    try remove.run()
    forget.bind(Parameter.id, id)
    try forget.run()
  }

  func move(_ id: Int64, to name: IndexName) throws(LibraryError) {
    move.bind(Parameter.id, id)
    move.bind(Parameter.name, name)
    try move.run()
  }

  /// Returns the track with the same sound that was added last; nil if there is no other.
  func duplicate(of id: Int64) throws(LibraryError) -> (id: Int64, name: IndexName)? {
    duplicate.bind(Parameter.id, id)
    return try duplicate.first { ($0.integer(Duplicate.id), $0.name(Duplicate.path)) }
  }

  func setKey(_ id: Int64, _ value: TrackKey) throws(LibraryError) {
    key.bind(Parameter.id, id)
    key.bind(Parameter.key, value.bytes)
    try key.run()
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
