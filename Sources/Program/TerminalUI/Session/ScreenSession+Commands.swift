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
  ) -> Application.Performed {
    guard source.isUser else { return perform(behind: command, from: source, at: time) }
    EventLog.write(.command, "\(source): \(command.name)")
    if case .move(let movement) = command, layers.isEmpty, !application.awaitsConfirmation {
      moveSelection(movement)
      application.changes.send(.selection)
      return (.rowWith(.noRows), .done)
    }
    // As in a shell: with text, Ctrl-D deletes a character and does not leave.
    if command == .program(.detach) {
      return (.done, field?.text.isEmpty == false ? type(.edit(.deleteForward), from: source) : .detach)
    }
    defer { changed() }
    let expectsText = expectsText(after: command, from: source)
    endMarkRange(before: command)
    application.endConfirmations(before: command)
    let outcome =
      application.answer(command) ?? ignoreInList(command, from: source)
      ?? performInLayers(command, at: time) ?? application.refuseOverOtherPlayer(command)
      ?? performInLibrary(command) ?? performBelowLayers(command, from: source, at: time)
    return focus(after: outcome, expectsText: expectsText)
  }

  package func perform(
    behind command: Command, from source: CommandSource, at time: HostTime?
  ) -> Application.Performed {
    EventLog.write(.command, "\(source): \(command.name)")
    if model.isExternal, command.row.traits.contains(.needsOwnPlayer) { return (.done, .done) }
    defer { changed() }
    // The terminal thread does not know the command, so the focus is that of before.
    let expectsText = field != nil
    return focus(after: performBelowLayers(command, from: source, at: time), expectsText: expectsText)
  }

  /// Reports an outcome, and returns it with the response.
  private func focus(after outcome: Outcome, expectsText: Bool) -> Application.Performed {
    application.report(outcome)
    return (outcome, focus(after: outcome.response, expectsText: expectsText))
  }

  /// Returns the outcome of a key that the open list ignores: an arrow to the side, which would seek, and letters in the list
  /// of settings. Returns nil for others.
  private func ignoreInList(_ command: Command, from source: CommandSource) -> Outcome? {
    guard source == .key, let list = layers.last as? ListLayer else { return nil }
    if case .seek = command, !list.isReadAlong { return .rowWith(.nothingBeside) }
    return (list as? SettingsLayer)?.ignores(command) == true ? .row : nil
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
  private func performInLayers(_ command: Command, at time: HostTime?) -> Outcome? {
    for layer in layers.reversed() {
      if case .move(let movement) = command, layer.coversPanels {
        layer.move(movement)
        return .rowWith(.noRows)
      }
      if let outcome = layer.perform(command, at: time) ?? performAlike(command, in: layer) {
        guard outcome == .done else { return outcome }
        return command == .list(.activate) ? .rowWith(.chosen) : .row
      }
      if layer.coversPanels, !command.keepsLayers { close(layer) }
    }
    return nil
  }

  /// Performs a command that several layers perform in the same way.
  private func performAlike(_ command: Command, in layer: ScreenLayer) -> Outcome? {
    if layer.closingCommands.contains(command) {
      layer.close()
      return .row
    }
    guard layer.controlsPlayback else { return nil }
    switch command {
    case .playback(let command): return perform(command)
    case .seek(let seconds): return application.seek(by: seconds)
    default: return nil
    }
  }

  /// The screen whose own keys act: that of the layer that covers the panels, or else the library while it has the focus;
  /// nil if there is none, and while keys answer a question. A prompt changes nothing, so that the first key behind its
  /// text acts.
  package var shownScreen: ScreenName? {
    if application.state.question != nil { return nil }
    let list: ScreenName = libraryPanel?.showsLinkedLists == true ? .linkedLists : .library
    return coveringLayer.map(\.screen) ?? (hasLibraryFocus ? list : nil)
  }

  // MARK: Below the layers

  /// Performs a command that is not an answer and that neither a layer nor the library panel handles.
  private func performBelowLayers(
    _ command: Command, from source: CommandSource, at time: HostTime?
  ) -> Outcome {
    switch command {
    case .move(let movement):
      moveSelection(movement)
      return .rowWith(.noRows)
    case .list(let command): return perform(command)
    case .search(let command): return perform(command)
    case .queue(let command): return perform(command)
    case .program(let command): return perform(command, from: source)
    case .playback(.sleep): return perform(Command.Playback.sleep)
    case .take(let command): return takes.map { perform(command, $0, at: time) } ?? .refused(.noTakes)
    // In the queue, tracks are moved.
    case .library(.addNext) where !hasLibraryFocus: return playSelectedNext()
    case .library(.editTags): return editTags(all: false)
    case .library(.editListTags): return editTags(all: true)
    // Without a selected playlist, the key names takes, as it does elsewhere.
    case .library(.renamePlaylist)
    where source == .key && hasLibraryFocus && libraryPanel?.selectedPlaylist == nil:
      return performBelowLayers(.take(.rename), from: source, at: time)
    case .library(let command):
      return libraryPanel.map { perform(command, $0) } ?? .refused(.noLibrary)
    case .pads(.list), .pads(.kits), .pads(.editPad), .pads(.instrument), .mixer(.open), .mixer(.add):
      return openScreen(command)
    // The command of a screen that is not open opens it.
    case .padForm:
      return layer(PadFormLayer.self)?.perform(command, at: time) ?? openScreen(.pads(.editPad))
    case .mixerScreen: return openScreen(.mixer(.open))
    case .takeList: return takes.map { perform(.list, $0, at: time) } ?? .refused(.noTakes)
    case .practiceScreen: return takes.map { perform(.practice, $0, at: time) } ?? .refused(.noTakes)
    case .timeline: return takes.map { perform(.timeline, $0, at: time) } ?? .refused(.noTakes)
    case .request(let request):
      return perform(request) ?? application.performInAreas(command, from: source, at: time)
    case .playback, .seek, .pads, .mixer, .pad:
      return application.performInAreas(command, from: source, at: time)
    }
  }

  /// Performs a command of playback for a layer, which stays open.
  func perform(_ command: Command.Playback) -> Outcome {
    if command == .sleep { open(SleepPrompt(self)) }
    return application.perform(command)
  }

  private func perform(_ command: Command.Program, from source: CommandSource) -> Outcome {
    switch command {
    case .nextPanel:
      state.panel = state.panel == .queue ? .library : .queue
      return .rowWith(.panel)
    case .spectrum:
      state.showsSpectrum.toggle()
      return .refused(.spectrum)
    case .timeDisplay:
      state.timeDisplay = state.timeDisplay.following
      return .refused(.times)
    case .layout:
      setLayout(state.mode.layout.following)
      return .layout(state.mode.layout)
    case .lyrics, .followLyrics: open(LyricsLayer(self))
    case .chapters: open(ChapterListLayer(self))
    case .devices:
      closeLayers()
      open(DeviceListLayer(self))
    case .settings, .keepSetting: open(SettingsLayer(self))
    case .notices: open(NoticesLayer(self))
    case .lockPads: lockPads()
    case .cancel: return cancel()
    case .help: open(HelpLayer(self))
    case .palette: open(PaletteLayer(self))
    case .recordOutput, .undo, .redo, .defaultKeys, .redraw, .suspend, .detach, .quit:
      return application.perform(command, from: source)
    }
    return .row
  }

  private func cancel() -> Outcome {
    application.dismissNotice()
    if state.filter != nil {
      endFilter()
      return .filterClosed
    }
    let isDeselected = state.selection != nil || !state.marks.isEmpty
    (state.selection, state.marks, state.lastSearch) = (nil, [], "")
    return .nothingOpen(isDeselected: isDeselected)
  }

  /// Opens the screen of the kits, the pads, a pad, the instrument or the mixer.
  private func openScreen(_ command: Command) -> Outcome {
    switch command {
    case .pads(.kits):
      closeLayers()
      open(KitListLayer(self))
    case .pads(.list):
      closeLayers()
      open(PadListLayer(self))
    case .pads(.editPad): return editPad()
    default:
      guard let mixer = application.mixer else { return .refused(.noMixer) }
      switch command {
      case .pads(.instrument): open(InstrumentLayer(self, mixer.instrument))
      case .mixer(.add): open(MixerLayer(self, mixer, mode: .adding()))
      default: open(MixerLayer(self, mixer))
      }
    }
    return .row
  }

  /// Opens the form for the pad that was struck last, or the first one of the bank.
  private func editPad() -> Outcome {
    let (kits, bank) = (application.kits, application.state.bank)
    let struck = model.pads.lastStruck.flatMap { bank.pads.contains($0) ? $0 : nil }
    closeLayers()
    if kits.openEditor(pad: struck ?? bank.pads[0]) { open(PadFormLayer(self)) }
    return kits.loaded == nil ? .refused(.noKit) : .row
  }

  /// Adds sound files to the edited pad; opens the form for a pad first if it is not open.
  private func addSample(_ files: String) -> Outcome {
    if let form = layer(PadFormLayer.self) { return form.add(files) }
    let outcome = editPad()
    return layer(PadFormLayer.self)?.add(files) ?? outcome
  }

  // MARK: With an argument

  /// Performs a command with an argument that acts on what is selected, or opens something.
  ///
  /// - Returns: nil if it is another command.
  func perform(_ request: Command.Request) -> Outcome? {
    typealias Request = Command.Request
    if let text = request.value(of: Request.find) { return find(text) }
    if let name = request.value(of: Request.addToPlaylist) {
      addToPlaylist(name)
      return .done.awaits(.notice)
    }
    if let letters = request.value(of: Request.jumpTo) { return jump(to: letters) }
    if let title = request.value(of: Request.joinAlbum) { return joinAlbums(title) }
    if let name = request.value(of: Request.saveQuery) {
      libraryPanel?.saveQuery(as: name)
      return .done.awaits(.notice)
    }
    if let pattern = request.value(of: Request.tagsFromNames) { return preview(.tags(pattern)) }
    if let pattern = request.value(of: Request.renameFiles) { return preview(.names(pattern)) }
    if let which = request.value(of: Request.mark) { return mark(which) }
    if let files = request.value(of: Request.addSample) { return addSample(files) }
    if let rating = request.value(of: Request.rate) { return rate(.to(rating)) }
    if let view = request.value(of: Request.view) { return show(view) }
    if let name = request.value(of: Request.renameTake) { return application.rename(takeTarget, to: name) }
    if let seconds = request.value(of: Request.layerOffset) {
      return application.moveLayer(of: takeTarget, by: seconds)
    }
    if request.value(of: Request.place) == .list {
      guard let takes else { return .refused(.noTakes) }
      open(SongMarksLayer(self, takes.songs))
      return .row
    }
    if request.value(of: Request.midi) == "list" {
      open(MIDIListLayer(self))
      return .row
    }
    if let command = request.value(of: Request.sample), command.part == .selection {
      return application.sample(command, selection: layer(TimelineLayer.self)?.selectedFrames)
    }
    return performInTimeline(request)
  }

  /// Performs a command with an argument that acts on the hits and lanes of the open timeline.
  ///
  /// - Returns: nil if it is another command.
  private func performInTimeline(_ request: Command.Request) -> Outcome? {
    guard let timeline = layer(TimelineLayer.self) else { return nil }
    if let quantise = request.value(of: Command.Request.quantise) { return timeline.quantise(quantise) }
    if let humanise = request.value(of: Command.Request.humanise) { return timeline.humanise(humanise) }
    if let text = request.value(of: Command.Request.lane) { return timeline.showLane(text) }
    if let text = request.value(of: Command.Request.point) { return timeline.setPoints(typed: text) }
    if let percent = request.value(of: Command.Request.thin) { return timeline.thin(to: percent) }
    if let command = request.value(of: Command.Request.pattern) {
      timeline.perform(command)
    } else if let times = request.value(of: Command.Request.repeatHits) {
      timeline.repeatHits(times)
    } else {
      return nil
    }
    return .row
  }

  /// Shows a list and gives it the keys.
  func show(_ view: ScreenView) -> Outcome {
    closeLayers()
    switch view {
    case .queue: state.panel = .queue
    case .settings: open(SettingsLayer(self))
    case .artists, .albums, .tracks, .playlists, .folders, .history:
      if let library, let place = view.place {
        library.show()
        state.panel = .library
        libraryPanel?.open(place)
      }
    case .linked:
      library?.show()
      if library != nil { state.panel = .library }
      if library?.stage == .ready { libraryPanel?.showLinkedLists(true) }
    }
    return .rowWith(.panel)
  }
}
