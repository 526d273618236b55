import SystemBase

/// The list of MIDI assignments. The lines can be removed.
package final class MIDIListLayer: ScreenLayer {
  private static let page = 10

  package unowned let application: Application
  package private(set) var selection = 0
  package private(set) var lines: [String]

  init(_ application: Application) {
    self.application = application
    lines = application.midi.lines
  }

  package var closingCommands: [Command] { [.program(.cancel)] }

  package func perform(_ command: Command, at time: HostTime?) -> Application.Response? {
    guard command == .list(.remove) else { return nil }
    if lines.indices.contains(selection) { application.changeMIDI("forget \(lines[selection])") }
    lines = application.midi.lines
    selection = min(selection, max(lines.count - 1, 0))
    return .done
  }

  package func move(_ movement: Movement) {
    selection = movement.row(from: selection, last: lines.count - 1, page: MIDIListLayer.page)
  }
}
