import Dubbing
import SystemBase

/// The event that starts a recording while no music plays.
package enum RecordStart: String, Hashable, Sendable, CaseIterable {
  /// The end of a count-in. Hits during it are not recorded, except just before the first beat.
  case countIn = "count-in"
  /// The command starts the recording.
  case now
  /// The first hit starts the recording.
  case firstHit = "first-hit"
}

/// The beats that are counted before a recording.
struct CountIn {
  /// The serial number of the free sequence that plays the beats.
  var serial: Int
  var beats: Int
  var grid: BeatGrid
  /// The output frame of the first beat; nil until the engine reports it.
  var origin: Int?

  /// Returns the remaining beats at an output frame; 0 when the count-in is over.
  func beatsLeft(at frame: Int) -> Int {
    guard let origin else { return beats }
    return min(max(beats - grid.beat(atFrame: frame - origin), 0), beats)
  }

  /// Returns the first output frame with this many remaining beats; nil until the engine reports the start.
  func frame(ofBeatsLeft count: Int) -> Int? {
    origin.map { $0 + Int(saturating: grid.frame(ofBeat: beats - count).rounded(.up)) }
  }
}
