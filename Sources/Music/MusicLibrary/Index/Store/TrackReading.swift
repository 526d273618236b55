import AudioBase
import MusicQuery
import SystemBase

/// Finds a track by its id. The columns are in the order in which `Row.track` reads them. The gain of the tags takes
/// precedence over the measured one, with its peak.
private let findTrack = """
  SELECT \(TrackMember.columns.map { $0.column == "bpm" ? "coalesce(t.bpm, f.bpm)" : "t.\($0.column)" }.joined(separator: ", ")),
    path, stop, file_rating, compilation, coalesce(t.track_gain, l.track_gain),
    CASE WHEN t.track_gain IS NULL THEN l.track_peak ELSE t.track_peak END, coalesce(t.album_gain, l.album_gain),
    CASE WHEN t.album_gain IS NULL THEN l.album_peak ELSE t.album_peak END,
    recording, release_track, release, release_group, m.artists, album_artists, o.tags,
    kind, rating, plays, last_played, added, away, key, damage, t.bpm IS NULL AND f.bpm IS NOT NULL, pictures
  FROM tracks t LEFT JOIN loudness l ON l.track = t.id LEFT JOIN tempi f ON f.track = t.id
  LEFT JOIN musicbrainz m ON m.track = t.id LEFT JOIN other_tags o ON o.track = t.id WHERE t.id = ?
  """

extension Connection {
  /// Returns a track; nil if it does not exist.
  func track(_ id: Int32) throws(LibraryError) -> LibraryTrack? {
    let sql = SQL(text: findTrack, values: [id.sqlValue])
    let found = try first(sql) { row -> (LibraryTrack, String?)? in (row.track(id), row.optional()) }
    guard let (stored, pictures) = found else { return nil }
    var track = stored
    track.track.pictures = try self.pictures(pictures)
    track.track.dropImplausible()
    return track
  }
}

/// Reads a row of `findTrack`, as `Connection.storeTrack` has stored it.
extension Row {
  /// Returns the track without its pictures.
  fileprivate mutating func track(_ id: Int32) -> LibraryTrack {
    var track = TrackInfo(path: FilePath(bytes: []))
    for (member, _) in TrackMember.columns { fill(member, of: &track) }
    let name: IndexName = value()
    track.location = name.location(end: optional())
    track.rating = rating()
    track.isCompilation = value()
    track.replayGain = gain()
    track.musicBrainz = musicBrainz()
    track.otherTags = OtherTagText.tags(optional())
    return LibraryTrack(
      id: id, track: track, kind: TrackKind(rawValue: value()) ?? .music, rating: rating(),
      playCount: playCount(), lastPlayed: time(), addedAt: time() ?? 0, isAway: value(), key: trackKey(),
      damage: optional(), hasFoundTempo: value())
  }

  private mutating func fill(_ member: TrackMember, of track: inout TrackInfo) {
    switch member.value {
    case .text(let access): track[access] = optional()
    case .number(let access): track[access] = optional()
    case .decimal(let access): track[access] = optional()
    case .texts(let access):
      // NULL if the displayed value is the only one.
      let only = member.name == "artists" ? track.artist : track.genre
      let text: String? = optional()
      track[access] = text == nil ? [only].compactMap(\.self) : ListText.values(text)
    }
  }

  private mutating func gain() -> ReplayGain? {
    let (track, album) = (level(), level())
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  private mutating func level() -> ReplayGain.Level? {
    let (gain, peak): (Double?, Double?) = (optional(), optional())
    return gain.map { ReplayGain.Level(Decibels($0), peak: peak) }
  }

  private mutating func musicBrainz() -> MusicBrainzIDs {
    var ids = MusicBrainzIDs()
    ids.recording = optional()
    ids.releaseTrack = optional()
    ids.release = optional()
    ids.releaseGroup = optional()
    ids.artists = ListText.values(optional())
    ids.albumArtists = ListText.values(optional())
    return ids
  }
}
