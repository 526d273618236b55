import Application
import Player
import SystemBase
import TerminalKit

/// The queue's filter: what is typed is looked for between keys and pictures.
extension PlayerScreen {
  /// Seconds that are worked at a time: a key never waits for longer.
  private static let slice = 0.002
  /// Tracks that are looked at between two looks at the clock.
  private static let portion = 500
  /// Seconds between two pictures while more is found.
  private static let interval = 0.05

  func openFilter() {
    state.filterOrigin = state.selection
    state.prompt = ScreenState.Prompt(purpose: .filterQueue, text: state.filter?.text ?? "")
  }

  /// Shows the tracks that have these words, as far as they are found; all of them for none.
  func setFilter(_ text: String) {
    state.filter = text.isEmpty ? nil : QueueFilter(text, after: state.filter)
    if text.isEmpty { state.selection = state.filterOrigin }
    work()
  }

  /// Shows all tracks again.
  func endFilter() {
    state.filter = nil
    state.filterOrigin = nil
  }

  /// Whether there is something to do between keys and pictures.
  package var hasWork: Bool { state.filter?.isWorking ?? false }

  /// Does a little of it.
  package func work() {
    let start = HostTime.now
    while hasWork, HostTime.now.seconds(since: start) < PlayerScreen.slice {
      state.filter?.work(model.queue, tracks: PlayerScreen.portion)
    }
    selectInFilter()
    guard !hasWork || start.seconds(since: state.filterShown) >= PlayerScreen.interval else { return }
    state.filterShown = start
    onChange?()
  }

  /// Something of what is found is selected, for Enter.
  private func selectInFilter() {
    guard let filter = state.filter, let row = filter.row(of: selected, in: model.queue) else {
      if let first = state.filter?.rows.first { state.selection = first }
      return
    }
    if filter.rows[row] != selected { state.selection = filter.rows[0] }
  }

  /// Keys that act on the rows below what is typed. - Returns: whether it was one of them.
  func actOnFiltered(_ key: Key) -> Bool {
    let commands: [Key: Command] = [
      .up: .moveUp, .down: .moveDown, .pageUp: .pageUp, .pageDown: .pageDown, .insert: .mark,
      .delete: .remove,
    ]
    return commands[key].map(takeForQueue) ?? false
  }

  /// Enter: the selected track plays, and the rows stay.
  func finishFilter() {
    state.filterOrigin = nil
    guard let filter = state.filter else { return }
    state.lastSearch = filter.text
    if filter.rows.isEmpty, !filter.isWorking {
      state.notices.add("nothing in the queue has \"\(filter.text)\"", .info, at: .now)
      endFilter()
    } else {
      playSelected()
    }
  }

  /// Escape: the queue is as it was before.
  func leaveFilter() {
    state.selection = state.filterOrigin
    endFilter()
  }

  func playSelected() {
    if let selected, state.filter?.rows.isEmpty != true { model.play(selected) }
  }
}

extension ScreenState {
  func rowCount(of queue: PlayQueue) -> Int { filter?.rows.count ?? queue.items.count }

  func track(atRow row: Int, of queue: PlayQueue) -> QueueItem.ID { filter?.rows[row] ?? queue.items[row].id }

  /// The row in which a track is shown; of one that is not, where it would be.
  func row(of id: QueueItem.ID?, in queue: PlayQueue) -> Int? {
    guard let filter else { return id.flatMap { queue.index(of: $0) } }
    return filter.row(of: id, in: queue)
  }
}
