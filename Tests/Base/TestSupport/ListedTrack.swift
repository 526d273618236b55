import AudioBase
import SystemBase

extension TrackInfo {
  /// A track with the metadata of a playlist entry.
  package init(
    _ name: String, title: String? = nil, artist: String? = nil, album: String? = nil, number: Int? = nil,
    duration: Double? = nil, section: TrackSection? = nil
  ) {
    self.init(TrackLocation(path: FilePath(name), section: section))
    (self.title, self.artist, self.album, trackNumber) = (title, artist, album, number)
    stream.duration = duration
  }
}
