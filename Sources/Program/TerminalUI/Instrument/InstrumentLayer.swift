import Application
import Controls
import Instruments
import SystemBase
import TerminalKit

/// The screen of the instrument. While it is open, keys choose chords and strum; the terminal thread plays them.
package final class InstrumentLayer: ScreenLayer {
  package let instrument: InstrumentController

  init(_ session: ScreenSession, _ instrument: InstrumentController) {
    self.instrument = instrument
    super.init(session)
    instrument.load()
  }

  package override var closingCommands: [Command] { [.pads(.instrument), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
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

  package override var name: String { "guitar" }

  override var keyHints: [KeyHint.Group] {
    [
      ([.program(.cancel)], "close"), ([.take(.record)], "record"), ([.take(.playback)], "play the take"),
      ([.take(.metronome)], "metronome"), ([.program(.undo)], "undo"),
    ]
  }

  package override func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    InstrumentContent(self, screen.padKeys)
  }

  package override var selectedRow: (list: String, row: String)? {
    ("Guitar", "chord \(instrument.chord.rawValue)")
  }

  /// Chooses a chord. The terminal thread plays the strings.
  package override func press(_ point: Point, on screen: PlayerScreen) -> Application.Response {
    let layout = InstrumentLayout(in: screen.layout.overlay)
    for (index, chord) in GuitarChord.allCases.enumerated()
    where screen.onSurface(layout.chord(index)).contains(point) { choose(chord) }
    return .done
  }
}
