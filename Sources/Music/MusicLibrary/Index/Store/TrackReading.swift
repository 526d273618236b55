import AudioBase
import MusicQuery

private enum TrackColumn: Int32, SQLColumns {
  case id, path, title, artist, artists, album, albumArtist, trackNumber, trackTotal, discNumber, discTotal
  case date, genre, genres, bpm, compilation, duration, sampleRate, channels, bits, codec, bitrate
  case trackGain, trackPeak, albumGain, albumPeak, pictures, kind, rating, plays, lastPlayed, added, away,
    key
  case recording, releaseTrack, release, releaseGroup, identifiedArtists, albumArtists
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
    case .identifiedArtists: "m.artists"
    default: name
    }
  }
}

/// The members of a track with their columns.
private let memberColumns = TrackMember.columns.map { member, name in
  guard let column = TrackColumn.allCases.first(where: { $0.name == name }) else { preconditionFailure(name) }
  return (member: member, column: column)
}

private let findTrack = """
  SELECT \(TrackColumn.list) FROM tracks t
  LEFT JOIN loudness l ON l.track = t.id LEFT JOIN tempi f ON f.track = t.id
  LEFT JOIN musicbrainz m ON m.track = t.id WHERE t.id = ?
  """

extension Connection {
  /// Returns a track; nil if it does not exist.
  func track(_ id: Int32) throws(LibraryError) -> LibraryTrack? {
    let sql = SQL(text: findTrack, values: [id.sqlValue])
    let found = try first(sql) { ($0.track(id), $0.text(TrackColumn.pictures)) }
    guard let (stored, pictures) = found else { return nil }
    var track = stored
    track.track.pictures = try self.pictures(pictures)
    track.track.dropImplausible()
    return track
  }
}

/// Reads a row of `TrackColumn`, as `Connection.storeTrack` has stored it.
extension Statement {
  /// Returns the track without its pictures.
  fileprivate func track(_ id: Int32) -> LibraryTrack {
    let name = name(TrackColumn.path)
    var track = TrackInfo(name.location(end: optionalInteger(TrackColumn.stop)))
    for (member, column) in memberColumns { fill(member, column, of: &track) }
    track.rating = rating(TrackColumn.fileRating)
    track.isCompilation = flag(TrackColumn.compilation)
    track.replayGain = gain
    track.musicBrainz = musicBrainz
    return LibraryTrack(
      id: id, track: track, kind: TrackKind(rawValue: int(TrackColumn.kind)) ?? .music,
      rating: rating(TrackColumn.rating), playCount: playCount(TrackColumn.plays),
      lastPlayed: time(TrackColumn.lastPlayed), addedAt: time(TrackColumn.added) ?? 0,
      isAway: flag(TrackColumn.away), key: trackKey(TrackColumn.key), damage: text(TrackColumn.damage),
      hasFoundTempo: flag(TrackColumn.hasFoundTempo))
  }

  private func fill(_ member: TrackMember, _ column: TrackColumn, of track: inout TrackInfo) {
    switch member.value {
    case .text(let path): track[keyPath: path] = text(column)
    case .number(let path): track[keyPath: path] = optionalInteger(column)
    case .decimal(let path): track[keyPath: path] = optionalDouble(column)
    case .texts(let path):
      // NULL if the displayed value is the only one.
      let only = column == .artists ? track.artist : track.genre
      track[keyPath: path] =
        isNull(column) ? [only].compactMap(\.self) : ListText.values(text(column))
    }
  }

  private var gain: ReplayGain? {
    let track = level(TrackColumn.trackGain, peak: TrackColumn.trackPeak)
    let album = level(TrackColumn.albumGain, peak: TrackColumn.albumPeak)
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  private func level(_ gain: TrackColumn, peak: TrackColumn) -> ReplayGain.Level? {
    optionalDouble(gain).map { ReplayGain.Level(Decibels($0), peak: optionalDouble(peak)) }
  }

  private var musicBrainz: MusicBrainzIDs {
    var ids = MusicBrainzIDs()
    ids.recording = text(TrackColumn.recording)
    ids.releaseTrack = text(TrackColumn.releaseTrack)
    ids.release = text(TrackColumn.release)
    ids.releaseGroup = text(TrackColumn.releaseGroup)
    ids.artists = ListText.values(text(TrackColumn.identifiedArtists))
    ids.albumArtists = ListText.values(text(TrackColumn.albumArtists))
    return ids
  }
}
