import Percussion
import MixEngine

/// The kits and the banks of pads.
extension Application {
  func connectKits() {
    kits.onNotice = { [weak self] in self?.report($0) }
    kits.onLoaded = { [weak self] kit in
      self?.state.notices.withdraw { $0 == .kit(.notHeardYet) }
      self?.takes?.playback.kitIsLoaded(kit)
    }
    kits.onIdentified = { [weak self] in self?.takes?.list.kitIsIdentified($0) }
    kits.onProgram = { [weak self] program, kit, kits in
      if let kit {
        self?.report(.setting(.changed(name: "kit", value: kit)))
      } else {
        self?.report(.midi(.noKit(program: program, kits: kits)))
      }
    }
    kits.onSaved = { [weak self] in self?.changes.send(.state) }
  }

  /// Makes keys strike pads in one row or in two.
  package func usePads(rows: Int) {
    state.bank.rows = rows
    kits.use(PadSet(state.bank.pads))
  }

  /// Shows the bank that the keys strike now.
  ///
  /// - Parameter isRequested: whether the user asked for a bank; then a message names it, even if it is the same.
  package func receive(_ bank: PadBank, isRequested: Bool) {
    let before = state.bank
    state.bank = bank
    kits.use(PadSet(bank.pads))
    if isRequested { report(.bank(bank, isChanged: bank.firstPad != before.firstPad)) }
    changes.send(.state)
  }
}
