import Player

/// What there is to say of the queue's edits.
package enum QueueText {
  package static func sentence(_ notice: QueueNotice) -> String {
    switch notice {
    case .removed(let title, count: 1): "removed \(title)"
    case .removed(_, let count): "removed \(LibraryText.tracks(count))"
    case .cleared(let count): "emptied the queue of \(LibraryText.tracks(count))"
    case .undone(let edit, let count): "undone: \(name(edit)); \(now(count))"
    case .redone(let edit, let count): "done again: \(name(edit)); \(now(count))"
    case .nothingToUndo: "there is no change of the queue to undo"
    case .nothingToRedo: "there is no change of the queue to redo"
    }
  }

  private static func now(_ count: Int) -> String {
    count == 0 ? "the queue is empty now" : "the queue is \(LibraryText.tracks(count)) now"
  }

  private static func name(_ edit: QueueEdit) -> String {
    switch edit {
    case .removed(let count): "removing \(LibraryText.tracks(count))"
    case .cleared: "emptying the queue"
    case .moved: "moving a track"
    case .added(let count): "adding \(LibraryText.tracks(count))"
    case .replaced: "replacing the queue"
    }
  }
}
