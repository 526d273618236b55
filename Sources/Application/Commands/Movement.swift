/// A way to move in a list.
package enum Movement: Hashable, Sendable {
  case up, down, pageUp, pageDown, start, end

  /// Returns the number of rows to move the selection by, in a list with this many rows.
  func rows(page: Int, count: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    case .start: -count
    case .end: count
    }
  }

  /// Returns the place after moving from another one, within 0…`last`.
  func place(from place: Int, last: Int, page: Int) -> Int {
    min(max(place + rows(page: page, count: last), 0), max(last, 0))
  }
}

extension Command {
  /// How it moves a selection; nil where it does something else.
  package var movement: Movement? {
    let movements: [Command: Movement] = [
      .moveUp: .up, .moveDown: .down, .pageUp: .pageUp, .pageDown: .pageDown, .moveToStart: .start,
      .moveToEnd: .end,
    ]
    return movements[self]
  }
}
