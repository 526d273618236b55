import Dubbing
import Studio

/// What a strip of the mixer does with the lanes of a take, and with changes of its values while a take is recorded.
package enum LaneMode: String, Hashable, Sendable, CaseIterable {
  /// Plays lanes. A change is recorded and replaces a lane until the value is released; then the lane goes on.
  case touch
  /// Plays lanes. A change is recorded, and its value replaces a lane up to the end of the recording.
  case latch
  /// Plays lanes and records nothing.
  case read
  /// Plays and records nothing.
  case off

  /// Whether changes become points of lanes.
  package var records: Bool { self == .touch || self == .latch }

  /// The mode to which a key turns.
  package var next: LaneMode {
    switch self {
    case .touch: .latch
    case .latch: .read
    case .read: .off
    case .off: .touch
    }
  }
}

/// The modes of the strips. A strip that was not set is in the mode `touch`.
package struct LaneModes: Hashable, Sendable {
  private var modes: [MixGraph.Bus: LaneMode] = [:]

  package init() {}

  package subscript(bus: MixGraph.Bus) -> LaneMode {
    get { modes[bus] ?? .touch }
    set { modes[bus] = newValue == .touch ? nil : newValue }
  }

  /// Reads `text`. Parts that this program does not know are left out.
  package init(text: String) {
    for part in text.split(separator: ",") {
      if let (bus, mode) = LaneModes.strip(String(part).trimmed) { self[bus] = mode }
    }
  }

  /// The strips in another mode than `touch`, sorted: `music latch, pad 3 off`; nil if there are none.
  package var text: String? {
    modes.isEmpty ? nil : modes.map { "\($0.name) \($1.rawValue)" }.sorted().joined(separator: ", ")
  }

  /// Reads the name of a strip and that of a mode: `pad 3 off`.
  static func strip(_ text: String) -> (MixGraph.Bus, LaneMode)? {
    guard let space = text.lastIndex(of: " "), let bus = MixGraph.Bus(String(text[..<space])),
      let mode = LaneMode(rawValue: String(text[text.index(after: space)...]))
    else { return nil }
    return (bus, mode)
  }
}

extension Lane.ID {
  /// The strip whose mode the lane has: the moves of the music are of the music, and those of the echo of the pads. Nil if the address
  /// names no strip.
  package var strip: MixGraph.Bus? {
    switch address {
    case "move/throw", "move/feedback", "move/sweep-echo": .pads
    case "move/stutter", "move/brake", "move/sweep": .music
    case _ where address.hasPrefix("song/"): MixGraph.Address(address)?.bus
    default: MixGraph.Bus(String(address.prefix { $0 != "/" }))
    }
  }

  /// Whether lanes of other values move the same target: that of a fader, the level of the output, or the parts of the song.
  var sharesTarget: Bool {
    isOfFader || isOfSongPart || address == LaneController.volume || address == MixerLanes.mute
  }

  var isOfSongPart: Bool { MixGraph.Address(address)?.songPart != nil }

  /// Whether it moves a fader, which has gain, pan, mute and solos.
  var isOfFader: Bool {
    guard let parsed = MixGraph.Address(address), address != MixerLanes.mute else { return false }
    return switch parsed.part {
    case .gain: parsed.bus.hasOwnGain
    case .pan, .mute, .solo: true
    case .send, .throw, .parameter, .move, .sweep, .song: false
    }
  }
}
