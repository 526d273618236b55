/// The direction in which a history of changes is followed.
package enum UndoDirection: Hashable, Sendable { case undo, redo }

/// Changes that can be undone and redone, the latest last.
///
/// A change that is undone or redone is replaced by its counterpart in the other direction. Beyond the limit, the oldest
/// changes are dropped, but never the latest one.
package struct UndoStack<Change: Sendable>: Sendable {
  package private(set) var undoSteps: [Change]
  package private(set) var redoSteps: [Change]
  private let limit: Int

  /// Creates a stack of changes.
  ///
  /// - Parameter limit: the most changes that can be undone.
  package init(limit: Int = .max, undo: [Change] = [], redo: [Change] = []) {
    (self.limit, undoSteps, redoSteps) = (limit, undo, redo)
  }

  /// Records a new change, after which nothing can be redone.
  ///
  /// - Parameter change: nil for one that cannot be undone.
  /// - Returns: the changes that are dropped: those to be redone, and the oldest ones beyond the limit.
  @discardableResult
  package mutating func record(_ change: Change?) -> [Change] {
    let dropped = redoSteps
    redoSteps = []
    if let change { undoSteps.append(change) }
    return dropped + forget(undoSteps.count - limit)
  }

  /// Returns the change that is undone or redone next; nil if there is none.
  package func next(_ direction: UndoDirection) -> Change? {
    switch direction {
    case .undo: undoSteps.last
    case .redo: redoSteps.last
    }
  }

  /// Moves the next change to the other direction.
  ///
  /// - Parameters:
  ///   - counterpart: the change of the other direction; nil drops the change.
  ///   - rest: the part of the change that stays, because it was not undone or redone; nil if there is none.
  package mutating func turn(
    _ direction: UndoDirection, into counterpart: Change?, leaving rest: Change? = nil
  ) {
    switch direction {
    case .undo: UndoStack.move(from: &undoSteps, to: &redoSteps, counterpart, rest)
    case .redo: UndoStack.move(from: &redoSteps, to: &undoSteps, counterpart, rest)
    }
    forget(undoSteps.count - limit)
  }

  /// Makes a change the next one of a direction, for a history that another program may have changed meanwhile.
  package mutating func raise(_ change: Change, _ direction: UndoDirection) where Change: Equatable {
    switch direction {
    case .undo: UndoStack.raise(change, in: &undoSteps)
    case .redo: UndoStack.raise(change, in: &redoSteps)
    }
  }

  private static func raise(_ change: Change, in steps: inout [Change]) where Change: Equatable {
    if let place = steps.lastIndex(of: change) { steps.remove(at: place) }
    steps.append(change)
  }

  private static func move(
    from: inout [Change], to: inout [Change], _ counterpart: Change?, _ rest: Change?
  ) {
    _ = from.popLast()
    if let rest { from.append(rest) }
    if let counterpart { to.append(counterpart) }
  }

  /// Replaces each change.
  ///
  /// - Parameter replacement: returns the new change; nil drops it.
  package mutating func update(_ replacement: (Change) -> Change?) {
    undoSteps = undoSteps.compactMap(replacement)
    redoSteps = redoSteps.compactMap(replacement)
  }

  /// Drops the oldest changes that can be undone, but never the latest one.
  ///
  /// - Returns: the dropped changes.
  @discardableResult
  package mutating func forget(_ count: Int) -> [Change] {
    let dropped = undoSteps.prefix(max(min(count, undoSteps.count - 1), 0))
    undoSteps.removeFirst(dropped.count)
    return Array(dropped)
  }

  /// Drops the oldest changes until those that can be undone have at most a total size, but never the latest one.
  ///
  /// - Returns: the dropped changes.
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

extension UndoStack: Equatable where Change: Equatable {}
extension UndoStack: Hashable where Change: Hashable {}
