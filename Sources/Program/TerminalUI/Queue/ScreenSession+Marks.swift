import Application
import Player

/// Marks in the list that has the focus, and commands on the marked tracks of the queue.
extension ScreenSession {
  /// The marked tracks of the queue in its order; without marks, the selected one.
  var chosenTracks: [QueueItem.ID] {
    if state.marks.isEmpty { return selected.map { [$0] } ?? [] }
    return model.queue.items.map(\.id).filter(state.marks.contains)
  }

  /// Marks rows of the list that has the focus.
  func mark(_ which: MarkCommand) -> Outcome {
    if hasLibraryFocus {
      guard let library = libraryPanel, !isOffering else { return application.inLibrary(.row) }
      return library.mark(which).map { Outcome.shown(.library($0)) } ?? .row.awaits(.notice)
    }
    if model.queue.isEmpty { return .shown(.queue(.isEmpty)) }
    let shown = (0..<state.rowCount(of: model.queue)).map { state.track(atRow: $0, of: model.queue) }
    switch which {
    case .all: state.marks.formUnion(shown)
    case .none: state.marks = []
    case .invert: state.marks.formSymmetricDifference(shown)
    case .range:
      if state.markRange == nil, let selected {
        state.markRange = MarkRange(from: selected, besides: state.marks)
        state.marks.insert(selected)
      } else {
        state.markRange = nil
      }
    case .matching(let text):
      let (queue, filter) = (model.queue, QueueFilter(text))
      let found = shown.filter { queue.index(of: $0).map { filter.has(queue, $0) } ?? false }
      if found.isEmpty { return .notice(.nothingFound(text)) }
      state.marks.formUnion(found)
    }
    return .shown(.library(.marked(count: state.marks.count)))
  }

  /// Marks the tracks from the begin of the range to the selected one, besides those that were marked before.
  func extendMarks() {
    guard let range = state.markRange, let start = state.row(of: range.anchor, in: model.queue),
      let end = state.row(of: selected, in: model.queue)
    else { return }
    let rows = min(start, end)...max(start, end)
    state.marks = range.others.union(rows.map { state.track(atRow: $0, of: model.queue) })
  }

  /// Ends the range that is being marked, whose rows stay marked, before a command that does not move the selection.
  func endMarkRange(before command: Command) {
    if case .request(let request) = command, request.value(of: Command.Request.mark) == .range { return }
    if command.keepsLayers { return }
    state.markRange = nil
    libraryPanel?.endMarkRange()
  }

  /// Moves the chosen tracks as one block, and selects its leading end.
  func moveTracks(_ move: BlockMove) -> Outcome {
    let ids = chosenTracks
    let outcome = application.unlessEmpty(.rowWith(.playback))
    guard let first = ids.first, let last = ids.last else { return outcome }
    guard model.move(Set(ids), move) else {
      let isHere = if case .row = move { true } else { false }
      return isHere ? outcome : .rowWith(.atEnd(isAfter: move == .down || move == .end))
    }
    switch move {
    case .up, .down:
      state.selection = move == .up ? first : last
      // A held key repeats these.
      return outcome
    case .start, .end, .row:
      state.selection = move == .end ? last : first
      return .notice(.queue(.moved(title: model.queue[first]?.title ?? "", count: ids.count)))
    }
  }
}
