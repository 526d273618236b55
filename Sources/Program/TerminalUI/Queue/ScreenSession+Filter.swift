import Application
import Player
import SystemBase

/// The filter of the queue, which works in short time slices.
extension ScreenSession {
  /// The seconds of a time slice, and therefore the longest delay of a key.
  private static let slice = 0.002
  /// Tracks between two checks of the clock.
  private static let portion = 500
  /// Seconds between two published results.
  private static let interval = 0.05

  func perform(_ command: Command.Search) -> Outcome {
    switch command {
    case .find:
      state.filterOrigin = state.selection
      open(QueueFilterPrompt(self, text: state.filter?.text ?? ""))
    case .next: findNext(by: 1)
    case .previous: findNext(by: -1)
    }
    if hasLibraryFocus { return application.inLibrary(.refused(.onlyQueueIsSearched)) }
    let isSearched = !state.lastSearch.isEmpty || state.filter != nil
    return application.unlessEmpty(isSearched ? .rowWith(.noOtherMatch) : .refused(.nothingSearched))
  }

  /// Filters the list that has the focus.
  func find(_ text: String) -> Outcome {
    if hasLibraryFocus, let library = libraryPanel {
      if isOffering { return .notice(.library(.noFolders)) }
      library.setFilter(text)
    } else {
      if model.queue.isEmpty { return .notice(.queue(.isEmpty)) }
      setFilter(text)
      noteSearch()
    }
    return .row
  }

  /// Filters the queue by these words; an empty text shows all tracks.
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

  /// Whether `work()` is to be called while there are no events.
  package var hasWork: Bool { state.filter?.isWorking ?? false }

  /// Filters for at most 2 ms.
  package func work() {
    let start = HostTime.now
    while hasWork, HostTime.now.seconds(since: start) < ScreenSession.slice {
      state.filter?.work(model.queue, tracks: ScreenSession.portion)
    }
    selectInFilter()
    guard !hasWork || start.seconds(since: state.filterShown) >= ScreenSession.interval else { return }
    state.filterShown = start
    changed()
  }

  /// Selects a track that matches.
  private func selectInFilter() {
    guard let filter = state.filter, let row = filter.row(of: selected, in: model.queue) else {
      if let first = state.filter?.rows.first { state.selection = first }
      return
    }
    if filter.rows[row] != selected { state.selection = filter.rows[0] }
  }

  /// Keeps the filter, whose text is the last search, unless nothing matches. Returns whether it is kept.
  @discardableResult
  func noteSearch() -> Bool {
    state.filterOrigin = nil
    guard let filter = state.filter else { return false }
    state.lastSearch = filter.text
    if filter.rows.isEmpty, !filter.isWorking {
      application.report(.nothingFound(filter.text))
      endFilter()
      return false
    }
    return true
  }

  /// Closes the filter and restores the selection.
  func leaveFilter() {
    state.selection = state.filterOrigin
    endFilter()
  }

  /// Selects the next match of the filter, or of the last filter if none is open.
  func findNext(by step: Int) {
    if state.filter != nil { return moveInCircle(by: step) }
    let queue = model.queue
    guard !state.lastSearch.isEmpty, !queue.isEmpty else { return }
    let wanted = QueueFilter(state.lastSearch)
    let start = selected.flatMap { queue.index(of: $0) } ?? 0
    let count = queue.items.count
    let places = (1...count).lazy.map { (start + step * $0 + count) % count }
    if let index = places.first(where: { wanted.has(queue, $0) }) { state.selection = queue.items[index].id }
  }

  private func moveInCircle(by step: Int) {
    guard let filter = state.filter, let row = filter.row(of: selected, in: model.queue) else { return }
    let stands = filter.rows[row] == selected
    let next = stands || step < 0 ? row + step : row
    select(row: (next + filter.rows.count) % filter.rows.count)
  }
}
