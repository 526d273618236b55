import AudioBase
import MixEngine
import SystemBase

/// One pad of a kit: its samples and how they sound.
package struct Pad: Hashable, Sendable {
  /// The number of the pad, from 1.
  package var number: Int
  package var name: String
  /// `#RRGGBB`, or nil if the kit names no colour.
  package var colour: String?
  package var gain = Decibels.unity
  /// The position from −1, left, to 1, right.
  package var pan = 0.0
  /// The change of pitch in semitones.
  package var tune = 0.0
  package var mode = PadMode.oneShot
  package var retrigger = Retrigger.restart
  package var choke: Choke?
  package var envelope = PadEnvelope()
  package var choice = SampleChoice.roundRobin
  /// The note of a MIDI device that strikes the pad, 0–127.
  package var midiNote: Int?
  /// The positions of the hi-hat pedal, from 0 (open) to 127 (closed), at which the pad plays the strikes of the hi-hat.
  package var pedal: ClosedRange<Int>?
  /// The strike positions of controller 16, or 17 of the ride, from 0 (centre) to 127 (edge), at which the pad plays its note.
  package var position: ClosedRange<Int>?
  package var layers: [SampleLayer]
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  package init(number: Int, name: String, layers: [SampleLayer]) {
    self.number = number
    self.name = name
    self.layers = layers
  }
}

extension Pad {
  /// The valid changes of pitch in semitones; others are clamped.
  package static let tunes = -48.0...48.0
  /// The largest gain of a pad or layer in dB; larger ones are clamped.
  package static let largestGain = 24.0
  package static let controllerValues = 0...127

  /// The groups that decide which pads silence each other, as the two sounds of a hi-hat do.
  package struct Choke: Hashable, Sendable {
    /// The default fade in seconds, long enough to avoid a click.
    package static let usualFade = 0.005
    /// The fade in seconds of a grabbed cymbal without a choke group.
    package static let grabbedFade = 0.06

    /// The group that the pad belongs to, from 1; nil for none.
    package var group: Int?
    /// The group whose strikes silence the pad, from 1; nil for none. Usually the same as `group`.
    package var silencedBy: Int?
    /// The numbers of other pads whose strikes silence the pad.
    package var pads: [Int] = []
    /// The duration of the fade-out of the silenced pad, in seconds.
    package var fade: Double
    /// Members of the file that this version does not know.
    package var unknown = JSONObject()

    /// Creates the choke of a pad that is silenced by its own group.
    package init(group: Int, fade: Double) {
      self.init(group: group, silencedBy: group, fade: fade)
    }

    package init(group: Int?, silencedBy: Int?, fade: Double) {
      self.group = group
      self.silencedBy = silencedBy
      self.fade = fade
    }
  }

  package typealias Retrigger = PadProgram.Retrigger
}

extension PadProgram.Retrigger {
  package static let limits = 1...64
}

/// The event that ends the sound of a pad.
package enum PadMode: String, Hashable, Sendable, CaseIterable {
  /// Plays to the end of the sample.
  case oneShot
  /// The release of its key, or the end of its sample if the terminal does not report key releases.
  case gate
  /// Plays until the next hit.
  case toggle
}

/// The method by which a pad chooses among the samples of a layer.
package enum SampleChoice: String, Hashable, Sendable, CaseIterable {
  /// The sample that was not played for the longest time.
  case roundRobin
  /// Each with the same probability.
  case random
}

package struct PadEnvelope: Hashable, Sendable {
  /// The default release in seconds, long enough to avoid a click.
  package static let usualRelease = 0.005
  /// The valid releases in seconds; others are clamped.
  package static let releases = 0.002...10.0
  /// The valid attacks and decays in seconds; others are clamped.
  package static let times = 0.0...10.0

  /// Seconds from silence to the full level.
  package var attack: Double
  /// Seconds from the full level to the sustained one.
  package var decay: Double
  /// The sustained level, linear, 0…1.
  package var sustain: Double
  /// Seconds of the fade-out after a gate pad is released or a toggle pad is struck again.
  package var release: Double
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  package init(
    attack: Double = 0, decay: Double = 0, sustain: Double = 1, release: Double = PadEnvelope.usualRelease
  ) {
    (self.attack, self.decay, self.sustain, self.release) = (attack, decay, sustain, release)
  }
}

/// Samples for a range of velocities.
///
/// A strike plays one sample of each part: the layers of a part are alternatives, and the parts sound together.
package struct SampleLayer: Hashable, Sendable {
  package enum Loop: String, Hashable, Sendable, CaseIterable {
    /// Repeats until the voice ends.
    case continuous
    /// Repeats until the key is released; then the rest of the sample follows.
    case sustain
  }

  /// The strikes of a pad at which a layer plays: of each `count` ones that of `position`, from 1.
  package struct Turn: Hashable, Sendable {
    package static let counts = 1...100

    package var position: Int
    package var count: Int

    package init(position: Int, count: Int) { (self.position, self.count) = (position, count) }
  }

  package static let parts = 0...15

  package var velocities: ClosedRange<Int>
  package var samples: [FilePath]
  package var gain = Decibels.unity
  /// The pan that is added to that of the pad.
  package var pan = 0.0
  /// Semitones, added to those of the pad.
  package var tune = 0.0
  /// The part that the layer belongs to, from 0.
  package var part = 0
  /// The range of a strike's random number, 0…1, without its upper bound, for which the layer is chosen. Nil: any.
  package var chance: ClosedRange<Double>?
  /// The strikes at which the layer is chosen; nil for all, of which layers that differ in nothing else take turns.
  package var turn: Turn?
  package var loop: Loop?
  /// The frames of the files, at their own rate, that `loop` repeats: from `loopStart`, before `loopEnd`, which is nil for
  /// the end of the sample.
  package var loopStart = 0
  package var loopEnd: Int?
  /// The frames of the files, at their own rate, that are played: from `start`, before `end`, which is nil for the whole.
  package var start = 0
  package var end: Int?
  /// Whether these frames are played from the last to the first. A loop repeats all of them then.
  package var isReversed = false
  /// The frames of the files, at their own rate, at which the beats of sampled music begin, and at which the last one ends.
  package var beats: [Int] = []
  package var response = VelocityResponse()
  /// Members of the file that this version does not know.
  package var unknown = JSONObject()

  /// The frames that repeat, if they are not the whole sample.
  var loopFrames: Range<Int>? {
    loop == nil || loopStart == 0 && loopEnd == nil ? nil : loopStart..<(loopEnd ?? .max)
  }

  package init(velocities: ClosedRange<Int> = 1...127, samples: [FilePath]) {
    self.velocities = velocities
    self.samples = samples
  }
}
