import Application
import AudioBase
import Controls
import Dubbing
import Percussion
import SystemBase

/// The list of the pads of the kit in the order of their keys: the key that strikes each, its drum, and its MIDI note. The pads
/// are played meanwhile. The keys that move tracks move pads, each to the key of the pad beside it.
package final class PadListLayer: ListLayer {
  package override var closingCommands: [Command] { [.pads(.list), .list(.activate), .program(.cancel)] }

  package override var rows: [ListRow] {
    let bank = application.state.bank
    let notes = PadNotes(application.kits.loaded)
    return pads.map { pad in
      let key = bank.pads.contains(pad.number) ? key(bank.key(ofPad: pad.number)) : nil
      let place = key.map(CommandText.label) ?? "pad \(pad.number)"
      let spoken = key.map(session.speech.label) ?? place
      let note = "note \(notes.note(ofPad: pad.number))"
      return ListRow(
        pad.name, name: place, note: note, spoken: "\(spoken): \(FilePath(pad.name).shown), \(note)")
    }
  }

  /// The pads in the order of their places.
  private var pads: [Pad] {
    let order = application.kits.places.order(of: application.kits.loaded)
    return (application.kits.loaded?.pads ?? [])
      .map { (place: order.place(ofPad: $0.number), pad: $0) }.sorted { $0.place < $1.place }.map(\.pad)
  }

  override var keyHints: [KeyHint.Group] {
    super.keyHints + [([.queue(.trackUp), .queue(.trackDown)], "move")]
  }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    switch command {
    case .queue(.trackUp): swap(by: -1)
    case .queue(.trackDown): swap(by: 1)
    default: nil
    }
  }

  /// Swaps the selected pad with the one before or after it.
  private func swap(by step: Int) -> Outcome? {
    let pads = pads
    guard let row = selection, pads.indices.contains(row), pads.indices.contains(row + step) else {
      return rows.isEmpty ? .row : .rowWith(.atEnd(isAfter: step > 0))
    }
    select(row + step)
    return application.swapPads(.pads(pads[row].number, pads[row + step].number))
  }

  /// Returns the name of the first key that strikes a pad of the bank; nil if it has none.
  private func key(_ number: Int) -> String? {
    application.keys.names(of: .pad(number, .plain)).first
  }

  package override var name: String { "pads" }
  override var title: String { application.kits.loaded.map { "Pads of \($0.name)" } ?? "Pads" }
  override func empty(_ keys: KeyMap) -> String { "no kit is loaded" }
}
