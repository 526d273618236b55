import AudioAnalysis
import MusicLibrary

extension AlbumLoudness {
  /// For the index to take in, in one batch. What was silent is told without levels: it need not be measured again.
  var changes: [LibraryChange] { tracks.map { .loudness($0.path.part($0.section), $0.gain) } }
}
