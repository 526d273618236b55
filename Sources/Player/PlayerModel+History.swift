import AudioBase
import SystemBase

/// The result of undoing or redoing an edit of the queue.
package struct QueueReturn: Hashable, Sendable {
  /// The edit that was undone or redone.
  package let edit: QueueEdit
  /// The tracks that are back in the queue.
  package let returned: [QueueItem.ID]
}

/// Undo and redo of edits of the queue.
extension PlayerModel {
  /// Undoes the latest edit and restores the tracks and their order. The current track and its position are
  /// restored if the edit had changed the current track; otherwise playback continues.
  ///
  /// - Returns: nil if there is nothing to undo.
  @discardableResult
  package func undoQueueEdit() -> QueueReturn? {
    history.turn(.undo, from: queueState).map(restore)
  }

  /// Redoes the edit that was undone last.
  ///
  /// - Returns: nil if there is nothing to redo.
  @discardableResult
  package func redoQueueEdit() -> QueueReturn? {
    history.turn(.redo, from: queueState).map(restore)
  }

  /// The time at which the edit was made that is undone next; nil if there is none.
  package var queueUndoTime: HostTime? { history.undoSteps.last?.time }

  /// The time at which the edit was undone that is redone next; nil if there is none.
  package var queueRedoTime: HostTime? { history.redoSteps.last?.time }

  var queueState: QueueState {
    QueueState(
      ids: queue.items.map(\.id), order: queue.shuffledOrder, current: queue.currentID, seconds: elapsed)
  }

  /// Performs an edit that removes no track, and records it as one step.
  func edit(_ edit: QueueEdit, _ body: () -> Void) {
    let before = queueState
    body()
    history.record(edit, from: before, removed: [], now: queue)
  }

  private func restore(_ step: QueueHistory.Step) -> QueueReturn {
    let current = queue.currentID
    let (left, returned) = queue.restore(step.state.ids, order: step.state.order, from: history.tracks)
    history.exchange(left: left, returned: returned)
    for item in left { streamDurations[item.id] = nil }
    let stays = !step.changesCurrent && current.map { queue[$0] != nil } ?? false
    if let id = stays ? current : step.state.current ?? queue.first { queue.select(id) }
    if queue.isShuffled, step.state.order == nil { queue.setShuffled(true, using: &random) }
    events.send(.queue)
    if stays { prepareNext() } else { currentIsBack(at: step.state.seconds) }
    let unread = returned.filter { queue[$0]?.tags == nil }
    if !unread.isEmpty { readTracks?(unread) }
    return QueueReturn(edit: step.edit, returned: returned)
  }

  /// Continues with the current track in the same playback state.
  private func currentIsBack(at seconds: Double) {
    position = nil
    startSeconds = queue.currentID == nil ? 0 : seconds
    events.send(.item(queue.currentID))
    if queue.currentID == nil { return apply(.stop) }
    guard phase.state != .stopped else { return }
    if phase.isSeeking || phase.state == .interrupted {
      phase = PlaybackPhase(phase.isPlaying ? .playing : .paused)
      reportState()
    }
    loadCurrent(playing: phase.isPlaying)
  }
}
