import SystemBase
import Testing

@Suite struct UndoStackTests {
  @Test func changesAreUndoneFromTheLatestAndRedoneInTheirOrder() {
    var stack = UndoStack<Int>()
    for change in 1...3 { stack.record(change) }
    #expect(stack.next(.undo) == 3 && stack.next(.redo) == nil)
    stack.turn(.undo, into: -3)
    stack.turn(.undo, into: -2)
    #expect(stack.undoSteps == [1] && stack.redoSteps == [-3, -2])
    #expect(stack.next(.undo) == 1 && stack.next(.redo) == -2)
    stack.turn(.redo, into: 2)
    #expect(stack.undoSteps == [1, 2] && stack.redoSteps == [-3])
  }

  @Test func changesOfStacksAreOrderedByTheirTimesAndAfterThoseThatWereRead() throws {
    var (left, right) = (
      UndoStack(undo: [1], redo: [9], at: ChangeTime(seconds: 5)), UndoStack<Int>(limit: 2)
    )
    let read = try #require(left.time(of: .undo))
    #expect(read < ChangeTime(seconds: 6) && !read.isOfThisRun && left.time(of: .redo) == read)
    right.record(2)
    right.record(3)
    left.record(4)
    func times(_ direction: UndoDirection) -> [ChangeTime?] {
      [left.time(of: direction), right.time(of: direction)]
    }
    #expect(try #require(times(.undo)[0]) > #require(times(.undo)[1]) && times(.redo) == [nil, nil])
    right.renew()
    #expect(try #require(times(.undo)[0]) < #require(times(.undo)[1]))
    left.turn(.undo, into: 4)
    right.turn(.undo, into: 3)
    #expect(left.time(of: .undo) == read)
    #expect(try #require(times(.redo)[0]) < #require(times(.redo)[1]), "undone later, redone first")
    right.update { $0 == 2 ? nil : $0 }
    #expect(right.time(of: .undo) == nil && right.time(of: .redo) != nil)
  }

  @Test func newChangeDropsAndReturnsTheRedoSteps() {
    var stack = UndoStack(undo: [1], redo: [3, 2])
    #expect(stack.record(4) == [3, 2])
    #expect(stack.undoSteps == [1, 4] && stack.redoSteps.isEmpty)
  }

  @Test func changeThatCannotBeUndoneOnlyEndsRedo() {
    var stack = UndoStack(undo: [1], redo: [2])
    #expect(stack.record(nil) == [2])
    #expect(stack.undoSteps == [1] && stack.redoSteps.isEmpty)
  }

  @Test func oldestChangesBeyondTheLimitAreDroppedAndReturned() {
    var stack = UndoStack<Int>(limit: 3)
    for change in 1...3 { #expect(stack.record(change) == []) }
    #expect(stack.record(4) == [1])
    #expect(stack.undoSteps == [2, 3, 4])
  }

  @Test func latestChangeStaysWhateverTheLimit() {
    var stack = UndoStack<Int>(limit: 0)
    stack.record(1)
    #expect(stack.record(2) == [1])
    #expect(stack.forget(5) == [] && stack.undoSteps == [2])
    #expect(stack.forget(beyond: 0) { $0 } == [] && stack.undoSteps == [2])
  }

  @Test func undoneChangeWithoutACounterpartIsDropped() {
    var stack = UndoStack(undo: [1, 2])
    stack.turn(.undo, into: nil)
    #expect(stack.undoSteps == [1] && stack.redoSteps.isEmpty)
  }

  @Test func restOfAChangeStaysWhileItsCounterpartIsMoved() {
    var stack = UndoStack(limit: 2, undo: ["a", "bc"])
    stack.turn(.undo, into: "B", leaving: "c")
    #expect(stack.undoSteps == ["a", "c"] && stack.redoSteps == ["B"])
    stack.turn(.redo, into: "b")
    #expect(stack.undoSteps == ["c", "b"], "the limit holds after redo")
  }

  @Test func turningAnEmptyStackChangesNothingButAddsTheCounterpart() {
    var stack = UndoStack<Int>()
    stack.turn(.redo, into: nil)
    #expect(stack == UndoStack())
    stack.turn(.undo, into: 1)
    #expect(stack.undoSteps.isEmpty && stack.redoSteps == [1])
  }

  @Test func updateReplacesOrDropsChangesOfBothDirections() {
    var stack = UndoStack(undo: [1, 2, 3], redo: [4, 5])
    stack.update { $0 % 2 == 0 ? $0 * 10 : nil }
    #expect(stack.undoSteps == [20] && stack.redoSteps == [40])
  }

  @Test func oldestChangesGoUntilTheTotalSizeIsWithinItsLimit() {
    var stack = UndoStack(undo: [5, 1, 2, 3])
    #expect(stack.forget(beyond: 11) { $0 } == [])
    #expect(stack.forget(beyond: 5) { $0 } == [5, 1])
    #expect(stack.undoSteps == [2, 3])
  }
}
