import SystemBase

/// What lies over the lists: help, notices, takes, the picker.
extension Application {
  func open(_ overlay: ApplicationState.Overlay) {
    state.overlay = overlay
    (state.helpSelection, state.helpSearch, state.firstNotice) = (0, "", 0)
  }

  /// Closes what lies over the lists, as a front end's mouse does.
  package func closeOverlay() {
    state.overlay = nil
    changes.send(.state)
  }

  /// Performs a command in what lies over the lists; other commands close that and count.
  ///
  /// - Returns: nil where nothing lies there, or the command is for what is below.
  func performInOverlay(_ command: Command, at time: HostTime?) -> Response? {
    switch state.overlay {
    case nil: return nil
    case .help: if let response = performInHelp(command) { return response }
    case .notices: if performInNotices(command) { return .done }
    case .takes: if performInTakes(command, at: time) { return .done }
    // Its keys are typed; what comes all the same ends it.
    case .picker:
      state.prompt = nil
      closePicker()
    }
    if !command.isBackground { state.overlay = nil }
    return nil
  }

  // MARK: Help

  private func performInHelp(_ command: Command) -> Response? {
    let entries = helpEntries(state.helpSearch)
    let last = max(entries.count - 1, 0)
    let place = min(state.helpSelection, last)
    if let movement = command.movement {
      state.helpSelection = movement.place(from: place, last: last, page: max(state.rows.help, 1))
      return .done
    }
    if command == .activate {
      guard entries.indices.contains(place), let chosen = entries[place] else { return .done }
      state.rebinding = chosen
      return .captureKey
    }
    if command == .find {
      state.prompt = Prompt(.searchHelp, text: state.helpSearch)
      return .done
    }
    guard command == .help || command == .cancel else { return nil }
    state.overlay = nil
    return .done
  }

  /// Ends waiting for a new key.
  ///
  /// - Returns: the command that the key is for; nil where none waited.
  package func endRebinding() -> Command? {
    defer { changes.send(.state) }
    return state.rebinding.take()
  }

  // MARK: Notices

  private func performInNotices(_ command: Command) -> Bool {
    if let movement = command.movement {
      state.firstNotice = movement.place(
        from: state.firstNotice, last: state.notices.entries.count - 1, page: 10)
      return true
    }
    guard command == .notices || command == .cancel || command == .activate else { return false }
    state.overlay = nil
    return true
  }
}
