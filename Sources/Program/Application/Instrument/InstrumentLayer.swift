import Instruments
import SystemBase

/// The screen of the instrument. While it is open, keys choose chords and strum; the terminal thread plays them.
package final class InstrumentLayer: ScreenLayer {
  package unowned let application: Application
  package let instrument: InstrumentController

  init(_ application: Application, _ instrument: InstrumentController) {
    (self.application, self.instrument) = (application, instrument)
    instrument.load()
  }

  package var closingCommands: [Command] { [.pads(.instrument), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard case .take(let command) = command, InstrumentLayer.keepsOpen(command) else { return nil }
    if let takes = application.takes { application.perform(command, takes, at: time) }
    return .done
  }

  /// Returns whether a command of takes opens nothing, so that the user plays on.
  private static func keepsOpen(_ command: Command.Take) -> Bool {
    [.record, .playback, .metronome, .tap, .clickUp, .clickDown].contains(command)
  }

  /// Chooses the chord that the keys play.
  package func choose(_ chord: GuitarChord) {
    instrument.receive(chord)
    application.keys.choose(chord)
  }
}
