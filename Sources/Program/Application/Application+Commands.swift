import AudioBase
import Player
import SystemBase

extension Application {
  /// Performs a command.
  ///
  /// - Parameters:
  ///   - source: where the command comes from. Only one from the user's hands answers questions and acts on what is open
  ///     over the panels.
  ///   - time: when the command was given, for what depends on the exact time; nil: now.
  @discardableResult
  package func perform(
    _ command: Command, from source: CommandSource = .key, at time: HostTime? = nil
  ) -> Response {
    EventLog.write(.command, "\(source): \(command.name)")
    guard source.isUser else { return performBehindScreen(command, from: source, at: time) }
    if case .move(let movement) = command, layers.isEmpty, state.clearTime == nil, state.question == nil {
      moveSelection(movement)
      changes.send(.selection)
      return .done
    }
    // As in a shell: with text, Ctrl-D deletes a character and does not leave.
    if command == .program(.detach) {
      return field?.text.isEmpty == false ? type(.edit(.deleteForward), from: source) : .detach
    }
    defer { changes.send(.state) }
    let expectsText = expectsText(after: command, from: source)
    if command != .queue(.clear) { state.clearTime = nil }
    if command != .program(.quit) { state.warnedOfQuitting = [] }
    let response =
      answer(command) ?? ignoreInSettings(command, from: source) ?? performInLayers(command, at: time)
      ?? refuseOverOtherPlayer(command)
      ?? performInLibrary(command) ?? performInAreas(command, from: source, at: time)
    return focus(after: response, expectsText: expectsText)
  }

  /// Returns a response to a key that the list of settings ignores; nil for others.
  private func ignoreInSettings(_ command: Command, from source: CommandSource) -> Response? {
    guard source == .key, let list = layers.last as? SettingsLayer else { return nil }
    return list.ignores(command) ? .done : nil
  }

  /// Returns whether the terminal thread treats the keys after a command as text.
  private func expectsText(after command: Command, from source: CommandSource) -> Bool {
    // Of all keys, only these are commands while text is typed.
    let isTyped = source != .key || [.program(.quit), .program(.detach)].contains(command)
    return source == .key && command.row.traits.contains(.opensPrompt) || isTyped && field != nil
  }

  /// Performs a command that does not come from the front end, which receives the response nevertheless.
  package func request(_ command: Command, from source: CommandSource, at time: HostTime? = nil) {
    requested.send(command)
    onResponse(perform(command, from: source, at: time))
  }

  /// Performs a command that the user has not given at the screen, and leaves open layers and questions as they are.
  private func performBehindScreen(
    _ command: Command, from source: CommandSource, at time: HostTime?
  ) -> Response {
    if model.isExternal, command.row.traits.contains(.needsOwnPlayer) { return .done }
    defer { changes.send(.state) }
    // The terminal thread does not know the command, so the focus is that of before.
    let expectsText = field != nil
    return focus(after: performInAreas(command, from: source, at: time), expectsText: expectsText)
  }

  /// Performs a command that is not an answer and that neither a layer nor the library panel handles.
  private func performInAreas(_ command: Command, from source: CommandSource, at time: HostTime?) -> Response
  {
    switch command {
    case .playback(.playPause) where source.isHand && takes?.free.toggle(at: time) == true: break
    case .playback(let command): perform(command)
    case .seek(let seconds): seek(by: seconds)
    case .move(let movement): moveSelection(movement)
    case .list(let command): perform(command)
    case .queue(let command): perform(command)
    case .search(let command): perform(command)
    case .program(let command): return perform(command, from: source)
    case .take(let command): if let takes { perform(command, takes, at: time) }
    // In the queue, tracks are moved.
    case .library(.addNext) where !hasLibraryFocus: playSelectedNext()
    case .library(.editTags): editTags(all: false)
    case .library(.editListTags): editTags(all: true)
    case .library(let command): if let library { perform(command, library) }
    case .pads(let command): return perform(command)
    case .mixer(let command): perform(command)
    case .timeline(let command): perform(command)
    case .request(let request): request.perform(on: self, from: source, at: time)
    // Hits of keys go from the terminal thread to the engine.
    case .pad(let key, let stroke):
      let refusal = program.strike(state.bank.pad(ofKey: key), stroke)
      if let refusal { report(.kit(.notStruck(refusal))) }
    }
    return .done
  }

  /// Moves the selection of the list that has the focus.
  private func moveSelection(_ movement: Movement) {
    if hasLibraryFocus { moveInLibrary(movement) } else { moveInQueue(movement) }
  }

  /// Shows another layout, in which keys may have other commands.
  package func setLayout(_ layout: ScreenLayout) {
    guard layout != state.mode.layout else { return }
    state.mode.layout = layout
    keys.use(state.mode)
    panesChanged()
    changes.send(.state)
  }

  func cancel() {
    dismissNotice()
    if state.filter != nil { return endFilter() }
    state.selection = nil
    state.marks = []
    state.lastSearch = ""
  }

  /// Returns whether the program may end: while something is recorded or not saved, only the second request ends it, of
  /// the user or of the same kind of program.
  func mayQuit(from source: CommandSource) -> Bool {
    let source = source.isUser ? .key : source
    if state.warnedOfQuitting.contains(source) { return true }
    if let takes, takes.recording.isActive || !takes.list.unsaved.isEmpty {
      takes.list.warnOfQuitting()
    } else if let recording, recording.isRecording {
      recording.warnOfQuitting()
    } else {
      return true
    }
    state.warnedOfQuitting.insert(source)
    return false
  }
}
