import AudioBase
import SystemBase

/// One pad of a kit.
package struct Pad: Hashable, Sendable {
  /// Samples for a range of velocities; several of one range take turns.
  package struct Layer: Hashable, Sendable {
    package var velocities: ClosedRange<Int>
    package var samples: [FilePath]

    package init(velocities: ClosedRange<Int>, samples: [FilePath]) {
      self.velocities = velocities
      self.samples = samples
    }
  }

  /// Pads of one group silence each other, as the two sounds of a hi-hat do.
  package struct Choke: Hashable, Sendable {
    package var group: Int
    /// Seconds in which a silenced pad fades.
    package var fade: Double

    package init(group: Int, fade: Double) {
      self.group = group
      self.fade = fade
    }
  }

  /// Long enough to make no click.
  package static let usualRelease = 0.005
  package static let releases = 0.002...10.0

  /// From 1.
  package var number: Int
  package var name: String
  /// `#RRGGBB`; nil leaves the choice to the screen.
  package var colour: String?
  package var gain: Decibels
  /// −1 left, 1 right.
  package var pan: Double
  package var choke: Choke?
  package var mode: PadMode
  /// Seconds in which a gate pad dies when it is let go.
  package var release: Double
  package var midiNote: Int?
  package var layers: [Layer]

  package init(
    number: Int, name: String, colour: String? = nil, gain: Decibels = .unity, pan: Double = 0,
    choke: Choke? = nil, mode: PadMode = .oneShot, release: Double = Pad.usualRelease, midiNote: Int? = nil,
    layers: [Layer]
  ) {
    self.number = number
    self.name = name
    self.colour = colour
    self.gain = gain
    self.pan = pan
    self.choke = choke
    self.mode = mode
    self.release = release
    self.midiNote = midiNote
    self.layers = layers
  }
}
