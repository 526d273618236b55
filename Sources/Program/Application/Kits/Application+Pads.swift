import MixEngine

/// Banks of pads.
extension Application {
  /// Makes keys act on pads only, in two rows, or on everything again.
  func lockPads() {
    state.mode.isLocked.toggle()
    state.bank.rows = state.mode.padRows
    kits.use(PadSet(state.bank.pads))
    keys.use(state.mode)
    report(.padsLocked(state.mode.isLocked, state.bank))
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
