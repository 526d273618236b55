import AudioBase

/// The table of measured ReplayGain; the gain in the tags of a file takes precedence.
struct LoudnessRows: ~Copyable {
  private let put: Statement
  let sound: SoundRows

  private enum Column: Int32, SQLColumns { case track, trackGain, trackPeak, albumGain, albumPeak }

  init(_ connection: borrowing Connection) {
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO loudness(\(Column.list)) VALUES (\(Column.parameters))")
    sound = SoundRows("loudness", connection)
  }

  func store(_ track: Int64, _ gain: ReplayGain) throws(LibraryError) {
    put.bind(Column.track, track)
    put.bind(Column.trackGain, gain.track?.gain.value)
    put.bind(Column.trackPeak, gain.track?.peak)
    put.bind(Column.albumGain, gain.album?.gain.value)
    put.bind(Column.albumPeak, gain.album?.peak)
    try put.run()
  }
}
