import AudioAnalysis
import AudioBase
import MusicLibrary

extension AlbumLoudness {
  /// For the index to take in, in one batch. What was silent is told without levels: it need not be measured again.
  var changes: [LibraryChange] {
    tracks.map { .loudness(TrackLocation(path: $0.path, section: $0.section), $0.gain) }
  }
}
