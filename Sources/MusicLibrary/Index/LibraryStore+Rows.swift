import AudioBase
import SystemBase

/// The rows behind ids.
extension LibraryStore {
  /// Tracks in the order of their ids in the list; those that are gone meanwhile are left out. For a page of a
  /// list: some 10 µs each.
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

  /// Part of a list, for the screen.
  package func tracks(
    of list: TrackList, from offset: Int, limit: Int
  ) throws(LibraryError) -> [LibraryTrack] {
    try tracks(list.ids.dropFirst(max(offset, 0)).prefix(max(limit, 0)))
  }

  /// - Parameter section: the part of the file; nil is all of it.
  package func track(
    at path: FilePath, _ section: TrackSection? = nil
  ) throws(LibraryError) -> LibraryTrack? {
    guard let id = try id(of: path, section) else { return nil }
    return try tracks([id]).first
  }

  package func id(of path: FilePath, _ section: TrackSection? = nil) throws(LibraryError) -> Int32? {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT track FROM files WHERE path = ?1")
      statement.bind(1, IndexName(path, section))
      return try statement.first { $0.trackID(0) } ?? nil
    }
  }

  /// The files of a list, in its order; of one that holds several tracks as often as it has tracks in the list.
  package func paths(of list: TrackList) throws(LibraryError) -> [FilePath] {
    try read { connection throws(LibraryError) in
      let statement = try connection.prepare("SELECT path FROM tracks WHERE id = ?1")
      var paths: [FilePath] = []
      paths.reserveCapacity(list.count)
      for id in list.ids {
        statement.bind(1, Int64(id))
        if let path = try statement.first({ $0.name(0).file }) { paths.append(path) }
      }
      return paths
    }
  }

  /// How many tracks there are.
  package func trackCount() throws(LibraryError) -> Int {
    try read { connection throws(LibraryError) in
      try connection.prepare("SELECT count(*) FROM tracks").first { Int($0.integer(0)) } ?? 0
    }
  }
}
