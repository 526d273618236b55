import Player

/// Changes of the whole queue.
extension Application {
  func sortQueue(_ order: QueueOrder) {
    guard !model.queue.isEmpty else { return report(.queue(.isEmpty)) }
    arrange(order.sorted(model.queue.items), as: .sorted, .sorted(order))
  }

  func shuffleTracks() {
    guard !model.queue.isEmpty else { return report(.queue(.isEmpty)) }
    arrange(model.queue.items.map(\.id).shuffled(), as: .shuffled, .shuffled)
  }

  private func arrange(_ ids: [QueueItem.ID], as name: QueueEdit, _ notice: QueueNotice) {
    let isSame = model.queue.items.map(\.id) == ids
    model.arrange(ids, as: name)
    report(.queue(isSame ? .inOrder : notice))
  }

  /// Keeps the marked tracks, or the selected one.
  func cropQueue() {
    let kept = state.marks.isEmpty ? Set([selected].compactMap(\.self)) : state.marks
    guard !kept.isEmpty else { return report(.queue(.isEmpty)) }
    state.marks = []
    removeTracks { !kept.contains($0.id) }
  }

  /// Removes tracks that are in the queue more than once. The first one stays, or the current track.
  func deduplicateQueue() {
    guard !model.queue.isEmpty else { return report(.queue(.isEmpty)) }
    var known = Set([model.nowPlaying?.location].compactMap(\.self))
    removeTracks { $0.id != model.queue.currentID && !known.insert($0.location).inserted }
  }

  private func removeTracks(_ isRemoved: (QueueItem) -> Bool) {
    let ids = model.queue.items.filter(isRemoved).map(\.id)
    if !ids.isEmpty { model.remove(ids) }
    report(.queue(.reduced(removed: ids.count, left: model.queue.items.count)))
  }
}
