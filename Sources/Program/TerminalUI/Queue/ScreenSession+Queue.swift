import Application
import Controls
import Player
import SystemBase

/// Selecting in the queue and editing it.
extension ScreenSession {
  /// The track that commands act on.
  package var selected: QueueItem.ID? { state.selection ?? model.queue.currentID }

  func perform(_ command: Command.List) -> Outcome {
    switch command {
    case .activate:
      playSelected()
      return application.unlessEmpty(.rowWith(.chosen))
    case .remove: removeFromQueue()
    case .mark: markSelected()
    case .info: return showTrackInfo()
    case .selectPlaying: return selectPlaying()
    case .markedToStart: return moveTracks(.start)
    case .markedToEnd: return moveTracks(.end)
    case .markedHere:
      return moveTracks(selected.flatMap { model.queue.index(of: $0) }.map(BlockMove.row) ?? .start)
    }
    return application.unlessEmpty(.row)
  }

  func perform(_ command: Command.Queue) -> Outcome {
    switch command {
    case .trackUp: return moveTracks(.up)
    case .trackDown: return moveTracks(.down)
    case .save: open(takes?.list.unsaved.isEmpty == false ? TakeFolderPrompt(self) : SaveQueuePrompt(self))
    case .crop: return cropQueue()
    case .former:
      open(FormerQueuesLayer(self))
      return .row
    case .clear, .shuffleTracks, .deduplicate: return application.perform(command)
    }
    return application.unlessEmpty(.rowWith(.playback))
  }

  /// Moves the selection of the list that has the focus.
  func moveSelection(_ movement: Movement) {
    if hasLibraryFocus { moveInLibrary(movement) } else { moveInQueue(movement) }
  }

  func queueChanged() {
    state.queueDuration = model.queue.duration(from: &state.unknownDuration)
    state.marks = state.marks.filter { model.queue[$0] != nil }
    if let selection = state.selection, model.queue[selection] == nil { state.selection = nil }
    state.filter?.queueChanged(model.queue)
  }

  func moveInQueue(_ movement: Movement) {
    switch movement {
    case .start: select(row: 0)
    case .end: select(row: .max)
    case .up, .down, .pageUp, .pageDown:
      moveInQueue(by: movement.rows(page: max(state.rows.queue - 1, 1), count: 0))
    }
  }

  func moveInQueue(by rows: Int) {
    select(row: (state.row(of: selected, in: model.queue) ?? 0) + rows)
  }

  /// Selects a row of the filtered queue, or the nearest one.
  func select(row: Int) {
    let count = state.rowCount(of: model.queue)
    guard count > 0 else { return }
    state.selection = state.track(atRow: min(max(row, 0), count - 1), of: model.queue)
    extendMarks()
  }

  func playSelected() {
    if let selected, state.filter?.rows.isEmpty != true { model.play(selected) }
  }

  func markSelected() {
    guard let selected else { return }
    if state.marks.remove(selected) == nil { state.marks.insert(selected) }
    moveInQueue(by: 1)
  }

  /// Moves the marked tracks, or the selected one, after the current track.
  func playSelectedNext() -> Outcome {
    let moved = chosenTracks.filter { $0 != model.queue.currentID }
    guard let first = moved.first.flatMap({ model.queue[$0]?.title }) else {
      return application.inLibrary(.refused(.libraryHasNoFocus))
    }
    state.marks = []
    model.moveNext(moved)
    return .notice(.queue(.playsNext(title: first, count: moved.count)))
  }

  /// Removes the marked tracks, or the selected one, and selects the row below.
  func removeFromQueue() {
    let row = state.row(of: selected, in: model.queue)
    let ids = chosenTracks
    let first = ids.lazy.compactMap { [model] in model.queue[$0]?.title }.first
    state.marks = []
    model.remove(ids)
    if let row { select(row: row) }
    if let first { application.report(.queue(.removed(title: first, count: ids.count))) }
  }

  /// Keeps the marked tracks, or the selected one.
  private func cropQueue() -> Outcome {
    let kept = Set(chosenTracks)
    if !kept.isEmpty { state.marks = [] }
    return application.cropQueue(to: kept)
  }

  /// Gives the queue the focus and selects a row of it, or plays the row if it is selected already.
  ///
  /// - Parameter row: a negative row only gives the focus.
  package func activate(row: Int) {
    defer { changed() }
    state.panel = .queue
    guard row >= 0, row < state.rowCount(of: model.queue) else { return }
    if state.selection == state.track(atRow: row, of: model.queue) {
      playSelected()
    } else {
      select(row: row)
    }
  }
}

package final class QueueFilterPrompt: FilterPrompt {
  package nonisolated static let hints: [KeyHint] = [
    .enter("play"), .leave("all again"), .choose, .tab("keep"),
    KeyHint("Ins Del", "mark, remove", [.edit(.mark), .edit(.remove)]),
  ]

  package override func hints(_ keys: KeyMap) -> [KeyHint] { QueueFilterPrompt.hints }

  package override var matchesNothing: Bool {
    session.state.filter.map { $0.rows.isEmpty && !$0.isWorking } ?? false
  }

  override func textChanged() { session.setFilter(text.text) }
  override func apply(_ text: String) { if session.noteSearch() { session.playSelected() } }
  override func keep(_ text: String) { session.noteSearch() }
  override func discard() { session.leaveFilter() }

  package override func move(_ movement: Movement) { session.moveInQueue(movement) }

  package override func mark() -> Application.Response {
    session.markSelected()
    return .done
  }

  package override func remove() -> Application.Response {
    session.removeFromQueue()
    return .done
  }
}

/// Asks for the name of the playlist in which the queue is saved.
package final class SaveQueuePrompt: PromptLayer {
  package override var name: String { "save as" }
  override var enterText: String { "save" }
  override func apply(_ text: String) { if !text.isEmpty { application.program.save(QueueSave(text)) } }
}

/// The list of the queues that were left.
package final class FormerQueuesLayer: ListLayer {
  package override var closingCommands: [Command] { [.queue(.former), .program(.cancel)] }
  package override var controlsPlayback: Bool { true }

  package override func perform(_ command: Command, at time: HostTime?) -> Outcome? {
    guard command == .list(.activate) else { return nil }
    guard let selection else { return .done }
    application.model.openFormerQueue(selection)
    application.report(.queue(.opened(count: application.model.queue.items.count)))
    close()
    return .done
  }

  package override var rows: [ListRow] {
    application.model.formerQueues.map { ListRow(QueueText.line($0)) }
  }

  package override var name: String { "queues" }
  override var title: String { "Queues" }
  override func empty(_ keys: KeyMap) -> String { "no queue was left yet" }

  override var keyHints: [KeyHint.Group] { [([.list(.activate)], "open")] + super.keyHints }
}
