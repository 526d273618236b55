import Player
import SystemBase

extension Application {
  /// Seconds within which `clear` has to be repeated.
  private static let clearTime = 5.0

  func sortQueue(_ order: QueueOrder) -> Outcome {
    arrange(order.sorted(model.queue.items), as: .sorted, .sorted(order))
  }

  func shuffleTracks() -> Outcome {
    arrange(model.queue.items.map(\.id).shuffled(), as: .shuffled, .shuffled)
  }

  private func arrange(_ ids: [QueueItem.ID], as name: QueueEdit, _ notice: QueueNotice) -> Outcome {
    if ids.isEmpty { return .notice(.queue(.isEmpty)) }
    let isSame = model.queue.items.map(\.id) == ids
    model.arrange(ids, as: name)
    return .notice(.queue(isSame ? .inOrder : notice))
  }

  package func cropQueue(to kept: Set<QueueItem.ID>) -> Outcome {
    guard !kept.isEmpty else { return .notice(.queue(.isEmpty)) }
    return removeTracks { !kept.contains($0.id) }
  }

  /// Removes tracks that are in the queue more than once. The first one stays, or the current track.
  func deduplicateQueue() -> Outcome {
    guard !model.queue.isEmpty else { return .notice(.queue(.isEmpty)) }
    var known = Set([model.nowPlaying?.location].compactMap(\.self))
    return removeTracks { $0.id != model.queue.currentID && !known.insert($0.location).inserted }
  }

  private func removeTracks(_ isRemoved: (QueueItem) -> Bool) -> Outcome {
    let ids = model.queue.items.filter(isRemoved).map(\.id)
    if !ids.isEmpty { model.remove(ids) }
    return .notice(.queue(.reduced(removed: ids.count, left: model.queue.items.count)))
  }

  func turnQueueEdit(_ direction: UndoDirection) {
    let hadStartOfRadio = hasStartOfRadio
    guard let change = model.turnQueueEdit(direction) else { return }
    followUndo(hadStartOfRadio: hadStartOfRadio)
    let count = model.queue.items.count
    if !change.returned.isEmpty { screen?.receive(returned: change.returned) }
    report(.queue(.turned(direction, change.edit, count: count)))
  }

  /// Empties the queue when it is called twice within 5 s.
  func clearQueue() -> Outcome {
    guard !model.queue.isEmpty else { return .shown(.queue(.isEmpty)) }
    if let asked = state.clearTime, HostTime.now.seconds(since: asked) < Application.clearTime {
      state.clearTime = nil
      let count = model.queue.items.count
      state.notices.withdraw { $0 == .hint(.confirmClear) }
      model.clearQueue()
      return .notice(.queue(.cleared(count: count)))
    }
    state.clearTime = .now
    return .notice(.hint(.confirmClear))
  }
}
