import Application
import AudioBase
import Controls
import Dubbing
import Percussion
import SystemBase

/// The list of the pads of the kit: the key that strikes each, its drum, and its MIDI note. The pads are played meanwhile.
package final class PadListLayer: ListLayer {
  package override var closingCommands: [Command] { [.pads(.list), .list(.activate), .program(.cancel)] }

  package override var rows: [ListRow] {
    let (kit, bank) = (application.kits.loaded, application.state.bank)
    let notes = PadNotes(kit)
    return (kit?.pads ?? []).sorted { $0.number < $1.number }.map { pad in
      let key = bank.pads.contains(pad.number) ? key(bank.key(ofPad: pad.number)) : nil
      let place = key ?? "pad \(pad.number)"
      let note = "note \(notes.note(ofPad: pad.number))"
      return ListRow(
        pad.name, name: place, note: note, spoken: "\(place): \(FilePath(pad.name).shown), \(note)")
    }
  }

  /// Returns the name of the first key that strikes a pad of the bank; nil if it has none.
  private func key(_ number: Int) -> String? {
    application.keys.names(of: .pad(number, .plain)).first.map(CommandText.label)
  }

  package override var name: String { "pads" }
  override var title: String { application.kits.loaded.map { "Pads of \($0.name)" } ?? "Pads" }
  override func empty(_ keys: KeyMap) -> String { "no kit is loaded" }
}
