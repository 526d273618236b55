import AudioBase
import SystemBase

/// Reads tracks back: the opposite of `TrackRows`.
struct TrackReading: ~Copyable {
  private let find: Statement
  private let picture: Statement

  private enum Column: Int32, SQLColumns {
    case id, path, title, artist, artists, album, albumArtist, trackNumber, trackTotal, discNumber, discTotal
    case date, genre, genres, bpm, compilation, duration, sampleRate, channels, bits, codec, bitrate
    case trackGain, trackPeak, albumGain, albumPeak, pictures, kind, rating, plays, lastPlayed, added, away,
      key
    case hasIdentifiers, recording, releaseTrack, release, releaseGroup, identifiedArtists, albumArtists
    case stop, side

    var sql: String {
      switch self {
      case .id, .artists: "t.\(name)"
      // A file's own level comes before a measured one, with its peak.
      case .trackGain, .albumGain: "coalesce(t.\(name), l.\(name))"
      case .trackPeak: "CASE WHEN t.track_gain IS NULL THEN l.track_peak ELSE t.track_peak END"
      case .albumPeak: "CASE WHEN t.album_gain IS NULL THEN l.album_peak ELSE t.album_peak END"
      case .hasIdentifiers: "m.track IS NOT NULL"
      case .identifiedArtists: "m.artists"
      default: name
      }
    }
  }

  private enum PictureColumn: Int32, SQLColumns { case hash, bytes, mime, width, height }

  init(_ connection: borrowing Connection) {
    find = connection.keep(
      """
      SELECT \(Column.list) FROM tracks t
      LEFT JOIN loudness l ON l.track = t.id LEFT JOIN musicbrainz m ON m.track = t.id WHERE t.id = ?1
      """)
    picture = connection.keep("SELECT \(PictureColumn.list) FROM pictures WHERE id = ?1")
  }

  /// - Returns: nil where the track is gone.
  func track(_ id: Int32) throws(LibraryError) -> LibraryTrack? {
    find.bind(1, Int64(id))
    guard try find.step() else { return nil }
    defer { find.reset() }
    let name = find.name(Column.path)
    var track = TrackInfo(path: name.file)
    track.section = name.section(end: find.optionalInteger(Column.stop))
    fillTags(&track)
    track.stream = sound
    track.replayGain = gain
    track.pictures = try pictures(find.text(Column.pictures))
    track.musicBrainz = musicBrainz
    track.dropImplausible()
    return LibraryTrack(
      id: id, track: track, kind: TrackKind(rawValue: Int(find.integer(Column.kind))) ?? .music,
      rating: find.integer(Column.rating, in: LibraryTrack.ratings),
      playCount: find.integer(Column.plays, in: LibraryTrack.playCounts) ?? 0,
      lastPlayed: find.integer(Column.lastPlayed, in: LibraryTrack.times).map(Int64.init),
      addedAt: find.integer(Column.added, in: LibraryTrack.times).map(Int64.init) ?? 0,
      isAway: find.integer(Column.away) != 0, key: find.bytes(Column.key).flatMap { TrackKey(bytes: $0) })
  }

  private func fillTags(_ track: inout TrackInfo) {
    track.title = find.text(Column.title)
    track.artist = find.text(Column.artist)
    track.artists =
      find.isNull(Column.artists)
      ? [track.artist].compactMap(\.self) : ListText.values(find.text(Column.artists))
    track.album = find.text(Column.album)
    track.albumArtist = find.text(Column.albumArtist)
    track.trackNumber = find.optionalInteger(Column.trackNumber)
    track.trackSide = find.text(Column.side)
    track.trackTotal = find.optionalInteger(Column.trackTotal)
    track.discNumber = find.optionalInteger(Column.discNumber)
    track.discTotal = find.optionalInteger(Column.discTotal)
    track.date = find.text(Column.date)
    track.genre = find.text(Column.genre)
    track.genres =
      find.isNull(Column.genres)
      ? [track.genre].compactMap(\.self) : ListText.values(find.text(Column.genres))
    track.bpm = find.optionalDouble(Column.bpm)
    track.isCompilation = find.integer(Column.compilation) != 0
  }

  private var sound: SoundProperties {
    var sound = SoundProperties(codec: find.text(Column.codec).flatMap { AudioCodec(rawValue: $0) })
    sound.duration = find.optionalDouble(Column.duration)
    sound.sampleRate = find.optionalInteger(Column.sampleRate)
    sound.channels = find.optionalInteger(Column.channels)
    sound.bitsPerSample = find.optionalInteger(Column.bits)
    sound.bitrate = find.optionalInteger(Column.bitrate)
    return sound
  }

  private var gain: ReplayGain? {
    let track = find.optionalDouble(Column.trackGain).map {
      ReplayGain.Level(Decibels($0), peak: find.optionalDouble(Column.trackPeak))
    }
    let album = find.optionalDouble(Column.albumGain).map {
      ReplayGain.Level(Decibels($0), peak: find.optionalDouble(Column.albumPeak))
    }
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
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
      picture.bind(1, parts[1])
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
