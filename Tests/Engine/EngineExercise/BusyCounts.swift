/// What became of a busy session: that it was busy, and how.
package struct BusyCounts: Sendable {
  package var blocks = 0
  package var hits = 0
  /// Hits of the take, at the music's frames.
  package var planned = 0
  /// Hits and beats by the output's own frames were begun.
  package var freePlans = 0
  package var segments = 0
  package var seeks = 0
  /// Rounds of a range that is repeated.
  package var rounds = 0
  /// Blocks in which a lane moved its value.
  package var moves = 0
  /// Segments at another speed than 1.
  package var stretched = 0
  /// The number of lost devices, and of restarted clocks.
  package var lostDevices = 0
  package var clocks = 0
  /// Blocks in which the limiter held something down.
  package var limited = 0
  package var underruns = 0
  /// Blocks of the metronome's own device that were not silent.
  package var clickBlocks = 0

  package init() {}

  /// The counts as `name=value` pairs.
  package var text: String {
    "blocks=\(blocks) hits=\(hits) planned=\(planned) freePlans=\(freePlans) segments=\(segments) seeks=\(seeks) "
      + "rounds=\(rounds) stretched=\(stretched) lostDevices=\(lostDevices) clocks=\(clocks) limited=\(limited) "
      + "underruns=\(underruns) clickBlocks=\(clickBlocks) moves=\(moves)"
  }
}
