import SystemBase

/// The tempo that was found in a track by its sound.
package struct FoundTempo: Hashable, Sendable {
  package var bpm: Double
  /// How alike the onsets are from beat to beat, 0…1.
  package var confidence: Double

  package init(bpm: Double, confidence: Double) { (self.bpm, self.confidence) = (bpm, confidence) }
}

/// The table of found tempi; the tempo in the tags of a file takes precedence.
struct TempoRows: ~Copyable {
  private let put: Statement
  private let dropIfChanged: Statement
  private let drop: Statement

  private enum Column: Int32, SQLColumns { case track, bpm, confidence }
  private enum Parameter: Int32, SQLParameters { case track, duration }

  init(_ connection: borrowing Connection) {
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO tempi(\(Column.list)) VALUES (\(Column.parameters))")
    // A change of tags does not affect the tempo; a changed duration means another sound.
    dropIfChanged = connection.prepareReusable(
      """
      DELETE FROM tempi WHERE track = \(Parameter.track.parameter)
        AND (SELECT duration FROM tracks WHERE id = \(Parameter.track.parameter))
          IS NOT \(Parameter.duration.parameter)
      """)
    drop = connection.prepareReusable("DELETE FROM tempi WHERE track = \(Parameter.track.parameter)")
  }

  /// - Parameter tempo: nil if the sound has no regular beat, so that it is not searched again.
  func store(_ track: Int64, _ tempo: FoundTempo?) throws(LibraryError) {
    put.bind(Column.track, track)
    put.bind(Column.bpm, tempo?.bpm)
    put.bind(Column.confidence, tempo?.confidence)
    try put.run()
  }

  /// Removes the tempo if the duration changes; called before the row of the track changes.
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
