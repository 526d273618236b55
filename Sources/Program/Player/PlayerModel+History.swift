import AudioBase
import SystemBase

extension PlayerModel {
  /// Undoes the latest edit, or redoes the one that was undone last, and restores the tracks and their order. The
  /// current track and its position are restored if the edit had changed the current track; otherwise playback
  /// continues. Returns the edit, with the tracks that are back in the queue; nil if there is nothing to undo or redo.
  @discardableResult
  package func turnQueueEdit(_ direction: UndoDirection) -> (edit: QueueEdit, returned: [QueueItem.ID])? {
    history.turn(direction, from: queueState).map(restore)
  }

  /// Returns the time at which the edit was made, or undone, that is undone or redone next; nil if there is none.
  package func timeOfQueueEdit(_ direction: UndoDirection) -> ChangeTime? { history.time(of: direction) }

  var queueState: QueueHistory.State {
    QueueState(
      ids: queue.items.map(\.id), order: queue.shuffledOrder, current: queue.currentID, seconds: elapsed)
  }

  /// Performs an edit that removes some tracks or none, and records it as one step.
  func edit(_ edit: QueueEdit, removing removed: [QueueItem] = [], _ body: () -> Void) {
    let before = queueState
    body()
    history.record(edit, from: before, removed: removed, now: queue)
  }

  private func restore(_ step: QueueHistory.Step) -> (edit: QueueEdit, returned: [QueueItem.ID]) {
    let current = queue.currentID
    let before = queueState
    let (left, returned) = queue.restore(step.state.ids, order: step.state.order, from: history.tracks)
    history.exchange(left: left, returned: returned)
    history.keep(before, of: left, now: queue)
    for item in left { loaded.durations[item.id] = nil }
    let stays = !step.changesCurrent && current.map { queue[$0] != nil } ?? false
    if let id = stays ? current : step.state.current ?? queue.first { queue.select(id) }
    if queue.isShuffled, step.state.order == nil { queue.setShuffled(true, using: &random) }
    events.send(.queue)
    if stays { prepareNext() } else { currentIsBack(at: step.state.seconds) }
    let unread = returned.filter { queue[$0]?.tags == nil }
    if !unread.isEmpty { tracks.read?(unread) }
    return (step.edit, returned)
  }

  private func currentIsBack(at seconds: Double) {
    currentChanged(at: queue.currentID == nil ? 0 : seconds)
    if queue.currentID == nil { apply(.stop) } else { continueWithCurrent() }
  }
}

/// What lasts over restarts: the undo of the queue, and the queues that were left.
extension PlayerModel {
  /// The last queues that were left, the latest first.
  package var formerQueues: [FormerQueue] { history.former }

  /// The number of changes of what `savedQueues` returns.
  package var queueChanges: Int { history.changes }

  package var savedQueues: SavedQueues { queuesToSave() }

  /// A function that collects what is saved of the queues now, in a time proportional to the length of all. Any thread.
  package var queuesToSave: @Sendable () -> SavedQueues {
    let (history, items) = (history, queue.items)
    return { SavedQueues(history, items) }
  }

  /// Puts what was saved below what can be undone already. `tracks` are the tracks of the session that was restored, in
  /// their order.
  package func restore(_ saved: SavedQueues, of tracks: [(id: QueueItem.ID, location: TrackLocation)]) {
    var known = Dictionary(grouping: tracks, by: \.location).mapValues { $0.map(\.id)[...] }
    var ids: [QueueItem.ID?] = Array(repeating: nil, count: saved.tracks.count)
    for index in saved.queue { ids[index] = known[saved.tracks[index].location]?.popFirst() }
    history.restore(saved, ids.map { $0 ?? queue.newID() }, now: queue)
  }

  /// Leaves the queue for one that was left, at its position and in the same playback state.
  package func openFormerQueue(_ index: Int) {
    guard history.former.indices.contains(index) else { return }
    let former = history.former[index]
    let added = replaceTracks(current: former.current) { queue.append(former.tracks) }
    currentIsBack(at: former.position)
    tracks.read?(added)
  }

  /// Restores the modes of a saved session. Its queue is one that was left: undo brings it back.
  package func leaveQueue(of session: SavedSession) -> [QueueItem.ID] {
    restoreModes(session)
    let added = queue.append(session.entries)
    if let order = session.order { queue.restoreOrder(order) }
    if let current = session.current { queue.select(added[current]) }
    let removed = queue.items
    var before = queueState
    before.seconds = session.position
    queue.clear()
    history.record(.replaced, from: before, removed: removed, now: queue)
    return added
  }
}
