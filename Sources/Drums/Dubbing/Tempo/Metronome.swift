import MixEngine

package enum Metronome {
  /// The tempo until another one is known, in beats per minute.
  package static let usualTempo = 120.0
  package static let countIns = 0...8
}

/// The time signature of the metronome. The tempo counts its beats.
package struct TimeSignature: Hashable, Sendable {
  package static let common = TimeSignature()

  /// The number of beats of a bar, 1 to 16.
  package let beats: Int
  /// The note value of a beat: 1, 2, 4, 8 or 16.
  package let unit: Int

  /// Fails for other than 1 to 16 beats of a 1st to 16th note.
  package init?(beats: Int, unit: Int) {
    guard (1...16).contains(beats), [1, 2, 4, 8, 16].contains(unit) else { return nil }
    (self.beats, self.unit) = (beats, unit)
  }

  private init() { (beats, unit) = (4, 4) }

  /// Reads `6/8`; nil if the text is not a time signature.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let beats = Int(parts[0]), let unit = Int(parts[1]) else { return nil }
    self.init(beats: beats, unit: unit)
  }

  /// `6/8`
  package var text: String { "\(beats)/\(unit)" }

  /// Returns the place of a beat in its bar, from 0. Beats count from the first one of a bar, and may be negative.
  package func place(ofBeat beat: Int) -> Int { ((beat % beats) + beats) % beats }

  func kind(ofBeat beat: Int) -> PlannedHit.Kind { place(ofBeat: beat) == 0 ? .accent : .beat }
}
