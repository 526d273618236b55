import Application
import Controls
import SystemBase
import TerminalKit

/// The list of MIDI assignments. The lines can be removed.
package final class MIDIListLayer: ScreenLayer {
  private static let page = 10

  package unowned let session: ScreenSession
  package private(set) var selection = 0
  package private(set) var lines: [String]

  init(_ session: ScreenSession) {
    self.session = session
    lines = session.application.midi.lines
  }

  package var closingCommands: [Command] { [.program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.remove) else { return nil }
    guard lines.indices.contains(selection) else { return .row }
    defer {
      lines = application.midi.lines
      selection = min(selection, max(lines.count - 1, 0))
    }
    return application.changeMIDI("forget \(lines[selection])")
  }

  package func move(_ movement: Movement) {
    selection = movement.row(from: selection, last: lines.count - 1, page: MIDIListLayer.page)
  }

  package var name: String { "MIDI assignments" }

  package func hints(_ keys: KeyMap) -> [KeyHint]? {
    KeyHint.hints(
      [
        ([.list(.remove)], "remove"), ([.program(.cancel)], "close"), ([.move(.up), .move(.down)], "choose"),
      ], keys)
  }

  package func content(on screen: PlayerScreen, at now: HostTime) -> (any LayerContent)? {
    let key = screen.keys.key(.pads(.learnMIDI))
    return TextListContent(
      heading: "MIDI", lines: lines, selection: selection, empty: "nothing was taught; \(key) teaches")
  }

  package var selectedRow: (list: String, row: String)? {
    guard lines.indices.contains(selection) else { return ("MIDI", "nothing was taught") }
    return ("MIDI", "\(selection + 1) of \(lines.count): \(FilePath(lines[selection]).shown)")
  }
}
