import SystemBase

/// The list of kits and the pad editor over the panels.
extension Application {
  private static let kitPage = 10

  func connectKits() {
    kits?.onNotice = { [weak self] in self?.report(.kit($0)) }
    kits?.onSaved = { [weak self] in self?.closePadForm() }
  }

  func openKits() {
    guard let kits else { return }
    kits.openList()
    open(.kits)
  }

  /// - Returns: nil if the list does not handle the command; it closes then and keeps the selected kit.
  func performInKits(_ command: Command) -> Response? {
    guard let kits else { return nil }
    switch command {
    case .move(let movement): kits.move(movement, page: Application.kitPage)
    case .list(.activate): closeKits(keeping: true)
    case .program(.cancel), .pads(.kits): closeKits(keeping: false)
    case .search(.find): openPrompt(.filterKits, text: kits.list?.filter ?? "")
    case .playback, .seek, .list, .queue, .search, .program, .take, .library, .pads, .pad, .request:
      if !command.isBackground { closeKits(keeping: true) }
      return nil
    }
    return .done
  }

  func closeKits(keeping: Bool) {
    if !keeping {
      kits?.leave()
    } else if let name = kits?.keep() {
      report(.setting(.changed(name: "kit", value: name)))
    }
    if state.overlay == .kits { state.overlay = nil }
  }

  // MARK: The pad editor

  /// Opens the form for the pad that was struck last, or the first one of the bank.
  func editPad() {
    let struck = model.lastStruckPad.flatMap { state.bank.pads.contains($0) ? $0 : nil }
    if kits?.openEditor(pad: struck ?? state.bank.firstPad) == true { open(.padForm) }
  }

  func performInPadForm(_ command: Command) -> Response? {
    guard let kits, let editor = kits.editor else { return nil }
    switch command {
    case .move(let movement):
      kits.editor?.move(
        to: movement.row(from: editor.selection, last: PadEditor.Field.allCases.count - 1, page: 4))
    case .seek(let seconds): change { $0.step(seconds < 0 ? -1 : 1, isLarge: abs(seconds) > 5) }
    case .list(.activate): return typePadValue(editor)
    case .list(.remove): change { $0.reset() }
    case .take(.undo), .queue(.undo): change { $0.undo() }
    case .queue(.save): savePads(editor)
    case .playback(let command): perform(command)
    case .program(.cancel), .pads(.editPad): leavePadForm()
    case .list, .queue, .search, .program, .take, .library, .pads, .pad, .request:
      if command.isBackground || !editor.isChanged { return nil }
      leavePadForm()
    }
    return .done
  }

  private func change(_ edit: (inout PadEditor) -> Bool) {
    guard let kits, var editor = kits.editor else { return }
    let hasChanged = edit(&editor)
    kits.editor = editor
    if hasChanged { kits.applyEdits() }
  }

  /// Opens a prompt for the selected value, or changes it if it has only a few.
  private func typePadValue(_ editor: PadEditor) -> Response {
    switch editor.field {
    case .mode, .retrigger:
      change { $0.step(1) }
      return .done
    case .name: openPrompt(.padValue, text: editor.pad.name)
    case .sample:
      openPrompt(
        .padSample, text: editor.pad.layers.first?.samples.first?.directory.text.map { "\($0)/" } ?? "")
    case .pad, .gain, .pan, .tune, .choke: openPrompt(.padValue)
    }
    return .acceptText
  }

  func acceptPadValue(_ text: String) {
    guard let kits, let editor = kits.editor else { return }
    let path = services.folder(text)
    if kits.editor?.type(text, path: path) != true { return report(.kit(.invalidValue(editor.field))) }
    if kits.editor?.kit != editor.kit { kits.applyEdits() }
  }

  private func savePads(_ editor: PadEditor) {
    if editor.isOwn {
      kits?.tools.save(editor.kit, nil)
    } else {
      openPrompt(.kitName, text: "\(editor.kit.name) copy")
    }
  }

  func saveKit(as name: String) {
    guard let editor = kits?.editor else { return }
    kits?.tools.save(editor.kit, name)
  }

  /// Leaves the form; asks first if pads were changed.
  func leavePadForm() {
    if kits?.editor?.isChanged == true { ask(.discardPads) } else { closePadForm() }
  }

  /// Leaves the form and restores the pads.
  func discardPads() {
    if let original = kits?.editor?.original { kits?.tools.apply(original, [:]) }
    closePadForm()
  }

  func closePadForm() {
    kits?.editor = nil
    if state.overlay == .padForm { state.overlay = nil }
    changes.send(.state)
  }
}
