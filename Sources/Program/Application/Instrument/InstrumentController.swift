import AudioBase
import Instruments
import MixEngine
import Observation
import Studio
import SystemBase

/// The instrument as the user plays it: its chord, and notes for a test. Main thread.
@MainActor @Observable
package final class InstrumentController {
  /// Seconds for which a note of a test is held.
  private static let noteLength: Float = 2
  private static let velocity: Float = 100

  /// The chord that the keys play.
  package private(set) var chord = GuitarChord.e
  /// Whether the user has chosen the chord.
  @ObservationIgnored private var isChosen = false
  @ObservationIgnored private let mixer: MixOwner
  @ObservationIgnored private let port: NotePort

  package init(_ mixer: MixOwner) { (self.mixer, port) = (mixer, mixer.notePort) }

  /// Notes the chord that the user has chosen.
  package func receive(_ chord: GuitarChord) { (self.chord, isChosen) = (chord, true) }

  /// Begins with the first chord of a key that the guitar has, unless the user has chosen one.
  package func follow(_ key: MusicalKey?) {
    guard !isChosen, let key else { return }
    // The tonic, then the other triads of the key, the nearest ones first.
    let triads =
      key.isMinor
      ? [(0, true), (3, false), (5, true), (7, true), (8, false), (10, false)]
      : [(0, false), (9, true), (5, false), (7, false), (2, true), (4, true)]
    let chords = triads.compactMap { step, isMinor in
      GuitarChord(rawValue: MusicalKey(tonic: key.tonic + step, isMinor: isMinor).symbol)
    }
    if let chord = chords.first { self.chord = chord }
  }

  /// Gives the mixer a guitar if it has no instrument.
  package func load() { if mixer.graph.source == nil { mixer.change { $0.setInstrument(.guitar) } } }

  /// Plays a note by its key, 60 for middle C.
  func play(_ key: Int) {
    load()
    let now = HostTime.now
    port.send(NoteEvent(.on, key: key, value: InstrumentController.velocity, time: now))
    port.send(NoteEvent(.off, key: key, time: now, delay: InstrumentController.noteLength))
  }
}
