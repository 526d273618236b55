import Application
import Player
import SystemBase

extension PlayerScreen {
  func takeForQueue(_ command: Command) -> Bool {
    let page = max(state.listRows - 1, 1)
    switch command {
    case .moveUp: moveSelection(by: -1)
    case .moveDown: moveSelection(by: 1)
    case .pageUp: moveSelection(by: -page)
    case .pageDown: moveSelection(by: page)
    case .moveToStart: select(row: 0)
    case .moveToEnd: select(row: .max)
    case .activate: playSelected()
    case .mark: markSelected()
    case .trackUp: moveTrack(by: -1)
    case .trackDown: moveTrack(by: 1)
    case .remove: remove()
    case .clear: clear()
    case .undoQueue: tell(model.undoQueueEdit(), QueueNotice.undone, none: .nothingToUndo)
    case .redoQueue: tell(model.redoQueueEdit(), QueueNotice.redone, none: .nothingToRedo)
    default: return false
    }
    return true
  }

  var selected: QueueItem.ID? { state.selection ?? model.queue.currentID }

  func moveSelection(by rows: Int) {
    select(row: (state.row(of: selected, in: model.queue) ?? 0) + rows)
  }

  /// - Parameter row: of those that are shown; the nearest where there is none.
  func select(row: Int) {
    let count = state.rowCount(of: model.queue)
    guard count > 0 else { return }
    state.selection = state.track(atRow: min(max(row, 0), count - 1), of: model.queue)
  }

  private func markSelected() {
    guard let selected else { return }
    if state.marks.remove(selected) == nil { state.marks.insert(selected) }
    moveSelection(by: 1)
  }

  private func moveTrack(by places: Int) {
    guard let selected else { return }
    model.move(selected, by: places)
    state.selection = selected
  }

  /// The marked tracks, or the selected one; the row below takes the selection, so that the key can be pressed again.
  private func remove() {
    let row = state.row(of: selected, in: model.queue)
    let ids = state.marks.isEmpty ? selected.map { [$0] } ?? [] : Array(state.marks)
    let first = ids.lazy.compactMap { [model] in model.queue[$0]?.title }.first
    state.marks = []
    model.remove(ids)
    if let row { select(row: row) }
    if let first { model.report(.queue(.removed(title: first, count: ids.count))) }
  }

  /// Selects the tracks that are back, unless all are.
  private func tell(
    _ change: QueueReturn?, _ notice: (QueueEdit, Int) -> QueueNotice, none: QueueNotice
  ) {
    guard let change else { return model.report(.queue(none)) }
    let count = model.queue.items.count
    if let first = change.returned.first { state.selection = change.returned.count < count ? first : nil }
    model.report(.queue(notice(change.edit, count)))
  }

  /// Only when asked for twice.
  private func clear() {
    guard !model.queue.isEmpty else { return }
    let key = keys.keys(for: .clear).first?.label ?? "the same key"
    let request = "press \(key) once more to empty the queue"
    if let asked = state.clearTime, HostTime.now.seconds(since: asked) < 5 {
      state.clearTime = nil
      let count = model.queue.items.count
      state.notices.withdraw(request)
      model.clearQueue()
      model.report(.queue(.cleared(count: count)))
      return
    }
    state.clearTime = .now
    state.notices.add(request, .warning, at: .now)
  }
}
