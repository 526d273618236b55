import AudioBase
import SystemBase

/// Writes tracks: what their files say, in their own spelling.
struct TrackRows: ~Copyable {
  private let put: Statement
  private let remove: Statement
  private let move: Statement
  private let key: Statement
  private let identify: Statement
  private let forget: Statement
  private let twin: Statement
  private let subject: String

  /// What a file's own words are bound to, from ?2 on.
  private static let columns = [
    "path", "title", "artist", "artists", "album", "album_artist", "track_number", "track_total",
    "disc_number",
    "disc_total", "date", "year", "genre", "genres", "bpm", "compilation", "duration", "sample_rate",
    "channels",
    "bits", "codec", "bitrate", "track_gain", "track_peak", "album_gain", "album_peak", "pictures", "kind",
    "owner",
    "album_id", "stop", "side",
  ]

  init(_ connection: borrowing Connection) {
    subject = connection.subject
    let names = TrackRows.columns.joined(separator: ", ")
    let places = (0..<TrackRows.columns.count).map { "?\($0 + 3)" }.joined(separator: ", ")
    let updates = TrackRows.columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    put = connection.keep(
      """
      INSERT INTO tracks(id, added, \(names)) VALUES (?1, ?2, \(places))
      ON CONFLICT(id) DO UPDATE SET key = NULL, away = 0, \(updates)
      """)
    remove = connection.keep("DELETE FROM tracks WHERE id = ?1")
    move = connection.keep("UPDATE tracks SET path = ?2, away = 0 WHERE id = ?1")
    key = connection.keep("UPDATE tracks SET key = ?2 WHERE id = ?1")
    identify = connection.keep(
      """
      INSERT OR REPLACE INTO musicbrainz(
        track, recording, release_track, release, release_group, artists, album_artists)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    forget = connection.keep("DELETE FROM musicbrainz WHERE track = ?1")
    twin = connection.keep(
      """
      SELECT id, path FROM tracks WHERE key = (SELECT key FROM tracks WHERE id = ?1) AND id <> ?1 AND away = 0
      ORDER BY added DESC, id DESC LIMIT 1
      """)
  }

  /// - Parameters:
  ///   - id: nil makes a new track.
  ///   - added: counts for a new one.
  ///   - pictures: as `PictureRows` writes them.
  func put(
    _ track: TrackInfo, id: Int64?, added: Int64, links: TrackLinks, pictures: String?
  ) throws(LibraryError) -> Int64 {
    put.bind(1, id)
    put.bind(2, added)
    bindTags(track)
    bindSound(track)
    put.bind(29, pictures)
    put.bind(30, track.kind.rawValue)
    put.bind(31, links.owner)
    put.bind(32, links.album)
    put.bind(33, track.section?.end?.frames)
    put.bind(34, track.trackSide)
    let row: Int64
    if let id {
      try put.run()
      row = id
    } else {
      row = try put.insert()
      // SQLite counts up from the largest that there is: in a damaged index any number.
      guard row > 0, row <= Int32.max else {
        throw LibraryError(.damaged, subject, detail: "its tracks have ids up to \(row)")
      }
    }
    if id != nil || !track.musicBrainz.isEmpty { try identify(row, track.musicBrainz) }
    return row
  }

  private func bindTags(_ track: TrackInfo) {
    put.bind(3, IndexName(track.path, track.section))
    put.bind(4, track.title)
    put.bind(5, track.artist)
    // Mostly the one that is shown.
    put.bind(6, track.artists == [track.artist] ? nil : ListText.joined(track.artists))
    put.bind(7, track.album)
    put.bind(8, track.albumArtist)
    put.bind(9, track.trackNumber)
    put.bind(10, track.trackTotal)
    put.bind(11, track.discNumber)
    put.bind(12, track.discTotal)
    put.bind(13, track.date)
    put.bind(14, track.year)
    put.bind(15, track.genre)
    put.bind(16, track.genres == [track.genre] ? nil : ListText.joined(track.genres))
    put.bind(17, track.bpm)
    put.bind(18, track.isCompilation ? 1 : 0)
  }

  private func bindSound(_ track: TrackInfo) {
    put.bind(19, track.stream.duration)
    put.bind(20, track.stream.sampleRate)
    put.bind(21, track.stream.channels)
    put.bind(22, track.stream.bitsPerSample)
    put.bind(23, track.stream.codec?.rawValue)
    put.bind(24, track.stream.bitrate)
    put.bind(25, track.replayGain?.track?.gain.value)
    put.bind(26, track.replayGain?.track?.peak)
    put.bind(27, track.replayGain?.album?.gain.value)
    put.bind(28, track.replayGain?.album?.peak)
  }

  private func identify(_ id: Int64, _ ids: MusicBrainzIDs) throws(LibraryError) {
    if ids.isEmpty {
      forget.bind(1, id)
      return try forget.run()
    }
    identify.bind(1, id)
    identify.bind(2, ids.recording)
    identify.bind(3, ids.releaseTrack)
    identify.bind(4, ids.release)
    identify.bind(5, ids.releaseGroup)
    identify.bind(6, ListText.joined(ids.artists))
    identify.bind(7, ListText.joined(ids.albumArtists))
    try identify.run()
  }

  func remove(_ id: Int64) throws(LibraryError) {
    remove.bind(1, id)
    try remove.run()
    forget.bind(1, id)
    try forget.run()
  }

  func move(_ id: Int64, to name: IndexName) throws(LibraryError) {
    move.bind(1, id)
    move.bind(2, name)
    try move.run()
  }

  /// Another track with the same sound, of several the latest.
  func twin(of id: Int64) throws(LibraryError) -> (id: Int64, name: IndexName)? {
    twin.bind(1, id)
    return try twin.first { ($0.integer(0), $0.name(1)) }
  }

  func setKey(_ id: Int64, _ value: TrackKey) throws(LibraryError) {
    key.bind(1, id)
    key.bind(2, value.bytes)
    try key.run()
  }
}

extension TrackInfo {
  /// The first four digits of the date, where it begins with them.
  var year: Int? {
    guard let date, date.utf8.count >= 4 else { return nil }
    return Int(date.prefix(4)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension TrackKey {
  /// Big-endian, 16 bytes.
  var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - $0 * 8)) } }
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    let words = [bytes[..<8], bytes[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    self.init(high: words[0], low: words[1])
  }
}
