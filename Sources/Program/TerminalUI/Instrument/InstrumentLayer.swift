import Application
import Controls
import Instruments
import SystemBase
import TerminalKit

/// The screen of the instrument. While it is open, keys choose chords and strum; the terminal thread plays them.
package final class InstrumentLayer: ScreenLayer {
  package unowned let session: ScreenSession
  package let instrument: InstrumentController

  init(_ session: ScreenSession, _ instrument: InstrumentController) {
    (self.session, self.instrument) = (session, instrument)
    instrument.load()
  }

  package var closingCommands: [Command] { [.pads(.instrument), .program(.cancel)] }
  package var controlsPlayback: Bool { true }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    InstrumentLayer.keepsOpen(command) ? application.performInAreas(command, from: .key, at: time) : nil
  }

  /// Returns whether a command of takes opens nothing, so that the user plays on.
  private static func keepsOpen(_ command: Command) -> Bool {
    switch command {
    case .take(.record), .take(.playback), .take(.metronome), .take(.tap),
      .request(Command.Request.clickLevel):
      true
    default: false
    }
  }

  /// Chooses the chord that the keys play.
  package func choose(_ chord: GuitarChord) {
    instrument.receive(chord)
    application.keys.choose(chord)
  }

  package var name: String { "guitar" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.program(.cancel)], "close"), ([.take(.record)], "record"), ([.take(.playback)], "play the take"),
        ([.take(.metronome)], "metronome"), ([.program(.undo)], "undo"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    InstrumentContent(self, screen.padKeys)
  }

  package var selectedRow: (list: String, row: String)? { ("Guitar", "chord \(instrument.chord.rawValue)") }

  /// Chooses a chord. The terminal thread plays the strings.
  package func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    let layout = InstrumentLayout(in: screen.layout.overlay)
    for (index, chord) in GuitarChord.allCases.enumerated()
    where screen.onSurface(layout.chord(index)).contains(point) { choose(chord) }
    return .done
  }
}
