/// Steps that can be undone and redone, the latest last.
///
/// A step that is undone or redone is replaced by its counterpart in the other direction.
package struct UndoStack<Element: Sendable>: Sendable {
  package private(set) var undoSteps: [Element] = []
  package private(set) var redoSteps: [Element] = []

  package init() {}

  /// Adds a step of a new edit, after which nothing can be redone.
  ///
  /// - Returns: the redo steps that are dropped.
  @discardableResult
  package mutating func record(_ step: Element) -> [Element] {
    defer { redoSteps = [] }
    undoSteps.append(step)
    return redoSteps
  }

  /// Moves the latest step to the redo steps.
  ///
  /// - Parameter counterpart: returns the step that redoes it; nil drops the step.
  /// - Returns: the step; nil if there is none.
  package mutating func undo(_ counterpart: (Element) -> Element?) -> Element? {
    guard let step = undoSteps.popLast() else { return nil }
    if let other = counterpart(step) { redoSteps.append(other) }
    return step
  }

  /// Moves the step that was undone last back to the undo steps.
  package mutating func redo(_ counterpart: (Element) -> Element?) -> Element? {
    guard let step = redoSteps.popLast() else { return nil }
    if let other = counterpart(step) { undoSteps.append(other) }
    return step
  }

  /// Removes the oldest steps, but never the latest one.
  ///
  /// - Returns: the removed steps.
  @discardableResult
  package mutating func forget(_ count: Int) -> [Element] {
    let gone = undoSteps.prefix(max(min(count, undoSteps.count - 1), 0))
    undoSteps.removeFirst(gone.count)
    return Array(gone)
  }

  /// Changes all steps.
  package mutating func update(_ change: (Element) -> Element) {
    undoSteps = undoSteps.map(change)
    redoSteps = redoSteps.map(change)
  }
}
