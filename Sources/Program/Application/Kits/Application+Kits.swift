import KitEditing
import MixEngine
import Percussion

extension Application {
  func connectKits() {
    kits.onMessage = { [weak self] in self?.report(Notice($0)) }
    kits.onLoaded = { [weak self] kit in
      self?.state.notices.withdraw { $0 == .kit(.notHeardYet) }
      self?.takes?.playback.kitIsLoaded(kit)
    }
    kits.onIdentified = { [weak self] in self?.takes?.list.kitIsIdentified($0) }
    kits.hearing.onReady = { [weak self] in
      if let self { report(hearLayer()) }
    }
    connectSampling()
  }

  /// Makes keys strike pads in one row or in two.
  package func usePads(rows: Int) {
    state.bank.rows = rows
    kits.use(PadSet(state.bank.pads))
  }

  /// Shows the bank that the keys strike now, and how they strike it.
  ///
  /// - Parameter isRequested: whether the user asked for it; then a message names it, even if it is the same.
  package func receive(_ bank: PadBank, isRequested: Bool) {
    let before = state.bank
    state.bank = bank
    kits.use(PadSet(bank.pads))
    if bank.isSoft != before.isSoft {
      report(.softHits(bank.isSoft))
    } else if isRequested {
      report(.bank(bank, isChanged: bank.places != before.places))
    }
    changes.send(.state)
  }
}

extension Notice {
  fileprivate init(_ message: KitMessage) {
    switch message {
    case .notice(let notice): self = .kit(notice)
    case .chosen(let name): self = .setting(.changed(name: "kit", value: name))
    case .kept(let error): self = .setting(.kitKept(error))
    case .noKit(let program, let kits): self = .midi(.noKit(program: program, kits: kits))
    }
  }
}
