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
  @ObservationIgnored private let mixer: MixOwner
  @ObservationIgnored private let port: NotePort

  package init(_ mixer: MixOwner) { (self.mixer, port) = (mixer, mixer.notePort) }

  package func receive(_ chord: GuitarChord) { self.chord = chord }

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
