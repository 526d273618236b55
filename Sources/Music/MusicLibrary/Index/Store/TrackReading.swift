import AudioBase
import MusicQuery

/// Reads tracks from the index, as `TrackRows` has stored them.
struct TrackReading: ~Copyable {
  private let find: Statement
  private let picture: Statement

  private enum Column: Int32, SQLColumns {
    case id, path, title, artist, artists, album, albumArtist, trackNumber, trackTotal, discNumber, discTotal
    case date, genre, genres, bpm, compilation, duration, sampleRate, channels, bits, codec, bitrate
    case trackGain, trackPeak, albumGain, albumPeak, pictures, kind, rating, plays, lastPlayed, added, away,
      key
    case hasIdentifiers, recording, releaseTrack, release, releaseGroup, identifiedArtists, albumArtists
    case stop, side, damage, fileRating, hasFoundTempo

    var sql: String {
      switch self {
      case .id, .artists: "t.\(name)"
      // The gain of the tags takes precedence over the measured one, with its peak.
      case .trackGain, .albumGain: "coalesce(t.\(name), l.\(name))"
      case .trackPeak: "CASE WHEN t.track_gain IS NULL THEN l.track_peak ELSE t.track_peak END"
      case .albumPeak: "CASE WHEN t.album_gain IS NULL THEN l.album_peak ELSE t.album_peak END"
      case .bpm: "coalesce(t.bpm, f.bpm)"
      case .hasFoundTempo: "t.bpm IS NULL AND f.bpm IS NOT NULL"
      case .hasIdentifiers: "m.track IS NOT NULL"
      case .identifiedArtists: "m.artists"
      default: name
      }
    }
  }

  private static let members = Column.ofMembers()

  private enum Parameter: Int32, SQLParameters { case id }
  private enum PictureColumn: Int32, SQLColumns { case hash, bytes, mime, width, height }

  init(_ connection: borrowing Connection) {
    find = connection.prepareReusable(
      """
      SELECT \(Column.list) FROM tracks t
      LEFT JOIN loudness l ON l.track = t.id LEFT JOIN tempi f ON f.track = t.id
      LEFT JOIN musicbrainz m ON m.track = t.id WHERE t.id = \(Parameter.id.parameter)
      """)
    picture = connection.prepareReusable(
      "SELECT \(PictureColumn.list) FROM pictures WHERE id = \(Parameter.id.parameter)")
  }

  /// Returns a track; nil if it does not exist.
  func track(_ id: Int32) throws(LibraryError) -> LibraryTrack? {
    find.bind(Parameter.id, Int64(id))
    guard try find.step() else { return nil }
    defer { find.reset() }
    let name = find.name(Column.path)
    var track = TrackInfo(name.location(end: find.optionalInteger(Column.stop)))
    for (member, column) in TrackReading.members { fill(member, column, of: &track) }
    track.rating = find.rating(Column.fileRating)
    track.isCompilation = find.integer(Column.compilation) != 0
    track.replayGain = gain
    track.pictures = try pictures(find.text(Column.pictures))
    track.musicBrainz = musicBrainz
    track.dropImplausible()
    return LibraryTrack(
      id: id, track: track, kind: TrackKind(rawValue: Int(find.integer(Column.kind))) ?? .music,
      rating: find.rating(Column.rating),
      playCount: find.playCount(Column.plays),
      lastPlayed: find.time(Column.lastPlayed),
      addedAt: find.time(Column.added) ?? 0,
      isAway: find.integer(Column.away) != 0, key: find.trackKey(Column.key),
      damage: find.text(Column.damage),
      hasFoundTempo: find.integer(Column.hasFoundTempo) != 0)
  }

  private func fill(_ member: TrackMember, _ column: Column, of track: inout TrackInfo) {
    switch member.value {
    case .text(let path): track[keyPath: path] = find.text(column)
    case .number(let path): track[keyPath: path] = find.optionalInteger(column)
    case .decimal(let path): track[keyPath: path] = find.optionalDouble(column)
    case .texts(let path):
      // NULL if the displayed value is the only one.
      let only = column == .artists ? track.artist : track.genre
      track[keyPath: path] =
        find.isNull(column) ? [only].compactMap(\.self) : ListText.values(find.text(column))
    }
  }

  private var gain: ReplayGain? {
    let track = level(Column.trackGain, peak: Column.trackPeak)
    let album = level(Column.albumGain, peak: Column.albumPeak)
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  private func level(_ gain: Column, peak: Column) -> ReplayGain.Level? {
    find.optionalDouble(gain).map { ReplayGain.Level(Decibels($0), peak: find.optionalDouble(peak)) }
  }

  private var musicBrainz: MusicBrainzIDs {
    var ids = MusicBrainzIDs()
    guard find.integer(Column.hasIdentifiers) != 0 else { return ids }
    ids.recording = find.text(Column.recording)
    ids.releaseTrack = find.text(Column.releaseTrack)
    ids.release = find.text(Column.release)
    ids.releaseGroup = find.text(Column.releaseGroup)
    ids.artists = ListText.values(find.text(Column.identifiedArtists))
    ids.albumArtists = ListText.values(find.text(Column.albumArtists))
    return ids
  }

  private func pictures(_ references: String?) throws(LibraryError) -> [TrackPicture] {
    var pictures: [TrackPicture] = []
    for reference in references?.split(separator: ",") ?? [] {
      let parts = reference.split(separator: ":").compactMap { Int64($0) }
      guard parts.count == 2 else { continue }
      picture.bind(Parameter.id, parts[1])
      let found = try picture.first { row in
        var found = TrackPicture(
          type: Int(parts[0]), mimeType: row.text(PictureColumn.mime),
          width: row.optionalInteger(PictureColumn.width),
          height: row.optionalInteger(PictureColumn.height), bytes: Int(row.integer(PictureColumn.bytes)))
        found.hash = UInt64(bitPattern: row.integer(PictureColumn.hash))
        return found
      }
      if let found { pictures.append(found) }
    }
    return pictures
  }
}
