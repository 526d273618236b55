import MusicLibrary

/// The command palette: runs any command by its name, with an argument where it takes one.
extension Application {
  /// The rows for the typed text.
  package var paletteEntries: [PaletteEntry] { PaletteEntry.matching(state.prompt?.text ?? "") }

  func openPalette() {
    open(.palette)
    state.paletteSelection = nil
    openPrompt(.command)
  }

  /// Moves the selection; without one, from the first row.
  func moveInPalette(_ movement: Movement) {
    state.paletteSelection = movement.row(
      from: state.paletteSelection ?? 0, last: paletteEntries.count - 1, page: max(state.rows.picker - 1, 1))
  }

  /// Runs the selected row, or else the typed command. What is not complete or not valid stays open to be changed.
  func acceptInPalette(_ prompt: Prompt) -> Response {
    if let row = state.paletteSelection, paletteEntries.indices.contains(row) {
      return accept(paletteEntries[row])
    }
    do throws(CommandError) {
      return run(try CommandForm.parse(prompt.text))
    } catch {
      let found = paletteEntries
      switch error {
      case .needsArgument(let form) where !prompt.text.hasSuffix(" "): return accept(.form(form))
      case .unknown, .empty: if let first = found.first, error != .empty { return accept(first) }
      case .takesNoArgument, .needsArgument, .badArgument, .badPad, .badVelocity: break
      }
      state.prompt?.error = error
      return .acceptText
    }
  }

  private func accept(_ entry: PaletteEntry) -> Response {
    switch entry {
    case .command(let command): return run(command)
    case .form(let form):
      changePalette(to: "\(form.name) ")
      return .acceptText
    }
  }

  private func changePalette(to text: String) {
    state.paletteSelection = nil
    state.prompt = Prompt(.command, text: text)
  }

  /// Closes the palette and performs a command.
  private func run(_ command: Command) -> Response {
    (state.prompt, state.overlay) = (nil, nil)
    let response = perform(command, from: .palette)
    return response == .done && state.prompt != nil ? .acceptText : response
  }

  /// Completes the name of a command, or its argument.
  func completeInPalette(_ text: String) {
    guard let space = text.firstIndex(of: " ") else {
      return completeName(text)
    }
    let argument = String(text[text.index(after: space)...])
    guard let form = CommandForm.named(text[..<space]) else { return }
    if form.name == "open" || form.name == "import-midi" { return services.completeFolder(argument) }
    let last = argument.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let fixed = text.dropLast(last.count)
    let choices = services.argumentChoices(form, argument).filter { $0.hasPrefix(last) }
    complete(last, to: choices, after: String(fixed))
  }

  private func completeName(_ text: String) {
    if let row = state.paletteSelection, paletteEntries.indices.contains(row) {
      return changePalette(to: paletteEntries[row].name + (paletteEntries[row].takesArgument ? " " : ""))
    }
    let entries = paletteEntries.filter { $0.name.hasPrefix(text) }
    if entries.count == 1, entries[0].takesArgument { return changePalette(to: "\(entries[0].name) ") }
    complete(text, to: entries.map(\.name), after: "")
  }

  /// Extends a text to what all choices have in common, and lists the choices.
  private func complete(_ typed: String, to choices: [String], after fixed: String) {
    guard let first = choices.first else { return }
    let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    changePalette(to: fixed + common)
    state.prompt?.choices = choices.count > 1 ? choices : []
  }
}

extension PaletteEntry {
  fileprivate var takesArgument: Bool { if case .form = self { true } else { false } }
}
