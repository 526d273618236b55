import AudioBase
import SystemBase

/// A set of pads with the paths of their samples, as `kit.json` describes it.
package struct Kit: Hashable, Sendable {
  package var name: String
  /// The folder that holds it.
  package var path: FilePath
  package var pads: [Pad]

  package init(name: String, path: FilePath, pads: [Pad]) {
    self.name = name
    self.path = path
    self.pads = pads
  }
}

/// One pad of a kit.
package struct Pad: Hashable, Sendable {
  /// Samples for a range of velocities, played in turn if there are several.
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
    /// The duration of the fade-out of a silenced pad, in seconds.
    package var fade: Double

    package init(group: Int, fade: Double) {
      self.group = group
      self.fade = fade
    }
  }

  /// The default release in seconds, long enough to avoid a click.
  package static let usualRelease = 0.005
  /// The valid releases in seconds; others are clamped.
  package static let releases = 0.002...10.0

  /// The number of the pad, from 1.
  package var number: Int
  package var name: String
  /// `#RRGGBB`, or nil if the kit names no colour.
  package var colour: String?
  /// The gain of the pad.
  package var gain: Decibels
  /// The position from −1, left, to 1, right.
  package var pan: Double
  package var choke: Choke?
  package var mode: PadMode
  /// The duration of the fade-out after a gate pad is released, in seconds.
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

/// What ends the sound of a pad.
package enum PadMode: String, Hashable, Sendable, CaseIterable {
  /// The end of its sample.
  case oneShot
  /// The release of its key, or the end of its sample if the terminal does not report key releases.
  case gate
  /// The next hit.
  case toggle
}
