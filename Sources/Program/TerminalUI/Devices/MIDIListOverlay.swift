import Application
import Controls
import SystemBase
import TerminalKit

extension MIDIListLayer: LayerView {
  package var name: String { "MIDI assignments" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.remove)], "remove"), ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let key = screen.keys.label(.pads(.learnMIDI)) ?? ":learn-midi"
    return TextListContent(
      heading: "MIDI", lines: lines, selection: selection, empty: "nothing was taught; \(key) teaches")
  }

  package var selectedRow: (list: String, row: String)? {
    guard lines.indices.contains(selection) else { return ("MIDI", "nothing was taught") }
    return ("MIDI", "\(selection + 1) of \(lines.count): \(FilePath(lines[selection]).shown)")
  }
}
