import AudioBase
import SystemBase

/// The table of measured ReplayGain; the gain in the tags of a file takes precedence.
struct LoudnessRows: ~Copyable {
  private let put: Statement
  private let dropIfChanged: Statement
  private let drop: Statement

  private enum Column: Int32, SQLColumns { case track, trackGain, trackPeak, albumGain, albumPeak }
  private enum Parameter: Int32, SQLParameters { case track, duration }

  init(_ connection: borrowing Connection) {
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO loudness(\(Column.list)) VALUES (\(Column.parameters))")
    // A change of tags does not affect the loudness; a changed duration means another sound.
    dropIfChanged = connection.prepareReusable(
      """
      DELETE FROM loudness WHERE track = \(Parameter.track.parameter)
        AND (SELECT duration FROM tracks WHERE id = \(Parameter.track.parameter))
          IS NOT \(Parameter.duration.parameter)
      """)
    drop = connection.prepareReusable("DELETE FROM loudness WHERE track = \(Parameter.track.parameter)")
  }

  func store(_ track: Int64, _ gain: ReplayGain) throws(LibraryError) {
    put.bind(Column.track, track)
    put.bind(Column.trackGain, gain.track?.gain.value)
    put.bind(Column.trackPeak, gain.track?.peak)
    put.bind(Column.albumGain, gain.album?.gain.value)
    put.bind(Column.albumPeak, gain.album?.peak)
    try put.run()
  }

  /// Removes the loudness if the duration changes; called before the row of the track changes.
  func willChange(_ track: Int64, duration: Double?) throws(LibraryError) {
    dropIfChanged.bind(Parameter.track, track)
    dropIfChanged.bind(Parameter.duration, duration)
    try dropIfChanged.run()
  }

  func remove(_ track: Int64) throws(LibraryError) {
    drop.bind(Parameter.track, track)
    try drop.run()
  }
}
