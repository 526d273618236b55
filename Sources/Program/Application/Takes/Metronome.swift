import AudioBase
import Dubbing
import Player

package struct MetronomeSettings: Hashable, Sendable {
  /// The tempo of tracks and free takes that have none, in beats per minute.
  package var tempo = Metronome.usualTempo
  package var signature = TimeSignature.common
  package var level = Decibels.unity

  package static let levels = -60.0...12.0
  /// The valid levels in words.
  package static let levelWords = "\(Int(levels.lowerBound)) to \(Int(levels.upperBound))"

  package init() {}
}

/// The beats that sound without music.
struct FreeBeats {
  /// The serial number of the engine's beats or free sequence.
  var serial: Int
  /// The beats by output frames, from the first beat on.
  var grid: BeatGrid
  var click = ClickPattern()
  /// The frames of the count-in before the first beat.
  var lead = 0
  /// The output frame of the first beat; nil until the engine reports it.
  var origin: Int?
}

/// A position in the beat grid of the track or of the metronome.
struct HeardPlace {
  enum ID: Hashable {
    case track(QueueItem.ID)
    /// The serial number of the engine's beats or free sequence.
    case beats(Int)
  }

  var id: ID
  var grid: BeatGrid
  /// The frame in the grid; negative before the first beat of the metronome without music.
  var frame: Int
  /// The playback speed, in seconds of the track per second.
  var speed: Double

  var hasBegun: Bool { frame >= 0 }

  /// Returns whether a hit can belong to a part of a beat: the first beat has begun, or begins within half a part.
  func isPlayedTo(division: Int) -> Bool {
    hasBegun || (grid.place(atFrame: 0) - grid.place(atFrame: Double(frame))) * Double(division) <= 0.5
  }

  func seconds(toBeat beat: Int) -> Double {
    (grid.frame(ofBeat: beat) - Double(frame)) / Double(grid.rate.hertz) / speed
  }
}
