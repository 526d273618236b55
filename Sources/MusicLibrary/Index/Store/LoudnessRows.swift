import AudioBase
import SystemBase

/// ReplayGain that was measured here; a file's own comes before it.
struct LoudnessRows: ~Copyable {
  private let put: Statement
  private let dropIfChanged: Statement
  private let drop: Statement

  init(_ connection: borrowing Connection) {
    put = connection.keep(
      "INSERT OR REPLACE INTO loudness VALUES (?1, ?2, ?3, ?4, ?5)")
    // Other tags leave the sound as it was; another length is another sound.
    dropIfChanged = connection.keep(
      "DELETE FROM loudness WHERE track = ?1 AND (SELECT duration FROM tracks WHERE id = ?1) IS NOT ?2")
    drop = connection.keep("DELETE FROM loudness WHERE track = ?1")
  }

  func put(_ track: Int64, _ gain: ReplayGain) throws(LibraryError) {
    put.bind(1, track)
    put.bind(2, gain.track?.gain.value)
    put.bind(3, gain.track?.peak)
    put.bind(4, gain.album?.gain.value)
    put.bind(5, gain.album?.peak)
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
