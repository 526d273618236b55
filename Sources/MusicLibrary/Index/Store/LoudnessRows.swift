import AudioBase
import SystemBase

/// ReplayGain that was measured here; a file's own comes before it.
struct LoudnessRows: ~Copyable {
  private let put: Statement
  private let dropIfChanged: Statement
  private let drop: Statement

  private enum Column: Int32, SQLColumns { case track, trackGain, trackPeak, albumGain, albumPeak }

  init(_ connection: borrowing Connection) {
    put = connection.keep(
      "INSERT OR REPLACE INTO loudness(\(Column.list)) VALUES (\(Column.parameters))")
    // Other tags leave the sound as it was; another length is another sound.
    dropIfChanged = connection.keep(
      "DELETE FROM loudness WHERE track = ?1 AND (SELECT duration FROM tracks WHERE id = ?1) IS NOT ?2")
    drop = connection.keep("DELETE FROM loudness WHERE track = ?1")
  }

  func put(_ track: Int64, _ gain: ReplayGain) throws(LibraryError) {
    put.bind(Column.track.parameter, track)
    put.bind(Column.trackGain.parameter, gain.track?.gain.value)
    put.bind(Column.trackPeak.parameter, gain.track?.peak)
    put.bind(Column.albumGain.parameter, gain.album?.gain.value)
    put.bind(Column.albumPeak.parameter, gain.album?.peak)
    try put.run()
  }

  /// Before the track's row changes.
  func willChange(_ track: Int64, duration: Double?) throws(LibraryError) {
    dropIfChanged.bind(1, track)
    dropIfChanged.bind(2, duration)
    try dropIfChanged.run()
  }

  func remove(_ track: Int64) throws(LibraryError) {
    drop.bind(1, track)
    try drop.run()
  }
}
