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

  private enum Column: Int32, SQLColumns {
    case id, added
    case path, title, artist, artists, album, albumArtist, trackNumber, trackTotal, discNumber, discTotal
    case date, year, genre, genres, bpm, compilation, duration, sampleRate, channels, bits, codec, bitrate
    case trackGain, trackPeak, albumGain, albumPeak, pictures, kind, owner, albumId, stop, side

    /// What changes where a track is read again.
    static var updates: String {
      allCases.filter { $0 != .id && $0 != .added }.map { "\($0.name) = excluded.\($0.name)" }
        .joined(separator: ", ")
    }
  }

  private enum Identifier: Int32, SQLColumns {
    case track, recording, releaseTrack, release, releaseGroup, artists, albumArtists
  }

  init(_ connection: borrowing Connection) {
    subject = connection.subject
    put = connection.keep(
      """
      INSERT INTO tracks(\(Column.list)) VALUES (\(Column.parameters))
      ON CONFLICT(id) DO UPDATE SET key = NULL, away = 0, \(Column.updates)
      """)
    remove = connection.keep("DELETE FROM tracks WHERE id = ?1")
    move = connection.keep("UPDATE tracks SET path = ?2, away = 0 WHERE id = ?1")
    key = connection.keep("UPDATE tracks SET key = ?2 WHERE id = ?1")
    identify = connection.keep(
      "INSERT OR REPLACE INTO musicbrainz(\(Identifier.list)) VALUES (\(Identifier.parameters))")
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
    put.bind(Column.id.parameter, id)
    put.bind(Column.added.parameter, added)
    bindTags(track)
    bindSound(track)
    put.bind(Column.pictures.parameter, pictures)
    put.bind(Column.kind.parameter, track.kind.rawValue)
    put.bind(Column.owner.parameter, links.owner)
    put.bind(Column.albumId.parameter, links.album)
    put.bind(Column.stop.parameter, track.section?.end?.frames)
    put.bind(Column.side.parameter, track.trackSide)
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
    put.bind(Column.path.parameter, IndexName(track.path, track.section))
    put.bind(Column.title.parameter, track.title)
    put.bind(Column.artist.parameter, track.artist)
    // Mostly the one that is shown.
    put.bind(Column.artists.parameter, track.artists == [track.artist] ? nil : ListText.joined(track.artists))
    put.bind(Column.album.parameter, track.album)
    put.bind(Column.albumArtist.parameter, track.albumArtist)
    put.bind(Column.trackNumber.parameter, track.trackNumber)
    put.bind(Column.trackTotal.parameter, track.trackTotal)
    put.bind(Column.discNumber.parameter, track.discNumber)
    put.bind(Column.discTotal.parameter, track.discTotal)
    put.bind(Column.date.parameter, track.date)
    put.bind(Column.year.parameter, track.year)
    put.bind(Column.genre.parameter, track.genre)
    put.bind(Column.genres.parameter, track.genres == [track.genre] ? nil : ListText.joined(track.genres))
    put.bind(Column.bpm.parameter, track.bpm)
    put.bind(Column.compilation.parameter, track.isCompilation ? 1 : 0)
  }

  private func bindSound(_ track: TrackInfo) {
    put.bind(Column.duration.parameter, track.stream.duration)
    put.bind(Column.sampleRate.parameter, track.stream.sampleRate)
    put.bind(Column.channels.parameter, track.stream.channels)
    put.bind(Column.bits.parameter, track.stream.bitsPerSample)
    put.bind(Column.codec.parameter, track.stream.codec?.rawValue)
    put.bind(Column.bitrate.parameter, track.stream.bitrate)
    put.bind(Column.trackGain.parameter, track.replayGain?.track?.gain.value)
    put.bind(Column.trackPeak.parameter, track.replayGain?.track?.peak)
    put.bind(Column.albumGain.parameter, track.replayGain?.album?.gain.value)
    put.bind(Column.albumPeak.parameter, track.replayGain?.album?.peak)
  }

  private func identify(_ id: Int64, _ ids: MusicBrainzIDs) throws(LibraryError) {
    if ids.isEmpty {
      forget.bind(1, id)
      return try forget.run()
    }
    identify.bind(Identifier.track.parameter, id)
    identify.bind(Identifier.recording.parameter, ids.recording)
    identify.bind(Identifier.releaseTrack.parameter, ids.releaseTrack)
    identify.bind(Identifier.release.parameter, ids.release)
    identify.bind(Identifier.releaseGroup.parameter, ids.releaseGroup)
    identify.bind(Identifier.artists.parameter, ListText.joined(ids.artists))
    identify.bind(Identifier.albumArtists.parameter, ListText.joined(ids.albumArtists))
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

/// Several values in one column, parted by U+001F.
enum ListText {
  private static let separator: Character = "\u{1F}"

  static func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.map { $0.filter { $0 != separator } }.joined(separator: "\u{1F}")
  }

  static func values(_ text: String?) -> [String] {
    text.map { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) } ?? []
  }
}
