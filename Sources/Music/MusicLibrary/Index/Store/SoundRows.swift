import AudioBase

/// The tempo that was found in a track by its sound.
package struct FoundTempo: Hashable, Sendable {
  package var bpm: Double
  /// How alike the onsets are from beat to beat, 0…1.
  package var confidence: Double

  package init(bpm: Double, confidence: Double) { (self.bpm, self.confidence) = (bpm, confidence) }
}

/// The tables of what was computed from the sound of tracks; the tags of a file take precedence.
extension Connection {
  private static var soundTables: [String] { ["loudness", "tempi"] }

  func storeLoudness(of track: Int32, _ gain: ReplayGain) throws(LibraryError) {
    try run(
      """
      INSERT OR REPLACE INTO loudness\(row: [
        "track": track, "track_gain": gain.track?.gain.value, "track_peak": gain.track?.peak,
        "album_gain": gain.album?.gain.value, "album_peak": gain.album?.peak,
      ])
      """)
  }

  /// Stores the tempo of a track; nil if the sound has no regular beat, so that it is not searched again.
  func storeTempo(of track: Int32, _ tempo: FoundTempo?) throws(LibraryError) {
    try run(
      """
      INSERT OR REPLACE INTO tempi\(row: ["track": track, "bpm": tempo?.bpm, "confidence": tempo?.confidence])
      """)
  }

  /// Removes what was computed if the duration changes; called before the row of the track changes. A change of tags
  /// does not affect the sound; a changed duration means another sound.
  func removeSound(of track: Int64, unlessDuration duration: Double?) throws(LibraryError) {
    for table in Connection.soundTables {
      try run(
        """
        DELETE FROM \(sql: table) WHERE track = \(track)
          AND (SELECT duration FROM tracks WHERE id = \(track)) IS NOT \(duration.sqlValue)
        """)
    }
  }

  func removeSound(of track: Int64) throws(LibraryError) {
    for table in Connection.soundTables { try run("DELETE FROM \(sql: table) WHERE track = \(track)") }
  }
}
