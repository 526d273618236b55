import AudioBase
import Player

extension PlayerScreen {
  func takeForQueue(_ command: UserCommand) -> Bool {
    let page = max(state.listRows - 1, 1)
    switch command {
    case .moveUp: moveSelection(by: -1)
    case .moveDown: moveSelection(by: 1)
    case .pageUp: moveSelection(by: -page)
    case .pageDown: moveSelection(by: page)
    case .moveToStart: moveSelection(by: -model.queue.items.count)
    case .moveToEnd: moveSelection(by: model.queue.items.count)
    case .activate: if let selected { model.play(selected) }
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
    guard !model.queue.isEmpty else { return }
    let index = selected.flatMap { model.queue.index(of: $0) } ?? 0
    select(row: index + rows)
  }

  func select(row: Int) {
    guard !model.queue.isEmpty else { return }
    state.selection = model.queue.items[min(max(row, 0), model.queue.items.count - 1)].id
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
    let index = selected.flatMap { model.queue.index(of: $0) }
    let ids = state.marks.isEmpty ? selected.map { [$0] } ?? [] : Array(state.marks)
    state.marks = []
    for id in ids { model.remove(id) }
    if let index { select(row: index) }
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
