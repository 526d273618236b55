import Application
import Controls
import SystemBase
import TerminalKit

/// The list of MIDI assignments. The lines can be removed.
package final class MIDIListLayer: ListLayer {
  private lazy var lines = application.midi.lines

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.remove) else { return nil }
    guard let selection else { return .row }
    defer { lines = application.midi.lines }
    return application.changeMIDI("forget \(lines[selection])")
  }

  package override var rows: [ListRow] { lines.map { ListRow($0) } }
  package override var name: String { "MIDI assignments" }
  override var title: String { "MIDI" }

  override func empty(_ keys: KeyMap) -> String {
    "nothing was taught; \(keys.label(.pads(.learnMIDI)) ?? ":learn-midi") teaches"
  }

  override var spokenEmpty: String? { "nothing was taught" }

  override var keyHints: [KeyHint.Group] { [([.list(.remove)], "remove")] + super.keyHints }
}
