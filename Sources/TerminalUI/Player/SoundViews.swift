import Player
import TerminalKit

/// Where the screen asks for what shows the sound. Each answers at once; what is not there yet is told later, and
/// asked for again then. Main thread.
@MainActor
package struct SoundViews {
  /// The picture of a track in at most so many cells.
  package var artwork: ((QueueItem?, Size) -> Picture?)?
  /// Whether there are pictures at all, now or soon.
  package var hasArtwork: () -> Bool = { false }
  package var waveform: ((QueueItem) -> WaveformContent?)?
  package var meters: (() -> MeterContent)?
  /// The loudness of so many bands in dB, low ones first.
  package var spectrum: ((Int) -> [Float])?
  /// Told whether the spectrum is wanted.
  package var followMix: (Bool) -> Void = { _ in }

  package init() {}
}
