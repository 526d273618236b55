import SystemBase

/// One undo for all changes, in the order in which they were made.
extension Application {
  /// Undoes the change that was made last, or redoes the one that was undone last: of takes, of the queue, of playlists, of
  /// tags or of the mixer. The message says what it was.
  func turn(_ direction: UndoDirection) {
    var areas: [(time: ChangeTime?, turn: () -> Void)] = [
      (mixer?.owner.time(of: direction), { self.turnMixer(direction) })
    ]
    // Another player has a queue of its own, and its music no takes.
    if !model.isExternal {
      areas += [
        (takes?.time(of: direction), { self.takes?.turn(direction) }),
        (model.timeOfQueueEdit(direction), { self.turnQueueEdit(direction) }),
        (library?.time(of: direction), { self.library?.turn(direction) }),
        (tags?.time(of: direction), { self.turnTags(direction) }),
      ]
    }
    let possible = areas.compactMap { area in area.time.map { ($0, area.turn) } }
    guard let latest = possible.max(by: { $0.0 < $1.0 }) else { return report(.nothing(direction)) }
    latest.1()
  }
}
