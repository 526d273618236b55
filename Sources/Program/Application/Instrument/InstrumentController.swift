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

  /// Creates a controller. Only the main thread sends notes through the port.
  package init(_ mixer: MixOwner, _ port: NotePort) { (self.mixer, self.port) = (mixer, port) }

  /// Applies the chord that a key has chosen.
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

/// The names of keys: `E4`, `F#3`, `Bb2`; `C4` is middle C, key 60.
package enum NoteName {
  private static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  package static func text(_ key: Int) -> String { "\(names[key % 12])\(key / 12 - 1)" }

  /// Reads a name or the number of a key; nil if the text is neither, or the key is not one from 0 to 127.
  package static func key(_ text: String) -> Int? {
    if let number = Int(text) { return (0...127).contains(number) ? number : nil }
    var rest = Substring(text)
    guard let letter = rest.popFirst(), let note = names.firstIndex(of: letter.uppercased()) else {
      return nil
    }
    var shift = 0
    if let sign = rest.first, let step = ["#": 1, "b": -1][sign] {
      shift = step
      rest.removeFirst()
    }
    guard let octave = Int(rest), (-1...9).contains(octave) else { return nil }
    let key = note + shift + 12 * (octave + 1)
    return (0...127).contains(key) ? key : nil
  }
}
