/// Removes the rows of a table of what was computed from the sound of tracks.
struct SoundRows: ~Copyable {
  private let dropIfChanged: Statement
  private let drop: Statement

  private enum Parameter: Int32, SQLParameters { case track, duration }

  /// Prepares the statements for a table.
  ///
  /// - Parameter table: the name of the table, whose column `track` has the numbers of tracks.
  init(_ table: String, _ connection: borrowing Connection) {
    // A change of tags does not affect the sound; a changed duration means another sound.
    dropIfChanged = connection.prepareReusable(
      """
      DELETE FROM \(table) WHERE track = \(Parameter.track.parameter)
        AND (SELECT duration FROM tracks WHERE id = \(Parameter.track.parameter))
          IS NOT \(Parameter.duration.parameter)
      """)
    drop = connection.prepareReusable("DELETE FROM \(table) WHERE track = \(Parameter.track.parameter)")
  }

  /// Removes the row if the duration changes; called before the row of the track changes.
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
