import AudioBase
import Dubbing
import Player
import SystemBase

/// Recording, playing and editing takes.
extension Application {
  /// The rows of a page of the list of takes.
  private static let takePage = 10

  func perform(_ command: TakeCommand, _ takes: TakeController, at time: HostTime?) {
    switch command {
    case .record: takes.toggleRecording(at: time)
    case .playback: takes.togglePlayback()
    case .metronome: takes.toggleMetronome()
    case .tap: takes.tap(at: time)
    case .undo: takes.undo()
    case .redo: takes.redo()
    case .list: openTakes(takes)
    case .newTake: takes.chooseNew()
    case .rename: openPrompt(.takeName)
    case .solo: changeLayer(takes) { $0.isSolo.toggle() }
    case .duplicate: duplicateLayer(takes)
    case .loopStart: takes.loopFromHere(at: time)
    case .loopEnd: takes.loopToHere(at: time)
    case .loopOff: takes.endLoop()
    case .punchIn: takes.punchInHere(at: time)
    case .punchOut: takes.punchOutHere(at: time)
    case .punchOff: takes.endPunch()
    }
  }

  // MARK: The list

  private func openTakes(_ takes: TakeController) {
    takes.lookForLost()
    open(.takes)
    state.takeSelection = takes.currentRow
  }

  /// - Returns: whether the command was for the list.
  func performInTakes(_ command: Command, at time: HostTime?) -> Bool {
    guard let takes else { return false }
    if let movement = command.movement {
      state.takeSelection = movement.place(
        from: state.takeSelection, last: takes.rows.count - 1, page: Application.takePage)
    } else if command == .cancel || command == .take(.list) {
      state.overlay = nil
    } else if command == .activate {
      if case .take? = selectedTakeRow, let entry = selectedTakeRow?.entry { takes.choose(entry) }
    } else if command == .mute {
      changeLayer(takes) { $0.isMuted.toggle() }
    } else if command == .volumeUp {
      changeLayer(takes) { $0.gain = $0.gain + Decibels(1) }
    } else if command == .volumeDown {
      changeLayer(takes) { $0.gain = $0.gain - Decibels(1) }
    } else if command == .remove {
      removeSelected(takes)
    } else if case .take(let command) = command {
      perform(command, takes, at: time)
    } else {
      return false
    }
    return true
  }

  private var selectedTakeRow: TakeController.Row? {
    guard let takes, state.overlay == .takes, takes.rows.indices.contains(state.takeSelection) else {
      return nil
    }
    return takes.rows[state.takeSelection]
  }

  /// The selected layer; where none is selected, the last one.
  private func selectedLayer(_ takes: TakeController) -> Int? {
    if case .layer(let layer, _, _)? = selectedTakeRow { return layer.id }
    return state.overlay == .takes ? nil : takes.current?.layers.last?.id
  }

  private func changeLayer(_ takes: TakeController, _ change: (inout Layer.Settings) -> Void) {
    guard let id = selectedLayer(takes) else { return }
    takes.edit(selectedTakeRow?.entry) { $0.change(id, change) }
  }

  private func duplicateLayer(_ takes: TakeController) {
    // A copy would take the number of the layer that is recorded next.
    guard let id = selectedLayer(takes), !takes.isRecording else { return }
    takes.edit(selectedTakeRow?.entry) { $0.duplicateLayer(id) }
  }

  private func removeSelected(_ takes: TakeController) {
    guard let row = selectedTakeRow else { return }
    switch row {
    case .take: takes.delete(row.entry)
    case .layer(let layer, let entry, _): takes.edit(entry) { $0.deleteLayer(layer.id) }
    }
  }

  /// Gives the selected layer, or the take, the name that was typed.
  func nameSelectedTake(_ name: String) {
    let name = String(name.prefix(60))
    guard let takes, !name.isEmpty else { return }
    if case .layer(let layer, let entry, _)? = selectedTakeRow {
      takes.edit(entry) { $0.change(layer.id) { $0.name = name } }
    } else {
      takes.edit(selectedTakeRow?.entry) { $0.rename(to: name) }
    }
  }
}
