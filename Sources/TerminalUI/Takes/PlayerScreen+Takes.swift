import Application
import Dubbing
import AudioBase
import Player
import SystemBase

extension PlayerScreen {
  /// - Returns: whether the command was for takes.
  func takeForTakes(_ command: Command, at time: HostTime?) -> Bool {
    guard let takes else { return false }
    guard case .take(let command) = command else { return false }
    switch command {
    case .record: takes.toggleRecording(at: time)
    case .playback: takes.togglePlayback()
    case .metronome: takes.toggleMetronome()
    case .tap: takes.tap(at: time)
    case .undo: takes.undo()
    case .redo: takes.redo()
    case .list: openTakes(takes)
    case .newTake: takes.chooseNew()
    case .rename: state.prompt = ScreenState.Prompt(purpose: .takeName)
    case .solo, .duplicate: change(command, takes)
    case .loopStart: takes.loopFromHere(at: time)
    case .loopEnd: takes.loopToHere(at: time)
    case .loopOff: takes.endLoop()
    case .punchIn: takes.punchInHere(at: time)
    case .punchOut: takes.punchOutHere(at: time)
    case .punchOff: takes.endPunch()
    }
    return true
  }

  var hasUnsavedTakes: Bool { takes?.unsaved.isEmpty == false }

  /// Whether the standing message says the same for as long as it is so.
  func isStanding(_ notice: PlayerNotice) -> Bool {
    switch notice {
    case .take(.notSaved), .take(.quitWhileUnsaved): true
    default: false
    }
  }

  /// What stays in the message line until it is settled.
  var standingMessage: ScreenContent.Message? {
    guard let unsaved = takes?.unsaved, !unsaved.isEmpty else { return nil }
    let isInMemory = unsaved.contains { !$0.isOnDisk }
    let hints = [isInMemory ? "kept in memory" : nil, label(.saveQueue).map { "\($0) saves elsewhere" }]
    return ScreenContent.Message(
      ([TakeText.unsaved(unsaved)] + hints.compactMap { $0 }).joined(separator: "; "), .error)
  }

  /// Quitting while something is recorded or not saved is asked for twice.
  func mayQuit() -> Bool {
    guard let takes, takes.isRecording || hasUnsavedTakes, !state.wasAskedToQuit else { return true }
    state.wasAskedToQuit = true
    takes.warnOfQuitting()
    return false
  }

  // MARK: The list

  private func openTakes(_ takes: TakeController) {
    takes.lookForLost()
    open(.takes)
    state.takeSelection = takes.currentRow
  }

  /// - Returns: whether the command was for the list.
  func takeInTakes(_ command: Command, at time: HostTime?) -> Bool {
    guard let takes else { return false }
    let selection = state.takeSelection
    switch command {
    case .moveUp: state.takeSelection = max(selection - 1, 0)
    case .moveDown: state.takeSelection = min(selection + 1, max(takes.rows.count - 1, 0))
    case .moveToStart: state.takeSelection = 0
    case .moveToEnd: state.takeSelection = max(takes.rows.count - 1, 0)
    case .cancel, .take(.list): state.overlay = nil
    case .activate: if case .take? = selectedRow, let entry = selectedRow?.entry { takes.choose(entry) }
    case .mute: change(takes) { $0.isMuted.toggle() }
    case .volumeUp: change(takes) { $0.gain = $0.gain + Decibels(1) }
    case .volumeDown: change(takes) { $0.gain = $0.gain - Decibels(1) }
    case .remove: removeSelected(takes)
    case .take: return takeForTakes(command, at: time)
    default: return false
    }
    return true
  }

  private var selectedRow: TakeController.Row? {
    guard let takes, state.overlay == .takes, takes.rows.indices.contains(state.takeSelection) else {
      return nil
    }
    return takes.rows[state.takeSelection]
  }

  /// The selected layer; where none is selected, the last one.
  private func selectedLayer(_ takes: TakeController) -> Int? {
    if case .layer(let layer, _, _)? = selectedRow { return layer.id }
    return state.overlay == .takes ? nil : takes.current?.layers.last?.id
  }

  private func change(_ command: TakeCommand, _ takes: TakeController) {
    guard let id = selectedLayer(takes) else { return }
    if command == .solo { change(takes) { $0.isSolo.toggle() } }
    // A copy would take the number of the layer that is recorded next.
    if command == .duplicate && !takes.isRecording {
      takes.edit(selectedRow?.entry) { $0.duplicateLayer(id) }
    }
  }

  private func change(_ takes: TakeController, _ change: (inout Layer.Settings) -> Void) {
    guard let id = selectedLayer(takes) else { return }
    takes.edit(selectedRow?.entry) { $0.change(id, change) }
  }

  private func removeSelected(_ takes: TakeController) {
    guard let row = selectedRow else { return }
    switch row {
    case .take: takes.delete(row.entry)
    case .layer(let layer, let entry, _): takes.edit(entry) { $0.deleteLayer(layer.id) }
    }
  }

  // MARK: Names

  /// Gives the selected layer, or the take, the name that was typed.
  func nameSelected(_ name: String) {
    let name = String(name.prefix(60))
    guard let takes, !name.isEmpty else { return }
    if case .layer(let layer, let entry, _)? = selectedRow {
      takes.edit(entry) { $0.change(layer.id) { $0.name = name } }
    } else {
      takes.edit(selectedRow?.entry) { $0.rename(to: name) }
    }
  }
}
