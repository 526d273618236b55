import Synchronization

/// The direction in which a history of changes is followed.
package enum UndoDirection: Hashable, Sendable { case undo, redo }

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
  /// The changes that can be followed in one direction.
  fileprivate struct Side {
    var steps: [Change]
    /// The times at which each change was made, undone or redone last.
    var times: [ChangeTime]

    init(_ steps: [Change], at time: ChangeTime) {
      self.steps = steps
      times = steps.map { _ in time }
    }
  }

  private var undo: Side
  private var redo: Side
  private let limit: Int

  package var undoSteps: [Change] { undo.steps }
  package var redoSteps: [Change] { redo.steps }

  /// Creates a stack of changes.
  ///
  /// - Parameters:
  ///   - limit: the most changes that can be undone.
  ///   - time: the time of changes that were read from a file.
  package init(
    limit: Int = .max, undo: [Change] = [], redo: [Change] = [], at time: ChangeTime = ChangeTime(seconds: 0)
  ) {
    (self.limit, self.undo, self.redo) = (limit, Side(undo, at: time), Side(redo, at: time))
  }

  /// Records a new change, after which nothing can be redone.
  ///
  /// - Parameter change: nil for one that cannot be undone.
  /// - Returns: the changes that are dropped: those to be redone, and the oldest ones beyond the limit.
  @discardableResult
  package mutating func record(_ change: Change?, at time: ChangeTime = .now()) -> [Change] {
    let dropped = redo.steps
    redo = Side([], at: time)
    if let change { undo.append(change, at: time) }
    return dropped + forget(undo.steps.count - limit)
  }

  /// Returns the change that is undone or redone next; nil if there is none.
  package func next(_ direction: UndoDirection) -> Change? { side(direction).steps.last }

  /// Returns the time at which the change was made, or undone, that is undone or redone next; nil if there is none.
  package func time(of direction: UndoDirection) -> ChangeTime? { side(direction).times.last }

  private func side(_ direction: UndoDirection) -> Side { direction == .undo ? undo : redo }

  /// Notes that the latest change goes on: it is the latest one of all from now on.
  package mutating func renew() {
    if !undo.times.isEmpty { undo.times[undo.times.count - 1] = .now() }
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
    switch direction {
    case .undo:
      undo.replaceLast(by: rest, at: time)
      if let counterpart { redo.append(counterpart, at: time) }
    case .redo:
      redo.replaceLast(by: rest, at: time)
      if let counterpart { undo.append(counterpart, at: time) }
    }
    forget(undo.steps.count - limit)
  }

  /// Makes a change the next one of a direction, for a history that another program may have changed meanwhile.
  package mutating func raise(_ change: Change, _ direction: UndoDirection) where Change: Equatable {
    switch direction {
    case .undo: undo.raise(change)
    case .redo: redo.raise(change)
    }
  }

  /// Puts changes of an earlier run below the others.
  package mutating func putBelow(undo: [Change], redo: [Change]) {
    self.undo.putBelow(undo)
    self.redo.putBelow(redo)
  }

  /// Replaces each change.
  ///
  /// - Parameter replacement: returns the new change; nil drops it.
  package mutating func update(_ replacement: (Change) -> Change?) {
    undo.update(replacement)
    redo.update(replacement)
  }

  /// Drops the oldest changes that can be undone, but never the latest one. Returns the dropped changes.
  @discardableResult
  package mutating func forget(_ count: Int) -> [Change] {
    let dropped = undo.steps.prefix(max(min(count, undo.steps.count - 1), 0))
    undo.steps.removeFirst(dropped.count)
    undo.times.removeFirst(dropped.count)
    return Array(dropped)
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

extension UndoStack.Side {
  fileprivate mutating func append(_ change: Change, at time: ChangeTime) {
    steps.append(change)
    times.append(time)
  }

  /// Replaces the latest change; nil removes it.
  fileprivate mutating func replaceLast(by change: Change?, at time: ChangeTime) {
    _ = (steps.popLast(), times.popLast())
    if let change { append(change, at: time) }
  }

  fileprivate mutating func raise(_ change: Change) where Change: Equatable {
    if let place = steps.lastIndex(of: change) {
      steps.remove(at: place)
      times.remove(at: place)
    }
    append(change, at: .now())
  }

  fileprivate mutating func putBelow(_ changes: [Change]) {
    steps.insert(contentsOf: changes, at: 0)
    times.insert(contentsOf: changes.map { _ in ChangeTime(seconds: 0) }, at: 0)
  }

  fileprivate mutating func update(_ replacement: (Change) -> Change?) {
    let updated = zip(steps, times).map { (replacement($0), $1) }
    times = updated.compactMap { step, time in step.map { _ in time } }
    steps = updated.compactMap(\.0)
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
