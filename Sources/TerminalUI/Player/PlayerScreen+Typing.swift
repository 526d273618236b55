import Application
import TerminalKit

extension PlayerScreen {
  /// Takes a key or a paste while the prompt is open; while something is looked for, each letter goes to the next
  /// place that has it.
  package func type(_ event: InputEvent) -> Request {
    guard let prompt = state.prompt else { return .nothing }
    defer { onChange?() }
    switch event {
    case .paste(let text): change(prompt.text + text)
    case .key(let key):
      switch key.key {
      case .enter: return finish(prompt)
      case .escape: leave(prompt)
      case .backspace: change(String(prompt.text.dropLast()))
      case .tab where prompt.purpose.isFolder: return .complete(prompt.text)
      case let other where prompt.purpose == .filterQueue && actOnFiltered(other): break
      case let other where moveWhileTyping(other, prompt.purpose): break
      default: if let text = key.text { change(prompt.text + text) }
      }
    case .focus, .mouse, .reply: break
    }
    return .nothing
  }

  private func finish(_ prompt: ScreenState.Prompt) -> Request {
    state.prompt = nil
    switch prompt.purpose {
    case .filterQueue: finishFilter()
    case .saveQueue: if !prompt.text.isEmpty { return .saveQueue(QueueSave(prompt.text)) }
    case .takeName: nameSelected(prompt.text)
    case .takeFolder: if !prompt.text.isEmpty { return .saveTakes(prompt.text) }
    case .playlistName(let list): rename(list, to: prompt.text)
    case .searchHelp: break
    case .filterLibrary, .scanFolder, .pick: return finishLibrary(prompt)
    }
    return .nothing
  }

  private func leave(_ prompt: ScreenState.Prompt) {
    state.prompt = nil
    if prompt.purpose == .searchHelp { state.helpSearch = "" }
    leaveLibrary(prompt.purpose)
    if prompt.purpose == .filterQueue { leaveFilter() }
  }

  private func change(_ text: String) {
    let text = String(text.prefix(200))
    state.prompt?.text = text
    state.prompt?.choices = []
    switch state.prompt?.purpose {
    case .filterQueue: setFilter(text)
    case .searchHelp:
      state.helpSearch = text
      state.helpSelection = 0
    case .filterLibrary: changed(text, .filterLibrary)
    case .pick: changed(text, .pick)
    case .saveQueue, .takeName, .playlistName, .scanFolder, .takeFolder, nil: break
    }
  }

  /// Selects the next track that has what was looked for last: of those that are shown, or of all.
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
