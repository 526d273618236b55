import MusicLibrary
import Synchronization
import SystemBase

/// The changes of playlists, albums and ratings that can be undone and redone until the program ends. Any thread.
final class PlaylistHistories: Sendable {
  struct Step: Sendable {
    let change: PlaylistChange
    /// Undoes the edit, or does it again.
    let edit: PlaylistEdit
    let playlist: PlaylistName
  }

  struct Exchange: Sendable {
    let replacement: PlaylistReplacement
    let name: String
    /// The content before and after the change; nil for no playlist.
    let before, after: PlaylistContent?
  }

  enum Newest {
    case step(Step)
    case exchange(Exchange)
    case albums(AlbumEditor.Step)
    case ratings(RatingEditor.Step)
  }

  struct State {
    /// The steps by the id of the playlist.
    fileprivate var steps: [Int64: UndoStack<Step>] = [:]
    var exchanges = UndoStack<Exchange>(limit: PlaylistHistories.mostExchanges)
    var albums = UndoStack<AlbumEditor.Step>(limit: PlaylistHistories.limit)
    var ratings = UndoStack<RatingEditor.Step>(limit: PlaylistHistories.limit)
    /// The times of the requests for changes that are not made yet.
    fileprivate var expected: [ChangeTime] = []
  }

  static let limit = 100
  /// The largest number of exchanges, which contain all entries.
  private static let mostExchanges = 20

  private let state = Mutex(State())

  // MARK: Edits of entries

  func record(_ step: Step, at time: ChangeTime) {
    let id = step.playlist.id
    state.withLock { state in
      _ = state.steps[id, default: UndoStack(limit: PlaylistHistories.limit)].record(step, at: time)
    }
  }

  /// Moves the next step to the other direction. `inverse` is the edit that the step becomes; nil drops it.
  func turn(_ direction: UndoDirection, of playlist: Int64, into inverse: PlaylistEdit?) {
    state.withLock { state in
      guard let step = state.steps[playlist]?.next(direction) else { return }
      let counterpart = inverse.map { Step(change: step.change, edit: $0, playlist: step.playlist) }
      state.steps[playlist]?.turn(direction, into: counterpart)
    }
  }

  /// Drops the edits of a playlist that was deleted: its id may become that of another one.
  func forget(_ playlist: Int64) { state.withLock { $0.steps[playlist] = nil } }

  // MARK: Other changes

  func record(_ exchange: Exchange, at time: ChangeTime) {
    state.withLock { _ = $0.exchanges.record(exchange, at: time) }
  }

  func record(_ step: AlbumEditor.Step, at time: ChangeTime) {
    state.withLock { _ = $0.albums.record(step, at: time) }
  }

  func record(_ step: RatingEditor.Step, at time: ChangeTime) {
    state.withLock { _ = $0.ratings.record(step, at: time) }
  }

  /// Moves the next change of one kind to the other direction if it is done, and drops it otherwise.
  func turn<Change>(
    _ changes: any WritableKeyPath<State, UndoStack<Change>> & Sendable, _ direction: UndoDirection,
    isDone: Bool
  ) {
    state.withLock { state in
      guard let change = state[keyPath: changes].next(direction) else { return }
      state[keyPath: changes].turn(direction, into: isDone ? change : nil)
    }
  }

  /// Drops the changes of ratings: those that are written to files are changes of tags.
  func forgetRatings() {
    state.withLock { $0.ratings = UndoStack(limit: PlaylistHistories.limit) }
  }

  // MARK: The newest change

  /// Notes that a playlist will be changed, so that it is known at once what is undone next. Returns the time of the
  /// change.
  func expect() -> ChangeTime {
    let time = ChangeTime.now()
    state.withLock { $0.expected.append(time) }
    return time
  }

  /// Notes that an expected change was made, and recorded if it can be undone.
  func settle(_ time: ChangeTime) { state.withLock { $0.expected.removeAll { $0 == time } } }

  /// Notes that what was expected has failed.
  func expectNone() { state.withLock { $0.expected = [] } }

  /// Returns the time at which the change was made that is undone or redone next, of all playlists; nil if there is none.
  func time(of direction: UndoDirection) -> ChangeTime? {
    state.withLock { state in
      let expected = direction == .undo ? state.expected : []
      return (expected + [state.newest(direction)?.time].compactMap(\.self)).max()
    }
  }

  /// Returns the change that is undone or redone next, of all playlists; nil if there is none.
  func newest(_ direction: UndoDirection) -> Newest? { state.withLock { $0.newest(direction)?.change } }
}

extension PlaylistHistories.State {
  fileprivate func newest(
    _ direction: UndoDirection
  ) -> (change: PlaylistHistories.Newest, time: ChangeTime)? {
    var changes: [(PlaylistHistories.Newest, ChangeTime)] = []
    func add<Change>(_ stack: UndoStack<Change>, _ newest: (Change) -> PlaylistHistories.Newest) {
      guard let change = stack.next(direction), let time = stack.time(of: direction) else { return }
      changes.append((newest(change), time))
    }
    for stack in steps.values { add(stack) { .step($0) } }
    add(exchanges) { .exchange($0) }
    add(albums) { .albums($0) }
    add(ratings) { .ratings($0) }
    return changes.max { $0.1 < $1.1 }
  }
}
