import AudioBase
import SystemBase

/// Reads tracks by their ids.
extension LibraryStore {
  /// Returns tracks in the order of the ids, without those that no longer exist. Takes about 10 µs for each:
  /// meant for a page of a list.
  package func tracks(_ ids: some Sequence<Int32>) throws(LibraryError) -> [LibraryTrack] {
    try read { connection throws(LibraryError) in
      var tracks: [LibraryTrack] = []
      for id in ids {
        if let track = try connection.track(id) { tracks.append(track) }
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
      try connection.id(of: IndexName(location)).flatMap { id throws(LibraryError) in try connection.track(id)
      }
    }
  }

  /// Returns the id of the track at a location; nil if the index does not have it.
  package func id(of location: TrackLocation) throws(LibraryError) -> Int32? {
    try read { connection throws(LibraryError) in try connection.id(of: IndexName(location)) }
  }

  /// Returns when each file was changed last, in seconds since 1970; nil for files that the index does not have.
  package func modificationTimes(of paths: [FilePath]) throws(LibraryError) -> [Int64?] {
    try read { connection throws(LibraryError) in
      var times: [Int64?] = []
      for path in paths {
        let time = try connection.integer("SELECT modified FROM files WHERE size >= 0 AND path = \(path)")
        times.append(time.map { $0 / 1_000_000_000 })
      }
      return times
    }
  }

  /// Returns the number of tracks.
  package func trackCount() throws(LibraryError) -> Int {
    try read { connection throws(LibraryError) in try connection.trackCount() }
  }
}

extension Connection {
  /// Returns the id of a track by its name; nil if the index does not have it.
  func id(of name: IndexName) throws(LibraryError) -> Int32? {
    try first("SELECT track FROM files WHERE path = \(name)") { $0.trackID(OnlyColumn.value) }
  }

  func trackCount() throws(LibraryError) -> Int {
    Int(try integer("SELECT count(*) FROM tracks") ?? 0)
  }
}
