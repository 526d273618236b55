import Application
import Controls
import Player
import SystemBase

/// Messages about edits of the queue.
package enum QueueText {
  package static func sentence(_ notice: QueueNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .removed(let title, count: 1): "removed \(title)"
    case .removed(_, let count): "removed \(LibraryText.tracks(count))"
    case .playsNext(let title, let count):
      "\(count == 1 ? title : "\(count) tracks") \(count == 1 ? "plays" : "play") next"
    case .moved(let title, count: 1): "moved \(title)"
    case .moved(_, let count): "moved \(LibraryText.tracks(count))"
    case .cleared(let count): "emptied the queue of \(LibraryText.tracks(count))"
    case .sorted(let order):
      "sorted the queue by \(order.field.rawValue)\(order.isDescending ? ", descending" : "")"
    case .shuffled: "shuffled the queue"
    case .inOrder: "the tracks of the queue are in this order already"
    case .reduced(0, _): "no track of the queue was removed"
    case .reduced(let removed, let left): "removed \(LibraryText.tracks(removed)), \(left) left"
    case .isEmpty: empty(keys)
    case .turned(let direction, let edit, let count): "\(direction.done): \(name(edit)); \(now(count))"
    case .left(let count):
      "left the queue of \(LibraryText.tracks(count)); :\(Command.queue(.former).name) lists the last ones"
    case .opened(let count): "opened the queue of \(LibraryText.tracks(count))"
    case .ownSession(let process):
      "another player runs\(process.map { " (process \($0))" } ?? ""): this one has a session of its own"
    case .radioBegan(let query): "radio: tracks of \(query) follow the queue without end, :radio off ends it"
    case .radioEnded(true): "the radio has ended, and its tracks stay in the queue"
    case .radioEnded(false): "the radio is off: :radio QUERY starts it"
    case .radioFindsNothing(let query): "the radio is not started: no track of the library matches \(query)"
    case .radioQuery(let error): "the radio is not started: \(ErrorText.sentence(error))"
    case .upcoming(.titles(let titles)) where titles.count > 1: "next: \(titles.joined(separator: "; "))"
    case .upcoming(.titles(let titles)): "\(titles.joined()) plays next"
    case .upcoming(.again(let title)): "\(title) plays again"
    case .upcoming(.stops): "nothing plays next: playback stops after this track"
    case .upcoming(.ends): "nothing plays next: the queue ends with this track"
    }
  }

  /// Returns the message that the queue is empty, with the keys that fill it.
  package static func empty(_ keys: KeyMap) -> String {
    "the queue is empty: \(keys.key(.library(.pick))) finds a song, "
      + "\(keys.key(.library(.scanFolder))) scans a folder"
  }

  /// Returns `40 tracks, at 12 Sunday 01:23, left 2026-11-22 17:05`.
  static func line(_ queue: FormerQueue) -> String {
    let place = queue.current.map { index in
      let track = queue.tracks[index]
      let title = track.title ?? track.location.address?.shown ?? track.path.lastComponent.shown
      return ", at \(index + 1) \(title) \(ShownText.clock(queue.position))"
    }
    return
      "\(LibraryText.tracks(queue.tracks.count))\(place ?? ""), left \(ShownText.date(Int64(queue.left)))"
  }

  private static func now(_ count: Int) -> String {
    count == 0 ? "the queue is empty now" : "the queue is \(LibraryText.tracks(count)) now"
  }

  private static func name(_ edit: QueueEdit) -> String {
    switch edit {
    case .removed(let count): "remove \(LibraryText.tracks(count))"
    case .cleared: "empty the queue"
    case .moved: "move tracks"
    case .arranged: "change the order"
    case .sorted: "sort the queue"
    case .shuffled: "shuffle the queue"
    case .added(let count): "add \(LibraryText.tracks(count))"
    case .replaced: "replace the queue"
    }
  }
}
