import Player
import SystemBase

extension PlayerScreen {
  func takeForQueue(_ command: UserCommand) -> Bool {
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
    state.marks = []
    for id in ids { model.remove(id) }
    if let row { select(row: row) }
  }

  /// Only when asked for twice.
  private func clear() {
    guard !model.queue.isEmpty else { return }
    if let asked = state.clearTime, HostTime.now.seconds(since: asked) < 5 {
      state.clearTime = nil
      model.clearQueue()
      return
    }
    state.clearTime = .now
    let key = keys.keys(for: .clear).first?.label ?? "the same key"
    state.notices.add("press \(key) once more to empty the queue", .warning, at: .now)
  }
}
