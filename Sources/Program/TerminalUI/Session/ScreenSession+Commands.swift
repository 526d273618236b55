import Application
import Player
import SystemBase

extension ScreenSession {
  /// Performs a command.
  ///
  /// - Parameters:
  ///   - source: where the command comes from. Only one from the user's hands answers questions and acts on what is open
  ///     over the panels.
  ///   - time: when the command was given, for what depends on the exact time; nil: now.
  @discardableResult
  package func perform(
    _ command: Command, from source: CommandSource = .key, at time: HostTime? = nil
  ) -> Application.Response {
    guard source.isUser else { return perform(behind: command, from: source, at: time) }
    EventLog.write(.command, "\(source): \(command.name)")
    if case .move(let movement) = command, layers.isEmpty, !application.awaitsConfirmation {
      moveSelection(movement)
      application.changes.send(.selection)
      return .done
    }
    // As in a shell: with text, Ctrl-D deletes a character and does not leave.
    if command == .program(.detach) {
      return field?.text.isEmpty == false ? type(.edit(.deleteForward), from: source) : .detach
    }
    defer { changed() }
    let expectsText = expectsText(after: command, from: source)
    application.endConfirmations(before: command)
    let response =
      application.answer(command) ?? ignoreInSettings(command, from: source)
      ?? performInLayers(command, at: time) ?? application.refuseOverOtherPlayer(command)
      ?? performInLibrary(command) ?? performBelowLayers(command, from: source, at: time)
    return focus(after: response, expectsText: expectsText)
  }

  package func perform(
    behind command: Command, from source: CommandSource, at time: HostTime?
  ) -> Application.Response {
    EventLog.write(.command, "\(source): \(command.name)")
    if model.isExternal, command.row.traits.contains(.needsOwnPlayer) { return .done }
    defer { changed() }
    // The terminal thread does not know the command, so the focus is that of before.
    let expectsText = field != nil
    return focus(after: performBelowLayers(command, from: source, at: time), expectsText: expectsText)
  }

  /// Returns a response to a key that the list of settings ignores; nil for others.
  private func ignoreInSettings(_ command: Command, from source: CommandSource) -> Application.Response? {
    guard source == .key, let list = layers.last as? SettingsLayer else { return nil }
    return list.ignores(command) ? .done : nil
  }

  /// Returns whether the terminal thread treats the keys after a command as text.
  private func expectsText(after command: Command, from source: CommandSource) -> Bool {
    // Of all keys, only these are commands while text is typed.
    let isTyped = source != .key || [.program(.quit), .program(.detach)].contains(command)
    return source == .key && command.row.traits.contains(.opensPrompt) || isTyped && field != nil
  }

  /// Performs a command in the layers, the highest one first.
  ///
  /// - Returns: nil if none handles it.
  private func performInLayers(_ command: Command, at time: HostTime?) -> Application.Response? {
    for layer in layers.reversed() {
      if case .move(let movement) = command, layer.coversPanels {
        layer.move(movement)
        return .done
      }
      if let response = layer.perform(command, at: time) ?? performAlike(command, in: layer) {
        return response
      }
      if layer.coversPanels, !command.keepsLayers { close(layer) }
    }
    return nil
  }

  /// Performs a command that several layers perform in the same way.
  private func performAlike(_ command: Command, in layer: any ScreenLayer) -> Application.Response? {
    if layer.closingCommands.contains(command) {
      layer.close()
    } else if layer.controlsPlayback, case .playback(let command) = command {
      perform(command)
    } else if layer.controlsPlayback, case .seek(let seconds) = command {
      application.seek(by: seconds)
    } else {
      return nil
    }
    return .done
  }

  /// The screen whose own keys act; nil if there is none, and while keys answer a question.
  package var shownScreen: ScreenName? { application.state.question == nil ? layers.last?.screen : nil }

  // MARK: Below the layers

  /// Performs a command that is not an answer and that neither a layer nor the library panel handles.
  private func performBelowLayers(
    _ command: Command, from source: CommandSource, at time: HostTime?
  ) -> Application.Response {
    switch command {
    case .move(let movement): moveSelection(movement)
    case .list(let command): perform(command)
    case .search(let command): perform(command)
    case .queue(let command): perform(command)
    case .program(let command): return perform(command, from: source)
    case .playback(.sleep): open(SleepPrompt(self))
    case .take(let command): if let takes { perform(command, takes, at: time) }
    // In the queue, tracks are moved.
    case .library(.addNext) where !hasLibraryFocus: playSelectedNext()
    case .library(.editTags): editTags(all: false)
    case .library(.editListTags): editTags(all: true)
    case .library(let command): if let libraryPanel { perform(command, libraryPanel) }
    case .pads(.kits), .pads(.editPad), .pads(.instrument), .mixer(.open), .mixer(.add): openScreen(command)
    // The command of a screen that is not open opens it.
    case .mixerScreen: openScreen(.mixer(.open))
    case .takeList: if let takes { perform(.list, takes, at: time) }
    case .practiceScreen: if let takes { perform(.practice, takes, at: time) }
    case .timeline: if let takes { open(TimelineLayer(self, takes)) }
    case .request(let request) where perform(request): break
    case .playback, .seek, .pads, .mixer, .pad, .request:
      return application.performInAreas(command, from: source, at: time)
    }
    return .done
  }

  /// Performs a command of playback for a layer, which stays open.
  func perform(_ command: Command.Playback) {
    if command == .sleep { open(SleepPrompt(self)) } else { application.perform(command) }
  }

  private func perform(_ command: Command.Program, from source: CommandSource) -> Application.Response {
    switch command {
    case .nextPanel: state.panel = state.panel == .queue ? .library : .queue
    case .spectrum: state.showsSpectrum.toggle()
    case .lyrics: open(LyricsLayer(self))
    case .chapters: open(ChapterListLayer(self))
    case .devices:
      closeLayers()
      open(DeviceListLayer(self, application.devices))
    case .timeDisplay: state.timeDisplay = state.timeDisplay.following
    case .notices: open(NoticesLayer(self))
    case .settings: open(SettingsLayer(self))
    case .layout: setLayout(state.mode.layout.following)
    case .lockPads: lockPads()
    case .cancel: cancel()
    case .help: open(HelpLayer(self))
    case .palette: open(PaletteLayer(self))
    case .recordOutput, .undo, .redo, .defaultKeys, .redraw, .suspend, .detach, .quit:
      return application.perform(command, from: source)
    }
    return .done
  }

  private func cancel() {
    application.dismissNotice()
    if state.filter != nil { return endFilter() }
    state.selection = nil
    state.marks = []
    state.lastSearch = ""
  }

  /// Opens the screen of the kits, a pad, the instrument or the mixer.
  private func openScreen(_ command: Command) {
    switch command {
    case .pads(.kits):
      closeLayers()
      open(KitListLayer(self, application.kits))
    case .pads(.editPad): editPad()
    case .pads(.instrument): application.instrument.map { open(InstrumentLayer(self, $0)) }
    case .mixer(.open): application.mixer.map { open(MixerLayer(self, $0)) }
    default: application.mixer.map { open(MixerLayer(self, $0, mode: .adding(0))) }
    }
  }

  /// Opens the form for the pad that was struck last, or the first one of the bank.
  private func editPad() {
    let (kits, bank) = (application.kits, application.state.bank)
    let struck = model.pads.lastStruck.flatMap { bank.pads.contains($0) ? $0 : nil }
    closeLayers()
    if kits.openEditor(pad: struck ?? bank.firstPad) { open(PadFormLayer(self, kits)) }
  }

  // MARK: With an argument

  /// Performs a command with an argument that acts on what is selected, or opens something. Returns whether it is one.
  func perform(_ request: Command.Request) -> Bool {
    typealias Request = Command.Request
    if let text = request.value(of: Request.find) {
      find(text)
    } else if let name = request.value(of: Request.addToPlaylist) {
      addToPlaylist(name)
    } else if let name = request.value(of: Request.saveQuery) {
      libraryPanel?.saveQuery(as: name)
    } else if let pattern = request.value(of: Request.tagsFromNames) {
      preview(.tags(pattern))
    } else if let pattern = request.value(of: Request.renameFiles) {
      preview(.names(pattern))
    } else if let rating = request.value(of: Request.rate) {
      rate(.to(rating))
    } else if let view = request.value(of: Request.view) {
      show(view)
    } else if let name = request.value(of: Request.renameTake) {
      application.rename(takeTarget, to: name)
    } else if let seconds = request.value(of: Request.layerOffset) {
      application.moveLayer(of: takeTarget, by: seconds)
    } else if request.value(of: Request.midi) == "list" {
      open(MIDIListLayer(self))
    } else {
      return performInTimeline(request)
    }
    return true
  }

  /// Performs a command with an argument that acts on the hits of the open timeline. Returns whether it is one.
  private func performInTimeline(_ request: Command.Request) -> Bool {
    guard let timeline = layer(TimelineLayer.self) else { return false }
    if let quantise = request.value(of: Command.Request.quantise) {
      timeline.quantise(quantise)
    } else if let humanise = request.value(of: Command.Request.humanise) {
      timeline.humanise(humanise)
    } else if let command = request.value(of: Command.Request.pattern) {
      timeline.perform(command)
    } else if let times = request.value(of: Command.Request.repeatHits) {
      timeline.repeatHits(times)
    } else {
      return false
    }
    return true
  }

  /// Shows a list and gives it the keys.
  private func show(_ view: ScreenView) {
    closeLayers()
    switch view {
    case .queue: state.panel = .queue
    case .settings: open(SettingsLayer(self))
    case .artists, .albums, .tracks, .playlists, .folders:
      guard let library else { return }
      library.show()
      state.panel = .library
      if let place = view.place { libraryPanel?.open(place) }
    }
  }
}
