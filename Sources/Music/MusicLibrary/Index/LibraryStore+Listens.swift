import AudioBase
import MusicQuery

/// A play of a track: when it began, and what the track was then.
package struct Listen: Hashable, Sendable {
  /// Seconds since 1970.
  package var time: Int64
  /// The file is where the track is now.
  package var track: TrackInfo

  package init(_ track: TrackInfo, at time: Int64) { (self.track, self.time) = (track, time) }
}

extension LibraryStore {
  /// Returns the plays that began in an interval, the latest last.
  ///
  /// - Parameters:
  ///   - range: seconds since 1970.
  ///   - limit: the number of the latest plays that are returned; nil for all.
  package func listens(
    in range: NumberRange = NumberRange(nil, nil), limit: Int? = nil
  ) throws(LibraryError) -> [Listen] {
    let rows = try all(
      """
      SELECT \(sql: Connection.listenColumns) FROM listens WHERE \(range.beganTest)
      ORDER BY began DESC, id DESC LIMIT \(limit ?? -1)
      """
    ) { $0.listen() }
    return rows.reversed()
  }
}

extension NumberRange {
  /// The test whether a row of `listens` began in the interval.
  fileprivate var beganTest: SQL {
    let (lower, upper) = (lower ?? 0, upper ?? Double(LibraryTrack.times.upperBound))
    return includesUpper
      ? "began >= \(lower) AND began <= \(upper)" : "began >= \(lower) AND began < \(upper)"
  }
}

extension Connection {
  /// Returns the numbers of plays that began in an interval, by the ids of the tracks.
  func playCounts(in range: NumberRange) throws(LibraryError) -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    try each(
      """
      SELECT t.id, count(*) FROM listens l JOIN tracks t ON t.path = l.path WHERE \(range.beganTest) GROUP BY t.id
      """
    ) { row in
      if let id = row.trackID() { counts[id] = row.value() }
    }
    return counts
  }

  /// The columns that `Row.listen` reads.
  static var listenColumns: String {
    "began, path, title, artist, album, album_artist, track_number, duration, recording, release"
  }

  func store(_ listen: Listen, _ name: IndexName) throws(LibraryError) {
    let track = listen.track
    try run(
      """
      INSERT INTO listens\(row: [
        "began": listen.time, "path": name, "title": track.title, "artist": track.artist, "album": track.album,
        "album_artist": track.albumArtist, "track_number": track.trackNumber, "duration": track.duration,
        "recording": track.musicBrainz.recording, "release": track.musicBrainz.release,
      ])
      """)
  }

  /// Notes that a track has another name.
  func moveListens(from: IndexName, to: IndexName) throws(LibraryError) {
    if from != to { try run("UPDATE listens SET path = \(to) WHERE path = \(from)") }
  }
}

extension Row {
  /// Returns the play in a row of `listenColumns`.
  mutating func listen() -> Listen {
    let time = time() ?? 0
    let name: IndexName = value()
    var track = TrackInfo(name.location())
    (track.title, track.artist, track.album, track.albumArtist) = (
      optional(), optional(), optional(), optional()
    )
    track.trackNumber = optional()
    track.stream.duration = PlausibleRange.length(optional())
    (track.musicBrainz.recording, track.musicBrainz.release) = (optional(), optional())
    return Listen(track, at: time)
  }
}
