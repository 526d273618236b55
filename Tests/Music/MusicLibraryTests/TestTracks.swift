@testable import AudioBase
@testable import MusicLibrary
@testable import SystemBase

/// Tracks for the index that no file stands behind.
enum TestTracks {
  static func track(
    _ number: Int, folder: String = "/music", title: String? = nil, artist: String? = "Artist",
    album: String? = "Album"
  ) -> TrackInfo {
    var track = TrackInfo(path: FilePath("\(folder)/\(number).flac"), stream: SoundProperties(codec: .flac))
    track.title = title ?? "Title \(number)"
    track.artist = artist
    track.artists = [artist].compactMap(\.self)
    track.album = album
    track.trackNumber = number
    return track
  }

  /// The statements that turn an index into one of version 10, the oldest that is read.
  static let formerVersion = """
    DROP INDEX tracks_group; ALTER TABLE tracks DROP COLUMN album_group;
    ALTER TABLE tracks DROP COLUMN album_choice; ALTER TABLE former DROP COLUMN album_choice;
    DROP TABLE listens;
    PRAGMA user_version = \(Schema.version - 2)
    """

  static func stamp(_ number: Int64) -> FileStamp {
    FileStamp(size: number * 1000, modified: number, inode: UInt64.max - UInt64(number), device: 7)
  }
}

extension LibraryStore {
  /// The files of a list in its order.
  func paths(of list: TrackList) throws(LibraryError) -> [FilePath] {
    try tracks(of: list, from: 0, limit: list.count).map(\.track.path)
  }
}
