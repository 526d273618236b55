import Application
import Controls
import Player
import SystemBase

/// What a command has left, where no message of its own says it: the new state, or why nothing has changed and what helps.
@MainActor
struct PlainOutcome {
  let session: ScreenSession
  let keys: KeyMap

  var application: Application { session.application }
  var model: PlayerModel { application.model }

  /// Returns the outcome of a command; nil if only its description can be said.
  func text(_ command: Command) -> String? {
    if let layer = session.coveringLayer, let own = text(command, in: layer) { return own }
    return textBehindLayers(command)
  }

  /// Returns the outcome of a command that no layer has performed; nil if only its description can be said.
  func textBehindLayers(_ command: Command) -> String? {
    switch command {
    case .playback(let command): text(command)
    case .seek: queueOr(PlainText.position(model))
    case .move: row ?? "there are no rows"
    case .list(let command): text(command)
    case .queue(let command): text(command)
    case .search(let command): text(command)
    case .program(let command): text(command)
    case .take(let command): text(command)
    case .practiceScreen: application.practice == nil ? "there is no practice here" : row
    case .takeList: session.layerToChange == nil ? noLayer : row
    case .library(let command): text(command)
    case .pads(let command): text(command)
    case .mixer(let command): text(command)
    case .mixerScreen: application.mixer == nil ? "there is no mixer here" : row
    case .timeline: application.takes == nil ? "there are no takes here" : row
    case .pad(let key, _): "hit pad \(application.state.bank.pad(ofKey: key))"
    case .request(let request): text(request)
    }
  }

  // MARK: Parts of sentences

  /// The key of a command, or what is typed to run it.
  func key(_ command: Command) -> String { keys.label(command) ?? ":\(command.name)" }

  /// The selected row under the name of its list; nil if there is none.
  var row: String? { PlainSelection.text(session).map { "\($0.list): \($0.row)" } }

  /// Returns a text, or what helps if the queue is empty.
  private func queueOr(_ text: String?) -> String? { model.queue.isEmpty ? QueueText.empty(keys) : text }

  /// The reason why the selected row of the library has no tracks; nil if it has some.
  private var noLibrary: String? {
    switch application.library?.stage {
    case .ready?: nil
    case _?: "the library is empty: \(key(.library(.scanFolder))) scans a folder"
    case nil: "there is no library here"
    }
  }

  private var goToLibrary: String? {
    session.hasLibraryFocus ? nil : "\(key(.program(.nextPanel))) goes to the library first"
  }

  // MARK: Playing

  private func text(_ command: Command.Playback) -> String? {
    let state: PlayerEvent
    switch command {
    case .playPause, .play, .pause, .stop, .next, .previous, .nextChapter, .previousChapter,
      .stopAfterCurrent,
      .sleep:
      return queueOr(PlainText.status(application))
    case .volumeUp, .volumeDown, .mute: state = .volume(model.levels.volume, isMuted: model.levels.isMuted)
    case .balanceToMusic, .balanceToPads: state = .balance(model.levels.balance)
    case .speedUp, .speedDown, .speedReset: state = .speed(model.speed)
    case .shuffle: state = .shuffle(model.queue.isShuffled)
    case .repeat: state = .repeatMode(model.queue.repeatMode)
    case .consume: state = .consume(model.queue.consumeMode)
    }
    return PlainText.line(state, model)
  }

  // MARK: Lists

  private func text(_ command: Command.List) -> String? {
    if session.coveringLayer != nil { return row }
    if session.hasLibraryFocus { return noLibrary ?? libraryRow(command) }
    return switch command {
    case .selectPlaying: queueOr(model.nowPlaying.map { "selected: the playing track, \($0.title)" })
    case .activate, .remove, .mark, .info: queueOr(row)
    }
  }

  private func libraryRow(_ command: Command.List) -> String? {
    switch command {
    case .remove: "nothing is removed: only playlists and their tracks can be; \(row ?? "")"
    case .activate, .mark, .info, .selectPlaying: row
    }
  }

  private func text(_ command: Command.Queue) -> String? {
    if command == .former { return row }
    if session.hasLibraryFocus, command == .trackUp || command == .trackDown {
      return "nothing is moved: only the tracks of a playlist can be; \(row ?? "")"
    }
    return queueOr(row ?? PlainText.status(application))
  }

  private func text(_ command: Command.Search) -> String? {
    if session.coveringLayer != nil { return row }
    if session.hasLibraryFocus {
      let find = "\(key(.search(.find))) filters the list"
      return noLibrary ?? (command == .find ? row : "the matches of the queue are searched only: \(find)")
    }
    if session.state.lastSearch.isEmpty, session.state.filter == nil {
      return queueOr("nothing was searched: \(key(.search(.find))) filters the list")
    }
    return queueOr(row.map { "there is no other match; \($0)" })
  }

  private func text(_ command: Command.Library) -> String? {
    switch command {
    case .add, .addNext, .playList: noLibrary ?? goToLibrary ?? row
    case .up: noLibrary ?? goToLibrary ?? row.map { "this is the first list; \($0)" }
    case .rate, .sortColumn, .sortDirection, .addToPlaylist, .saveQuery, .importPlaylist, .scan, .scanFolder,
      .pick:
      noLibrary ?? row
    case .editTags, .editListTags:
      application.tags == nil ? "tags cannot be edited here" : row
    }
  }

  // MARK: The program

  private func text(_ command: Command.Program) -> String? {
    switch command {
    case .nextPanel:
      row ?? "\(session.hasLibraryFocus ? "Library" : "Queue"): nothing is selected"
    case .spectrum: "the spectrum is drawn on screens only"
    case .timeDisplay:
      "the times are drawn on screens only: \(key(.program(.redraw))) says the position"
    case .layout: "layout \(session.state.mode.layout.rawValue)"
    case .lyrics, .chapters, .settings, .devices: row
    case .recordOutput: application.recording == nil ? "the output cannot be recorded here" : nil
    case .notices, .undo, .redo, .lockPads, .cancel, .help, .palette, .defaultKeys, .redraw, .suspend,
      .detach, .quit:
      nil
    }
  }

  private func text(_ command: Command.Pads) -> String? {
    switch command {
    case .previousBank, .nextBank: PadText.sentence(application.state.bank, isChanged: true)
    case .kits: row
    case .editPad: application.kits.loaded == nil ? "no kit is loaded" : row
    case .learnMIDI: nil
    case .instrument: application.instrument == nil ? "there is no instrument here" : row
    }
  }

  /// The value that a command with an argument has set, or why it has none.
  private func text(_ request: Command.Request) -> String? {
    switch request {
    case Command.Request.seek: text(request.value(of: Command.Request.seek))
    case Command.Request.loop: request.value(of: Command.Request.loop).flatMap(text)
    case Command.Request.punch: punch
    case Command.Request.clickLevel:
      if case .value? = request.value(of: Command.Request.clickLevel) { value("click-level") } else { nil }
    case Command.Request.sweep:
      application.mixer.map { MixerText.sentence(.sweep($0.owner.sweepPosition), add: nil) }
    case Command.Request.layerOffset: session.layerToChange == nil ? noLayer : nil
    case Command.Request.pattern, Command.Request.repeatHits:
      session.layer(TimelineLayer.self) == nil ? nil : row
    case Command.Request.view: row ?? "Queue: nothing is selected"
    case Command.Request.find: row
    case Command.Request.rate: noLibrary ?? row
    case Command.Request.playNote: "played \(request.argument)"
    case Command.Request.setting: text(request.value(of: Command.Request.setting))
    default: request.move.map(text) ?? value(request.row.name)
    }
  }

  private func text(_ target: SeekTarget?) -> String? {
    switch target {
    case .seconds, .position, .part: queueOr(PlainText.position(model))
    case .chapter, .bars, nil: nil
    }
  }

  private func text(_ command: SettingCommand?) -> String? {
    switch command {
    case .set(let name, _), .keep(let name, _): value(name)
    case .tell, nil: nil
    }
  }

  func value(_ name: String) -> String? {
    session.presentValue(name).map { "\(name) is \($0)" }
  }
}
