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
    instrument.follow(session.application.takes?.songs.heardKey)
  }

  package override var closingCommands: [Command] { [.pads(.instrument), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    // They open nothing, so that the user plays on.
    case .take(.record), .take(.playback), .take(.metronome), .take(.tap),
      .request(Command.Request.clickLevel):
      application.performInAreas(command, from: .key, at: time)
    default: nil
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

/// The places of the instrument's screen, at the bottom of an area.
struct InstrumentLayout {
  static let leastSize = Size(64, 10)

  let box: Rect
  /// The rows of the strings, the highest one first; empty if there is no room.
  let strings: Rect
  let chords: Rect
  let hint: Rect
  let hasRoom: Bool

  init(in area: Rect) {
    hasRoom = area.size.holds(InstrumentLayout.leastSize)
    let height = min(hasRoom ? InstrumentLayout.leastSize.height : 3, area.height)
    box = Rect(area.x, area.endY - height, area.width, height)
    let rows = box.inset(2, 1).rows([.fixed(hasRoom ? GuitarNeck.strings : 0), .fixed(1), .fixed(1)])
    (strings, chords, hint) = (rows[0], rows[1], rows[2])
  }

  func chord(_ index: Int) -> Rect {
    let width = chords.width / GuitarChord.allCases.count
    return Rect(chords.x + index * width, chords.y, width, 1)
  }
}

/// The strings, the chords and their keys.
package struct InstrumentContent: LayerContent {
  package let chords: [(key: String, name: String)]
  let chosen: Int
  /// The name and the fret of each string, the highest one first.
  let strings: [String]
  /// What the keys do.
  let keysHint: String

  @MainActor
  init(_ layer: InstrumentLayer, _ pads: PadKeys) {
    let chord = layer.instrument.chord
    let own = InstrumentKeys(pads, chord: chord, strings: Rect(.zero))
    chords = zip(own.chordKeys, GuitarChord.allCases).map { (String($0), $1.rawValue) }
    chosen = GuitarChord.allCases.firstIndex(of: chord) ?? 0
    strings = (0..<GuitarNeck.strings).reversed().map { string in
      "\(NoteName.text(GuitarNeck.openKey(string))) \(chord.frets[string].map(String.init) ?? "×")"
    }
    let range = "\(own.stringKeys[0])–\(own.stringKeys[own.stringKeys.count - 1])"
    keysHint = "↓ ↑ strum, with Shift loudly · \(range) strings · Backspace damps"
  }

  package func draw(on surface: inout Surface, in area: Rect, theme: Theme) {
    let layout = InstrumentLayout(in: area)
    guard layout.box.width >= 10, layout.box.height >= 3 else { return }
    surface.drawBox("Guitar", layout.box, theme)
    guard layout.hasRoom else {
      let line = layout.box.inset(2, 1)
      return surface.write(needed: InstrumentLayout.leastSize, of: area, in: line, theme)
    }
    for (name, line) in zip(strings, layout.strings.lines) {
      surface.write(name, in: Rect(line.x, line.y, 5, 1), theme[.plain])
      surface.fill(Rect(line.x + 6, line.y, line.width - 6, 1), with: "─", theme[.progressRest])
    }
    for (index, chord) in chords.enumerated() {
      let place = layout.chord(index)
      surface.write("\(chord.key) \(chord.name)", in: place, theme[.plain])
      if index == chosen { surface.restyle(place) { $0 = theme[.selectedRow] } }
    }
    surface.write("\(keysHint) · drag to strum", in: layout.hint, theme[.faint])
  }
}
