import AudioBase
import SystemBase

/// An edit of the queue.
package enum QueueEdit: Hashable, Sendable {
  case removed(count: Int)
  case cleared
  case moved, arranged, sorted, shuffled
  case added(count: Int)
  case replaced
}

/// The state of the queue, with tracks by id.
struct QueueState: Hashable, Sendable {
  var ids: [QueueItem.ID]
  /// The order of playback in shuffle mode.
  var order: [QueueItem.ID]?
  var current: QueueItem.ID?
  /// Seconds into the current track.
  var seconds: Double
}

/// The undo and redo history of the queue, as a value.
///
/// Steps contain ids, and tracks that have left the queue are stored once: a hundred edits of a queue of ten
/// thousand tracks take some megabytes. Beyond the limits, the oldest steps are dropped, but never the latest
/// one.
struct QueueHistory: Sendable {
  struct Step: Sendable {
    let edit: QueueEdit
    /// The state that undo or redo restores.
    var state: QueueState
    /// Whether the edit made another track the current one.
    let changesCurrent: Bool
    /// The time at which the edit was made, undone or redone last.
    let time = HostTime.now
  }

  /// The limits of the history.
  struct Limits {
    var steps = 100
    /// The number of ids in all steps.
    var ids = 2_000_000
    /// The number of tracks that are not in the queue.
    var tracks = 50_000
  }

  private let limits: Limits
  private var steps: UndoStack<Step>
  /// The tracks of the steps that are not in the queue.
  private(set) var tracks: [QueueItem.ID: QueueItem] = [:]

  init(limits: Limits = Limits()) {
    self.limits = limits
    steps = UndoStack(limit: limits.steps)
  }

  var undoSteps: [Step] { steps.undoSteps }
  var redoSteps: [Step] { steps.redoSteps }

  /// Records an edit and clears the redo steps. Does nothing if the edit changed nothing.
  ///
  /// - Parameters:
  ///   - removed: the tracks that it removed from the queue.
  ///   - queue: the queue after the edit.
  mutating func record(_ edit: QueueEdit, from before: QueueState, removed: [QueueItem], now queue: PlayQueue)
  {
    let isSame = queue.items.lazy.map(\.id).elementsEqual(before.ids) && queue.shuffledOrder == before.order
    if isSame { return }
    let step = Step(edit: edit, state: before, changesCurrent: before.current != queue.currentID)
    release(steps.record(step))
    for track in removed { tracks[track.id] = track }
    trim()
  }

  /// Returns the step that is undone or redone next, and moves it to the other direction, in which it restores the given
  /// state.
  mutating func turn(_ direction: UndoDirection, from state: QueueState) -> Step? {
    guard let step = steps.next(direction) else { return nil }
    steps.turn(direction, into: Step(edit: step.edit, state: state, changesCurrent: step.changesCurrent))
    return step
  }

  /// Stores the tracks that have left the queue, and releases those that are back.
  mutating func exchange(left: [QueueItem], returned: [QueueItem.ID]) {
    for id in returned { tracks[id] = nil }
    for track in left { tracks[track.id] = track }
  }

  /// Replaces a file by the tracks that it contains in all steps.
  mutating func replace(_ id: QueueItem.ID, with parts: [QueueItem.ID]) {
    func replaced(_ ids: [QueueItem.ID]) -> [QueueItem.ID] { ids.flatMap { $0 == id ? parts : [$0] } }
    steps.update { step in
      var step = step
      step.state.ids = replaced(step.state.ids)
      step.state.order = step.state.order.map(replaced)
      return step
    }
  }

  // MARK: Limits

  private mutating func trim() {
    release(steps.forget(beyond: limits.ids) { $0.state.ids.count })
    while tracks.count > limits.tracks, undoSteps.count > 1 {
      release(steps.forget((undoSteps.count + 1) / 2))
    }
  }

  /// Releases the tracks of these steps that no other step needs.
  private mutating func release(_ gone: [Step]) {
    guard !tracks.isEmpty, !gone.isEmpty else { return }
    var unneeded = Set<QueueItem.ID>()
    for step in gone { for id in step.state.ids where tracks[id] != nil { unneeded.insert(id) } }
    if unneeded.isEmpty { return }
    for step in undoSteps + redoSteps { unneeded.subtract(step.state.ids) }
    for id in unneeded { tracks[id] = nil }
  }
}
