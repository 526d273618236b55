import AudioBase
import Dubbing
import Player
import SystemBase

/// Recording, playing and editing takes.
extension Application {
  /// Rows of a page of the list.
  private static let takePage = 10

  func perform(_ command: Command.Take, _ takes: TakeController, at time: HostTime?) {
    switch command {
    case .record: takes.toggleRecording(at: time)
    case .playback: takes.togglePlayback()
    case .metronome: takes.toggleMetronome()
    case .tap: takes.tap(at: time)
    case .tempo: openPrompt(.tempo)
    case .timeSignature: openPrompt(.timeSignature)
    case .clickUp: takes.setClickLevel(takes.metronome.level + Decibels(1))
    case .clickDown: takes.setClickLevel(takes.metronome.level - Decibels(1))
    case .undo: takes.undo()
    case .redo: takes.redo()
    case .list: openTakes(takes)
    case .new: takes.chooseNew()
    case .rename: if selectedTakeRow != nil || state.overlay != .takes { openPrompt(.takeName) }
    case .solo: changeLayer(takes) { $0.isSolo.toggle() }
    case .duplicate: duplicateLayer(takes)
    case .loopStart: takes.startLoop(at: time)
    case .loopEnd: takes.endLoop(at: time)
    case .loopOff: takes.removeLoop()
    case .loop: turnLoop(takes, at: time)
    case .punchIn: takes.setPunchIn(at: time)
    case .punchOut: takes.setPunchOut(at: time)
    case .punchOff: takes.removePunch()
    case .export: openExport()
    case .input: input?.toggle()
    case .calibrateInput: calibrateInput(takes)
    case .monitorInput: input.map { $0.monitor(!$0.isMonitored) }
    }
  }

  private func calibrateInput(_ takes: TakeController) {
    if takes.isRecording { return report(.input(.calibrationWhileRecording)) }
    if model.playbackState == .playing { model.pause() }
    input?.calibrate()
  }

  private func turnLoop(_ takes: TakeController, at time: HostTime?) {
    if takes.loopStart == nil {
      takes.startLoop(at: time)
    } else if takes.loopEnd == nil {
      takes.endLoop(at: time)
    } else {
      takes.removeLoop()
    }
  }

  // MARK: The list

  private func openTakes(_ takes: TakeController) {
    takes.lookForLost()
    open(.takes)
    (state.selectedTakeRow, state.takeListGroup) = (nil, takes.group)
  }

  /// The index of the selected row of the list of takes; nil if no row is selected, as after a change of the track, so
  /// that no key acts on a take of another track.
  package var takeSelection: Int? {
    guard let takes, state.overlay == .takes else { return nil }
    let rows = takes.rows
    if let selected = state.selectedTakeRow { return rows.firstIndex { $0.id == selected } }
    return takes.group == state.takeListGroup && !rows.isEmpty ? takes.currentRow : nil
  }

  private func selectTakeRow(_ index: Int, _ takes: TakeController) {
    let rows = takes.rows
    state.takeListGroup = takes.group
    state.selectedTakeRow = rows.isEmpty ? nil : rows[min(index, rows.count - 1)].id
  }

  /// Without a selection, the current take is selected.
  private func moveInTakes(_ movement: Movement, _ takes: TakeController) {
    guard let takeSelection else { return selectTakeRow(takes.currentRow, takes) }
    let last = takes.rows.count - 1
    selectTakeRow(movement.row(from: takeSelection, last: last, page: Application.takePage), takes)
  }

  /// - Returns: nil if the list does not handle the command.
  func performInTakes(_ command: Command, at time: HostTime?) -> Response? {
    guard let takes else { return nil }
    switch command {
    case .move(let movement): moveInTakes(movement, takes)
    case .list(.activate): chooseSelected(takes)
    case .list(.remove): removeSelected(takes)
    case .playback(.mute): changeLayer(takes) { $0.isMuted.toggle() }
    case .playback(.volumeUp): changeLayer(takes) { $0.gain = $0.gain + Decibels(1) }
    case .playback(.volumeDown): changeLayer(takes) { $0.gain = $0.gain - Decibels(1) }
    case .program(.cancel), .take(.list): state.overlay = nil
    case .take(let command): perform(command, takes, at: time)
    case .playback, .seek, .list, .queue, .search, .program, .library, .pads, .pad, .request: return nil
    }
    return .done
  }

  private func chooseSelected(_ takes: TakeController) {
    if case .take(let take, let group)? = selectedTakeRow {
      takes.choose(TakeController.Entry(group: group, take: take.id))
    }
  }

  private var selectedTakeRow: TakeController.Row? {
    guard let takes, let takeSelection else { return nil }
    return takes.rows[takeSelection]
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

  /// Moves the recorded sound of the selected layer, or of the last one, against the music.
  func moveLayer(by seconds: Double) {
    guard let takes, let id = selectedLayer(takes),
      let layer = (selectedTakeRow?.entry).flatMap(takes.take)?.layer(id) ?? takes.current?.layer(id)
    else { return }
    guard let audio = layer.audio else { return report(.take(.layerHasNoSound(layer.settings.name))) }
    let frames = Int((seconds * Double(audio.sampleRate.hertz)).rounded())
    changeLayer(takes) { $0.offset = frames }
    report(.take(.layerMoved(layer.settings.name, seconds: seconds)))
  }

  private func duplicateLayer(_ takes: TakeController) {
    // A copy would get the number of the layer that is recorded next.
    guard let id = selectedLayer(takes), !takes.isRecording else { return }
    takes.edit(selectedTakeRow?.entry) { $0.duplicateLayer(id) }
  }

  private func removeSelected(_ takes: TakeController) {
    guard let row = selectedTakeRow, let index = takeSelection else { return }
    switch row {
    case .take: takes.delete(row.entry)
    case .layer(let layer, let entry, _): takes.edit(entry) { $0.deleteLayer(layer.id) }
    }
    selectTakeRow(index, takes)
  }

  /// Gives the selected layer, or the take, the name that was typed.
  func nameSelectedTake(_ name: String) {
    let name = String(name.prefix(60))
    guard let takes, !name.isEmpty else { return }
    if case .layer(let layer, let entry, _)? = selectedTakeRow {
      takes.edit(entry) { $0.change(layer.id) { $0.name = name } }
    } else if selectedTakeRow != nil || state.overlay != .takes {
      takes.edit(selectedTakeRow?.entry) { $0.rename(to: name) }
    }
  }
}
