/// The help, where typed text filters the commands and keys are changed.
extension Application {
  /// Opens the help with a prompt for the search.
  func openHelp() {
    open(.help)
    openPrompt(.searchHelp)
  }

  /// Opens the prompt of the help again, after a key or an answer.
  ///
  /// - Returns: nil if the help is not open.
  package func resumeHelp() -> Response? {
    guard state.overlay == .help, state.question == nil else { return nil }
    openPrompt(.searchHelp, text: state.helpSearch)
    changes.send(.state)
    return .acceptText
  }

  func performInHelp(_ command: Command) -> Response? {
    switch command {
    case .move(let movement): moveInHelp(movement)
    case .list(.activate): return rebindSelected()
    case .program(.help), .program(.cancel): (state.overlay, state.prompt) = (nil, nil)
    case .list(.remove): return removeKey()
    case .list(.mark), .list(.info), .list(.selectPlaying), .program(.nextPanel), .program(.spectrum),
      .program(.lyrics), .program(.devices), .program(.recordOutput), .program(.timeDisplay),
      .program(.notices),
      .program(.lockPads), .program(.palette),
      .program(.defaultKeys), .program(.redraw), .program(.suspend), .program(.detach), .program(.quit),
      .playback, .seek,
      .queue, .search, .take, .library, .pads, .pad, .request:
      return nil
    }
    return .done
  }

  func moveInHelp(_ movement: Movement) {
    state.helpSelection = movement.row(
      from: helpRow, last: state.helpCommands.count - 1, page: max(state.rows.help, 1))
  }

  private var helpRow: Int { min(state.helpSelection, max(state.helpCommands.count - 1, 0)) }

  private var helpCommand: Command? {
    state.helpCommands.indices.contains(helpRow) ? state.helpCommands[helpRow] : nil
  }

  // MARK: Changing keys

  /// Waits for the key that the selected command gets.
  func rebindSelected() -> Response {
    guard let command = helpCommand else { return resumeHelp() ?? .done }
    (state.prompt, state.keyEdit) = (nil, .bind(command))
    return .captureKey
  }

  /// Removes the key of the selected command; if it has several, waits for the one to remove.
  func removeKey() -> Response {
    guard let command = helpCommand else { return .done }
    let keys = services.keys(command)
    if keys.count > 1 {
      (state.prompt, state.keyEdit) = (nil, .remove(command))
      return .captureKey
    }
    if let key = keys.first { services.removeKey(key) }
    return .done
  }

  /// Stops waiting for a key. - Returns: what the key is for; nil if no key was awaited.
  package func endKeyEdit() -> ApplicationState.KeyEdit? {
    defer { changes.send(.state) }
    return state.keyEdit.take()
  }

  /// Asks before the default keys are restored.
  func askForDefaultKeys() -> Response {
    state.prompt = nil
    ask(.defaultKeys)
    return .rejectText
  }
}
