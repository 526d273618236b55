import AudioBase
import SystemBase

package enum QueueEdit: Hashable, Sendable {
  case removed(count: Int)
  case cleared
  case moved, arranged, sorted, shuffled
  case added(count: Int)
  case replaced
}

/// The state of the queue, with tracks by their ids, or by their indices in a table.
struct QueueState<ID: Hashable & Sendable>: Hashable, Sendable {
  var ids: [ID]
  /// The order of playback in shuffle mode.
  var order: [ID]?
  var current: ID?
  /// Seconds into the current track.
  var seconds: Double
}

/// A step of undo or redo.
struct QueueStep<ID: Hashable & Sendable>: Hashable, Sendable {
  let edit: QueueEdit
  /// The state that undo or redo restores.
  var state: QueueState<ID>
  /// Whether the edit made another track the current one.
  let changesCurrent: Bool

  /// Returns the step with other ids; tracks without one are left out.
  func compactMap<Other>(_ id: (ID) -> Other?) -> QueueStep<Other> {
    let new = QueueState(
      ids: state.ids.compactMap(id), order: state.order.map { $0.compactMap(id) },
      current: state.current.flatMap(id), seconds: state.seconds)
    return QueueStep<Other>(edit: edit, state: new, changesCurrent: changesCurrent)
  }
}

/// The undo and redo history of the queue, as a value.
///
/// Steps contain ids, and tracks that have left the queue are stored once: a hundred edits of a queue of ten
/// thousand tracks take some megabytes. Beyond the limits, the oldest steps are dropped, but never the latest
/// one.
struct QueueHistory: Sendable {
  typealias State = QueueState<QueueItem.ID>
  typealias Step = QueueStep<QueueItem.ID>

  struct Limits {
    var steps = 100
    /// The number of ids in all steps.
    var ids = 2_000_000
    /// The number of tracks that are not in the queue.
    var tracks = 50_000
    /// The number of queues that were left.
    var former = 10
    /// The number of tracks in all queues that were left but the latest one.
    var formerTracks = 20_000
  }

  private let limits: Limits
  private var steps: UndoStack<Step>
  /// The tracks of the steps that are not in the queue.
  private(set) var tracks: [QueueItem.ID: QueueItem] = [:]
  /// The queues that were left, the latest first.
  private(set) var former: [FormerQueue] = []
  /// The number of changes since the start.
  private(set) var changes = 0

  init(limits: Limits = Limits()) {
    self.limits = limits
    steps = UndoStack(limit: limits.steps)
  }

  var undoSteps: [Step] { steps.undoSteps }
  var redoSteps: [Step] { steps.redoSteps }

  func time(of direction: UndoDirection) -> ChangeTime? { steps.time(of: direction) }

  /// Records an edit, which has removed some tracks, and clears the redo steps. Does nothing if it changed nothing.
  mutating func record(_ edit: QueueEdit, from before: State, removed: [QueueItem], now queue: PlayQueue) {
    let isSame = queue.items.lazy.map(\.id).elementsEqual(before.ids) && queue.shuffledOrder == before.order
    if isSame { return }
    let step = Step(edit: edit, state: before, changesCurrent: before.current != queue.currentID)
    release(steps.record(step))
    for track in removed { tracks[track.id] = track }
    trim()
    changes += 1
    // A single track is back by undo.
    if edit != .removed(count: 1) { keep(before, of: removed, now: queue) }
  }

  /// Returns the step that is undone or redone next, and moves it to the other direction, in which it restores the given
  /// state.
  mutating func turn(_ direction: UndoDirection, from state: State) -> Step? {
    guard let step = steps.next(direction) else { return nil }
    steps.turn(direction, into: Step(edit: step.edit, state: state, changesCurrent: step.changesCurrent))
    changes += 1
    return step
  }

  /// Stores the tracks that have left the queue, and releases those that are back.
  mutating func exchange(left: [QueueItem], returned: [QueueItem.ID]) {
    for id in returned { tracks[id] = nil }
    for track in left { tracks[track.id] = track }
  }

  /// Replaces files by the tracks that they contain in all steps.
  mutating func replace(_ parts: [QueueItem.ID: [QueueItem.ID]]) {
    var isChanged = false
    steps.update { step in
      var step = step
      let former = step.state
      step.state.ids = former.ids.replacing(parts)
      step.state.order = former.order?.replacing(parts)
      if step.state.ids.count != former.ids.count { isChanged = true }
      return step
    }
    if isChanged { changes += 1 }
  }

  // MARK: Queues that were left

  /// Adds a queue to those that were left, if no track of it is in the queue now. What is queued again is no longer one
  /// of them. `items` are the tracks that have left the queue.
  mutating func keep(_ state: State, of items: [QueueItem], now queue: PlayQueue) {
    let present = queue.items.lazy.map(\.location)
    former.removeAll { $0.hasTracks(at: present) }
    guard !items.isEmpty, items.count == state.ids.count else { return }
    let known = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    let left = state.ids.compactMap { known[$0] }
    guard left.count == items.count else { return }
    var tracks = left.map(\.saved)
    let current = left.firstIndex { $0.id == state.current }
    if let current {
      (tracks[current].title, tracks[current].artist) = (left[current].listedTitle, left[current].artist)
    }
    former.removeAll { $0.hasTracks(at: tracks.lazy.map(\.location)) }
    let isStream = current.map { left[$0].isStream } ?? true
    former.insert(
      FormerQueue(tracks, current: current, position: isStream ? 0 : state.seconds, left: Timestamp.now),
      at: 0)
    trimFormer()
  }

  private mutating func trimFormer() {
    var count = 0
    former = former.prefix(limits.former).enumerated().prefix { place, queue in
      count += place == 0 ? 0 : queue.tracks.count
      return count <= limits.formerTracks
    }.map(\.element)
  }

  // MARK: The history of the last start

  /// Puts saved steps and queues below those of this start. `ids` are the tracks of the saved table.
  mutating func restore(_ saved: SavedQueues, _ ids: [QueueItem.ID], now queue: PlayQueue) {
    let isFirst = undoSteps.isEmpty && redoSteps.isEmpty
    let (undo, redo) = (saved.undo, isFirst ? saved.redo : [])
    steps.putBelow(
      undo: undo.map { $0.compactMap { ids[$0] } }, redo: redo.map { $0.compactMap { ids[$0] } })
    let needed = Set((undoSteps + redoSteps).flatMap(\.state.ids))
    for (id, track) in zip(ids, saved.tracks)
    where queue[id] == nil && tracks[id] == nil && needed.contains(id) {
      tracks[id] = QueueItem(id: id, listed: track)
    }
    let own = former
    former += saved.former.filter { queue in
      !own.contains { $0.hasTracks(at: queue.tracks.lazy.map(\.location)) }
    }
    let present = queue.items.lazy.map(\.location)
    former.removeAll { $0.hasTracks(at: present) }
    trimFormer()
    trim()
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
