/// The list of kits and the form for a pad.
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
    kits.onSaved = { [weak self] in self?.layer(PadFormLayer.self)?.close() }
  }

  /// Opens the form for the pad that was struck last, or the first one of the bank.
  func editPad() {
    let struck = model.pads.lastStruck.flatMap { state.bank.pads.contains($0) ? $0 : nil }
    let layer = PadFormLayer(self, kits)
    closeLayers()
    if kits.openEditor(pad: struck ?? state.bank.firstPad) { open(layer) }
  }
}
