import Player
import SystemBase

/// Editing the queue.
extension Application {
  /// Seconds in which emptying the queue can be confirmed.
  private static let clearTime = 5.0

  /// The track that commands act on.
  package var selected: QueueItem.ID? { state.selection ?? model.queue.currentID }

  /// Moves the queue's selection.
  package func moveInQueue(_ movement: Movement) {
    switch movement {
    case .start: select(row: 0)
    case .end: select(row: .max)
    case .up, .down, .pageUp, .pageDown:
      moveInQueue(by: movement.rows(page: max(state.rows.queue - 1, 1), count: 0))
    }
  }

  package func moveInQueue(by rows: Int) {
    select(row: (state.row(of: selected, in: model.queue) ?? 0) + rows)
  }

  /// Selects a row of those that are shown; the nearest where there is none.
  package func select(row: Int) {
    let count = state.rowCount(of: model.queue)
    guard count > 0 else { return }
    state.selection = state.track(atRow: min(max(row, 0), count - 1), of: model.queue)
  }

  /// Selects a row that was pointed at; the selected one plays. Gives the queue the keys.
  package func activate(row: Int) {
    state.panel = .queue
    guard row >= 0, row < state.rowCount(of: model.queue) else { return }
    if state.selection == state.track(atRow: row, of: model.queue) {
      playSelected()
    } else {
      select(row: row)
    }
    changes.send(.state)
  }

  func playSelected() {
    if let selected, state.filter?.rows.isEmpty != true { model.play(selected) }
  }

  func markSelected() {
    guard let selected else { return }
    if state.marks.remove(selected) == nil { state.marks.insert(selected) }
    moveInQueue(by: 1)
  }

  func moveTrack(by places: Int) {
    guard let selected else { return }
    model.move(selected, by: places)
    state.selection = selected
  }

  /// Removes the marked tracks, or the selected one; the row below takes the selection, so that the key can be pressed
  /// again.
  func removeFromQueue() {
    let row = state.row(of: selected, in: model.queue)
    let ids = state.marks.isEmpty ? selected.map { [$0] } ?? [] : Array(state.marks)
    let first = ids.lazy.compactMap { [model] in model.queue[$0]?.title }.first
    state.marks = []
    model.remove(ids)
    if let row { select(row: row) }
    if let first { model.report(.queue(.removed(title: first, count: ids.count))) }
  }

  func undoQueueEdit() {
    show(model.undoQueueEdit(), as: QueueNotice.undone, otherwise: .nothingToUndo)
  }

  func redoQueueEdit() {
    show(model.redoQueueEdit(), as: QueueNotice.redone, otherwise: .nothingToRedo)
  }

  /// Selects the tracks that are back, unless all are.
  private func show(
    _ change: QueueReturn?, as notice: (QueueEdit, Int) -> QueueNotice, otherwise none: QueueNotice
  ) {
    guard let change else { return model.report(.queue(none)) }
    let count = model.queue.items.count
    if let first = change.returned.first { state.selection = change.returned.count < count ? first : nil }
    model.report(.queue(notice(change.edit, count)))
  }

  /// Empties the queue, only when asked for twice.
  func clearQueue() {
    guard !model.queue.isEmpty else { return }
    if let asked = state.clearTime, HostTime.now.seconds(since: asked) < Application.clearTime {
      state.clearTime = nil
      let count = model.queue.items.count
      state.notices.withdraw(.confirmClear)
      model.clearQueue()
      model.report(.queue(.cleared(count: count)))
      return
    }
    state.clearTime = .now
    note(.confirmClear)
  }
}
