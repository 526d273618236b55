import AudioBase
import SystemBase

private enum RowParameter: Int32, SQLParameters { case id, name }

/// Reads tracks by their ids.
extension LibraryStore {
  /// Returns tracks in the order of the ids, without those that no longer exist. Takes about 10 µs for each:
  /// meant for a page of a list.
  package func tracks(_ ids: some Sequence<Int32>) throws(LibraryError) -> [LibraryTrack] {
    try read { connection throws(LibraryError) in
      let reading = TrackReading(connection)
      var tracks: [LibraryTrack] = []
      for id in ids {
        if let track = try reading.track(id) { tracks.append(track) }
      }
      return tracks
    }
  }

  /// Returns a page of a list.
  package func tracks(
    of list: TrackList, from offset: Int, limit: Int
  ) throws(LibraryError) -> [LibraryTrack] {
    try tracks(list.ids.dropFirst(max(offset, 0)).prefix(max(limit, 0)))
  }

  /// Returns the track at a location; nil if the index does not have it.
  package func track(at location: TrackLocation) throws(LibraryError) -> LibraryTrack? {
    try read { connection throws(LibraryError) in
      guard let id = try LibraryStore.id(of: location, connection) else { return nil }
      return try TrackReading(connection).track(id)
    }
  }

  /// Returns the id of the track at a location; nil if the index does not have it.
  package func id(of location: TrackLocation) throws(LibraryError) -> Int32? {
    try read { connection throws(LibraryError) in try LibraryStore.id(of: location, connection) }
  }

  private static func id(
    of location: TrackLocation, _ connection: borrowing Connection
  ) throws(LibraryError) -> Int32? {
    let statement = try connection.prepare(
      "SELECT track FROM files WHERE path = \(RowParameter.name.parameter)")
    statement.bind(RowParameter.name, IndexName(location))
    return try statement.first { $0.trackID(OnlyColumn.value) } ?? nil
  }

  /// Returns when each file was changed last, in seconds since 1970; nil for files that the index does not have.
  package func modificationTimes(of paths: [FilePath]) throws(LibraryError) -> [Int64?] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare(
        "SELECT modified FROM files WHERE size >= 0 AND path = \(RowParameter.name.parameter)")
      var times: [Int64?] = []
      times.reserveCapacity(paths.count)
      for path in paths {
        statement.bind(RowParameter.name, IndexName(TrackLocation(path: path)))
        times.append(try statement.firstInteger().map { $0 / 1_000_000_000 })
      }
      return times
    }
  }

  /// Returns the number of tracks.
  package func trackCount() throws(LibraryError) -> Int {
    try read { connection throws(LibraryError) in
      try LibraryStore.trackCount(connection)
    }
  }

  static func trackCount(_ connection: borrowing Connection) throws(LibraryError) -> Int {
    Int(try connection.prepare("SELECT count(*) FROM tracks").firstInteger() ?? 0)
  }
}
