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
  let sound: SoundRows

  private enum Column: Int32, SQLColumns { case track, bpm, confidence }

  init(_ connection: borrowing Connection) {
    put = connection.prepareReusable(
      "INSERT OR REPLACE INTO tempi(\(Column.list)) VALUES (\(Column.parameters))")
    sound = SoundRows("tempi", connection)
  }

  /// Stores the tempo of a track.
  ///
  /// - Parameter tempo: nil if the sound has no regular beat, so that it is not searched again.
  func store(_ track: Int64, _ tempo: FoundTempo?) throws(LibraryError) {
    put.bind(Column.track, track)
    put.bind(Column.bpm, tempo?.bpm)
    put.bind(Column.confidence, tempo?.confidence)
    try put.run()
  }
}
