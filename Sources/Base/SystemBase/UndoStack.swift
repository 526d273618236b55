import Synchronization

/// The direction in which a history of changes is followed.
package enum UndoDirection: Hashable, Sendable {
  case undo, redo

  fileprivate var opposite: UndoDirection { self == .undo ? .redo : .undo }
}

/// The place of a change in the order of all changes, also of different histories. A change of this run is later than all
/// that were read from files.
package struct ChangeTime: Hashable, Comparable, Sendable {
  private static let count = Atomic(0)

  /// The number of the change in this run; 0 for one of an earlier run.
  private let number: Int
  /// Seconds since 1970.
  package let seconds: Int

  private init(_ number: Int, seconds: Int) { (self.number, self.seconds) = (number, seconds) }

  /// Creates the time of a change of an earlier run, in seconds since 1970.
  package init(seconds: Int) { self.init(0, seconds: seconds) }

  /// Returns a time that is later than all that were returned before. Any thread.
  package static func now() -> ChangeTime {
    ChangeTime(count.add(1, ordering: .relaxed).newValue, seconds: Timestamp.now)
  }

  package var isOfThisRun: Bool { number > 0 }

  package static func < (left: ChangeTime, right: ChangeTime) -> Bool {
    (left.number, left.seconds) < (right.number, right.seconds)
  }
}

/// Changes that can be undone and redone, the latest last.
///
/// A change that is undone or redone is replaced by its counterpart in the other direction. Beyond the limit, the oldest
/// changes are dropped, but never the latest one. Stacks are equal if their changes are; the times are not compared.
package struct UndoStack<Change: Sendable>: Sendable {
  private struct Step {
    var change: Change
    /// The time at which it was made, undone or redone last.
    var time: ChangeTime
  }

  private var undo: [Step]
  private var redo: [Step]
  private let limit: Int

  package var undoSteps: [Change] { undo.map(\.change) }
  package var redoSteps: [Change] { redo.map(\.change) }

  /// Creates a stack of changes.
  ///
  /// - Parameters:
  ///   - limit: the most changes that can be undone.
  ///   - time: the time of changes that were read from a file.
  package init(
    limit: Int = .max, undo: [Change] = [], redo: [Change] = [], at time: ChangeTime = ChangeTime(seconds: 0)
  ) {
    self.limit = limit
    self.undo = undo.map { Step(change: $0, time: time) }
    self.redo = redo.map { Step(change: $0, time: time) }
  }

  /// The changes that can be followed in one direction.
  private subscript(direction: UndoDirection) -> [Step] {
    get { direction == .undo ? undo : redo }
    _modify { if direction == .undo { yield &undo } else { yield &redo } }
  }

  /// Records a new change, or one that cannot be undone (nil), after which nothing can be redone. Returns the changes that are
  /// dropped: those to be redone, and the oldest ones beyond the limit.
  @discardableResult
  package mutating func record(_ change: Change?, at time: ChangeTime = .now()) -> [Change] {
    let dropped = redoSteps
    redo = []
    if let change { undo.append(Step(change: change, time: time)) }
    return dropped + forget(undo.count - limit)
  }

  /// Returns the change that is undone or redone next; nil if there is none.
  package func next(_ direction: UndoDirection) -> Change? { self[direction].last?.change }

  /// Returns the time at which the change was made, or undone, that is undone or redone next; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? { self[direction].last?.time }

  /// Notes that the latest change goes on: it is the latest one of all from now on.
  package mutating func renew() {
    if !undo.isEmpty { undo[undo.count - 1].time = .now() }
  }

  /// Moves the next change to the other direction.
  ///
  /// - Parameters:
  ///   - counterpart: the change of the other direction; nil drops the change.
  ///   - rest: the part of the change that stays, because it was not undone or redone; nil if there is none.
  package mutating func turn(
    _ direction: UndoDirection, into counterpart: Change?, leaving rest: Change? = nil,
    at time: ChangeTime = .now()
  ) {
    _ = self[direction].popLast()
    if let rest { self[direction].append(Step(change: rest, time: time)) }
    if let counterpart { self[direction.opposite].append(Step(change: counterpart, time: time)) }
    forget(undo.count - limit)
  }

  /// Makes a change the next one of a direction, for a history that another program may have changed meanwhile.
  package mutating func raise(_ change: Change, _ direction: UndoDirection) where Change: Equatable {
    if let place = self[direction].lastIndex(where: { $0.change == change }) {
      self[direction].remove(at: place)
    }
    self[direction].append(Step(change: change, time: .now()))
  }

  /// Puts changes of an earlier run below the others.
  package mutating func putBelow(undo: [Change], redo: [Change]) {
    let earlier = UndoStack(undo: undo, redo: redo)
    self.undo = earlier.undo + self.undo
    self.redo = earlier.redo + self.redo
  }

  /// Replaces each change by what a function returns for it; nil drops it.
  package mutating func update(_ replacement: (Change) -> Change?) {
    for direction in [UndoDirection.undo, .redo] {
      self[direction] = self[direction].compactMap { step in
        replacement(step.change).map { Step(change: $0, time: step.time) }
      }
    }
  }

  /// Drops the oldest changes that can be undone, but never the latest one. Returns the dropped changes.
  @discardableResult
  package mutating func forget(_ count: Int) -> [Change] {
    let count = min(count, undo.count - 1)
    if count <= 0 { return [] }
    let dropped = undo.prefix(count).map { $0.change }
    undo.removeFirst(count)
    return dropped
  }

  /// Drops the oldest changes until those that can be undone have at most a total size, but never the latest one.
  /// Returns the dropped changes.
  @discardableResult
  package mutating func forget(beyond limit: Int, size: (Change) -> Int) -> [Change] {
    var total = undoSteps.reduce(0) { $0 + size($1) }
    let count = undoSteps.prefix { change in
      defer { total -= size(change) }
      return total > limit
    }.count
    return forget(count)
  }
}

extension UndoStack: Equatable where Change: Equatable {
  package static func == (left: UndoStack, right: UndoStack) -> Bool {
    left.undoSteps == right.undoSteps && left.redoSteps == right.redoSteps
  }
}

extension UndoStack: Hashable where Change: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(undoSteps)
    hasher.combine(redoSteps)
  }
}
