import AudioBase
import SystemBase

/// Reads tracks back: the opposite of `TrackRows`.
struct TrackReading: ~Copyable {
  private let find: Statement
  private let picture: Statement

  private static let sql = """
    SELECT t.id, path, title, artist, t.artists, album, album_artist, track_number, track_total, disc_number,
      disc_total, date, genre, genres, bpm, compilation, duration, sample_rate, channels, bits, codec, bitrate,
      coalesce(t.track_gain, l.track_gain), CASE WHEN t.track_gain IS NULL THEN l.track_peak ELSE t.track_peak END,
      coalesce(t.album_gain, l.album_gain), CASE WHEN t.album_gain IS NULL THEN l.album_peak ELSE t.album_peak END,
      pictures, kind, rating, plays, last_played, added, away, key, m.track IS NOT NULL, recording, release_track,
      release, release_group, m.artists, album_artists, stop, side
    FROM tracks t LEFT JOIN loudness l ON l.track = t.id LEFT JOIN musicbrainz m ON m.track = t.id
    WHERE t.id = ?1
    """

  init(_ connection: borrowing Connection) {
    find = connection.keep(TrackReading.sql)
    picture = connection.keep("SELECT hash, bytes, mime, width, height FROM pictures WHERE id = ?1")
  }

  /// - Returns: nil where the track is gone.
  func track(_ id: Int32) throws(LibraryError) -> LibraryTrack? {
    find.bind(1, Int64(id))
    guard try find.step() else { return nil }
    defer { find.reset() }
    let name = find.name(1)
    var track = TrackInfo(path: name.file)
    track.section = name.section(end: find.optionalInteger(41))
    fillTags(&track)
    track.stream = sound
    track.replayGain = gain
    track.pictures = try pictures(find.text(26))
    track.musicBrainz = musicBrainz
    track.dropImplausible()
    return LibraryTrack(
      id: id, track: track, kind: TrackKind(rawValue: Int(find.integer(27))) ?? .music,
      rating: find.integer(28, in: LibraryTrack.ratings),
      playCount: find.integer(29, in: LibraryTrack.playCounts) ?? 0,
      lastPlayed: find.integer(30, in: LibraryTrack.times).map(Int64.init),
      addedAt: find.integer(31, in: LibraryTrack.times).map(Int64.init) ?? 0,
      isAway: find.integer(32) != 0, key: find.bytes(33).flatMap { TrackKey(bytes: $0) })
  }

  private func fillTags(_ track: inout TrackInfo) {
    track.title = find.text(2)
    track.artist = find.text(3)
    track.artists = find.isNull(4) ? [track.artist].compactMap(\.self) : ListText.values(find.text(4))
    track.album = find.text(5)
    track.albumArtist = find.text(6)
    track.trackNumber = find.optionalInteger(7)
    track.trackSide = find.text(42)
    track.trackTotal = find.optionalInteger(8)
    track.discNumber = find.optionalInteger(9)
    track.discTotal = find.optionalInteger(10)
    track.date = find.text(11)
    track.genre = find.text(12)
    track.genres = find.isNull(13) ? [track.genre].compactMap(\.self) : ListText.values(find.text(13))
    track.bpm = find.optionalDouble(14)
    track.isCompilation = find.integer(15) != 0
  }

  private var sound: SoundProperties {
    var sound = SoundProperties(codec: find.text(20).flatMap { AudioCodec(rawValue: $0) })
    sound.duration = find.optionalDouble(16)
    sound.sampleRate = find.optionalInteger(17)
    sound.channels = find.optionalInteger(18)
    sound.bitsPerSample = find.optionalInteger(19)
    sound.bitrate = find.optionalInteger(21)
    return sound
  }

  private var gain: ReplayGain? {
    let track = find.optionalDouble(22).map { ReplayGain.Level(Decibels($0), peak: find.optionalDouble(23)) }
    let album = find.optionalDouble(24).map { ReplayGain.Level(Decibels($0), peak: find.optionalDouble(25)) }
    return track == nil && album == nil ? nil : ReplayGain(track: track, album: album)
  }

  private var musicBrainz: MusicBrainzIDs {
    var ids = MusicBrainzIDs()
    guard find.integer(34) != 0 else { return ids }
    ids.recording = find.text(35)
    ids.releaseTrack = find.text(36)
    ids.release = find.text(37)
    ids.releaseGroup = find.text(38)
    ids.artists = ListText.values(find.text(39))
    ids.albumArtists = ListText.values(find.text(40))
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
          type: Int(parts[0]), mimeType: row.text(2), width: row.optionalInteger(3),
          height: row.optionalInteger(4), bytes: Int(row.integer(1)))
        found.hash = UInt64(bitPattern: row.integer(0))
        return found
      }
      if let found { pictures.append(found) }
    }
    return pictures
  }
}
